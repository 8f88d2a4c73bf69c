import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import { type ChangedPayments, changedPaymentsSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';

/** Opens `GET /v1/payments/{id}/events` and reads it. */
export async function readEvents(url: string, id: string) {
  /** The payments received so far. */
  const payments: Payment[] = [];
  const stream = await readStream(`${url}/v1/payments/${id}/events`, {}, 'payment', (data) =>
    payments.push(z.parse(paymentSchema, data)),
  );
  return { payments, ...stream };
}

/** Opens `GET /v1/merchant/events` and reads it. */
export async function readMerchantEvents(url: string, key: string) {
  /** The events received so far. */
  const changes: ChangedPayments[] = [];
  const headers = { Authorization: `Bearer ${key}` };
  const stream = await readStream(`${url}/v1/merchant/events`, headers, 'payments', (data) =>
    changes.push(z.parse(changedPaymentsSchema, data)),
  );
  return { changes, ...stream };
}

async function readStream(
  address: string,
  headers: Readonly<Record<string, string>>,
  name: string,
  onEvent: (data: unknown) => void,
) {
  const stop = new AbortController();
  const response = await fetch(address, { signal: stop.signal, headers });
  if (response.status !== 200 || response.body === null) throw new Error(`no stream: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = `${text}${value}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, found, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        if (found === name && data !== undefined) onEvent(JSON.parse(data));
      }
    }
  })();
  // `close` aborts the read, which is no error.
  ended.catch(() => undefined);
  /** `ended` resolves when the stream has ended. */
  return { ended, close: () => stop.abort() };
}
