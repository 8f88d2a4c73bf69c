import type { Payment } from '@tsena/shared/checkout';
import { CompanionError } from './companionError.ts';

/** Whether the companion can be reached. It says nothing about the payment. */
export type Connection = 'good' | 'slow' | 'unreachable' | 'offline';

/** A request counts as slow after this time. */
const SLOW_REQUEST_MS = 5_000;

/** What {@link pollPayment} needs. */
export interface PollOptions {
  read(abort: AbortController): Promise<Payment>;
  /** The time until the next request, after so many failed ones in a row. */
  getDelayMs(failures: number): number;
  onPayment(payment: Payment): void;
  onConnection(connection: Connection): void;
}

/** Prepares repeated requests for a payment, one at a time. A failed one changes nothing but the delay. */
export function pollPayment({ read, getDelayMs, onPayment, onConnection }: PollOptions) {
  let isStopped = false;
  let failures = 0;
  let retryAfterMs = 0;
  let request: AbortController | null = null;
  let requestedAtMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Forgets the failures: the companion has answered in another way. */
  function reset(): void {
    failures = 0;
    retryAfterMs = 0;
  }

  /** Asks after the delay. */
  function schedule(): void {
    clearTimeout(timer);
    if (!isStopped && request === null) timer = setTimeout(poll, Math.max(getDelayMs(failures), retryAfterMs));
  }

  async function poll(): Promise<void> {
    if (request !== null) return;
    const ownRequest = new AbortController();
    request = ownRequest;
    requestedAtMs = performance.now();
    const slowTimer = setTimeout(() => onConnection('slow'), SLOW_REQUEST_MS);
    try {
      const received = await read(ownRequest);
      if (request === ownRequest) onPayment(received);
    } catch (error) {
      if (!(error instanceof CompanionError)) throw error;
      if (request !== ownRequest) return;
      failures += 1;
      retryAfterMs = error.retryAfterMs ?? 0;
      onConnection(error.code === 'offline' ? 'offline' : failures > 1 ? 'unreachable' : 'slow');
    } finally {
      clearTimeout(slowTimer);
      if (request === ownRequest) {
        request = null;
        schedule();
      }
    }
  }

  function abort(): void {
    clearTimeout(timer);
    request?.abort();
    request = null;
  }

  return {
    schedule,
    /** Asks at once, also if an earlier request has had no answer for long. */
    resume() {
      clearTimeout(timer);
      // A request from before the page was suspended may never get an answer.
      if (performance.now() - requestedAtMs > SLOW_REQUEST_MS) abort();
      void poll();
    },
    reset,
    stop() {
      isStopped = true;
      abort();
    },
  };
}
