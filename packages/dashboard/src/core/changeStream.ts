import { type ChangedPayments, changedPaymentsSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { ApiError } from './apiError.ts';

/** The companion sends a heartbeat every 15 s. After a longer silence, the connection counts as broken. */
const SILENT_MS = 40_000;

/**
 * Reads the answer of `GET /v1/merchant/events` until it ends, and calls back for each event. `EventSource` cannot tell why an answer was
 * refused.
 *
 * @throws ApiError `unreachable` if the connection breaks or is silent for too long
 */
export async function readChanges(response: Response, onChange: (changed: ChangedPayments) => void, silentMs = SILENT_MS): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new ApiError('unreadable');
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silentMs);
      if (done) return;
      const events = `${text}${decoder.decode(value, { stream: true })}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const changed = readChange(event);
        if (changed !== undefined) onChange(changed);
      }
    }
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError('unreachable', '', { cause });
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function within<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('unreachable')), ms);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** An event's data. Heartbeats, other events and data of another shape are ignored. */
function readChange(event: string): ChangedPayments | undefined {
  const data = /^event: payments\ndata: (.*)$/.exec(event)?.[1];
  if (data === undefined) return undefined;
  try {
    const parsed = z.safeParse(changedPaymentsSchema, JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
