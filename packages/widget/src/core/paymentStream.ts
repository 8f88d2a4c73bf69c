import type { Payment } from '@tsena/shared/checkout';
import { readPayment } from './readAnswers.ts';

/** A stream without a first event is closed after this time: something on the way holds it back. */
const STREAM_TIMEOUT_MS = 10_000;

/**
 * Creates the stream of a payment's Server-Sent Events, not yet connected.
 *
 * @param onLive called with whether the last thing that the stream brought was an event. Where a live one fails, the
 *   browser reconnects it, unless the companion refused.
 */
export function createPaymentStream(
  url: string,
  onPayment: (payment: Payment) => void,
  onLive: (isLive: boolean) => void,
) {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
    onLive(false);
  }

  /** Connects, if it is not connected. */
  function open(): void {
    if (source !== null || typeof EventSource === 'undefined') return;
    const opened = new EventSource(url);
    source = opened;
    timer = setTimeout(close, STREAM_TIMEOUT_MS);
    opened.addEventListener('payment', (event) => {
      const received = parsePayment(event.data);
      if (received === null) return close();
      clearTimeout(timer);
      onLive(true);
      onPayment(received);
    });
    opened.addEventListener('error', () => {
      onLive(false);
      // CLOSED means that the companion refused it (429, 404). Otherwise the browser reconnects.
      if (opened.readyState === EventSource.CLOSED) close();
    });
  }

  return { open, close };
}

function parsePayment(data: unknown): Payment | null {
  try {
    return readPayment(JSON.parse(String(data)));
  } catch {
    // Polling continues.
    return null;
  }
}
