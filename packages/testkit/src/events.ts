import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';

/** Reads a payment's event stream. */
export interface EventReader {
  /** The payments received so far. */
  readonly payments: Payment[];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens `GET /v1/payments/{id}/events` and reads it; resolves with the first event. */
export async function readEvents(url: string, id: string): Promise<EventReader> {
  const stop = new AbortController();
  const response = await fetch(`${url}/v1/payments/${id}/events`, { signal: stop.signal });
  if (response.status !== 200 || response.body === null) throw new Error(`no stream: ${response.status}`);
  const payments: Payment[] = [];
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = `${text}${value}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: payment\ndata: (.*)$/.exec(event)?.[1];
        if (data !== undefined) payments.push(z.parse(paymentSchema, JSON.parse(data)));
      }
    }
  })();
  // `close` aborts the read, which is no error.
  ended.catch(() => undefined);
  return { payments, ended, close: () => stop.abort() };
}
