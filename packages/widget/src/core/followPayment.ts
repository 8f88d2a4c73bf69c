import { isFinal, type Payment } from '@tsena/shared/checkout';
import type { Api } from './api.ts';
import { CompanionError } from './companionError.ts';
import { selectPayment } from './flow.ts';
import { listen, onPageResume } from './pageEvents.ts';
import { readPayment } from './readAnswers.ts';

/** Whether the companion can be reached. It says nothing about the payment. */
export type Connection = 'good' | 'slow' | 'unreachable' | 'offline';

/** The polling interval while the event stream works. A stream can die unnoticed, for example when a phone changes cells. */
const POLL_WITH_STREAM_MS = 25_000;
/** A stream without a first event is closed after this time: something on the way holds it back. */
const STREAM_TIMEOUT_MS = 10_000;
/** A request counts as slow after this time. */
const SLOW_REQUEST_MS = 5_000;
const DEFAULT_POLL_MS = 5_000;
const MAX_BACKOFF_MS = 30_000;

/** What {@link followPayment} needs. */
export interface FollowOptions {
  api: Pick<Api, 'getPayment' | 'getEventsUrl'>;
  /** The payment's last known state. */
  payment: Payment;
  onPayment(payment: Payment, isFollowed: true): void;
  onConnection(connection: Connection): void;
}

/**
 * Follows a payment until it is final: by Server-Sent Events, and by polling at the companion's interval if events do not arrive. Polls
 * at once when the page resumes. A failed request changes nothing.
 *
 * @returns a function that stops it
 */
export function followPayment({ api, payment, onPayment, onConnection }: FollowOptions): () => void {
  let current = payment;
  let isStopped = false;
  let isStreaming = false;
  let failures = 0;
  let retryAfterMs = 0;
  let request: AbortController | null = null;
  let requestedAtMs = 0;
  let stream: EventSource | null = null;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let streamTimer: ReturnType<typeof setTimeout> | undefined;

  function accept(received: Payment): void {
    failures = 0;
    retryAfterMs = 0;
    onConnection('good');
    if (selectPayment(current, received, true) !== received) return;
    current = received;
    if (isFinal(received.status)) stop();
    onPayment(received, true);
  }

  function schedulePoll(): void {
    clearTimeout(pollTimer);
    if (isStopped) return;
    const intervalMs = current.nextPollMs ?? DEFAULT_POLL_MS;
    const delayMs =
      failures > 0
        ? Math.min(intervalMs * 2 ** (failures - 1), MAX_BACKOFF_MS)
        : isStreaming
          ? Math.max(intervalMs, POLL_WITH_STREAM_MS)
          : intervalMs;
    pollTimer = setTimeout(poll, Math.max(delayMs, retryAfterMs));
  }

  async function poll(): Promise<void> {
    if (request !== null) return;
    const ownRequest = new AbortController();
    request = ownRequest;
    requestedAtMs = performance.now();
    const slowTimer = setTimeout(() => onConnection('slow'), SLOW_REQUEST_MS);
    try {
      const received = await api.getPayment(current.id, ownRequest);
      if (request === ownRequest) accept(received);
    } catch (error) {
      if (request === ownRequest) handleFailure(error);
    } finally {
      clearTimeout(slowTimer);
      if (request === ownRequest) {
        request = null;
        schedulePoll();
      }
    }
  }

  function handleFailure(error: unknown): void {
    if (!(error instanceof CompanionError)) throw error;
    failures += 1;
    retryAfterMs = error.retryAfterMs ?? 0;
    onConnection(error.code === 'offline' ? 'offline' : failures > 1 ? 'unreachable' : 'slow');
  }

  function abortRequest(): void {
    request?.abort();
    request = null;
  }

  function closeStream(): void {
    clearTimeout(streamTimer);
    stream?.close();
    stream = null;
    isStreaming = false;
  }

  function openStream(): void {
    if (stream !== null || typeof EventSource === 'undefined') return;
    const source = new EventSource(api.getEventsUrl(current.id));
    stream = source;
    streamTimer = setTimeout(closeStream, STREAM_TIMEOUT_MS);
    source.addEventListener('payment', (event) => {
      const received = parsePayment(event.data);
      if (received === null) return closeStream();
      clearTimeout(streamTimer);
      isStreaming = true;
      accept(received);
      if (request === null) schedulePoll();
    });
    source.addEventListener('error', () => {
      const wasStreaming = isStreaming;
      isStreaming = false;
      // CLOSED means that the companion refused it (429, 404). Otherwise the browser reconnects.
      if (source.readyState === EventSource.CLOSED) closeStream();
      if (wasStreaming && request === null) schedulePoll();
    });
  }

  function resume(): void {
    // A request from before the page was suspended may never get an answer.
    if (performance.now() - requestedAtMs > SLOW_REQUEST_MS) abortRequest();
    clearTimeout(pollTimer);
    void poll();
    openStream();
  }

  function stop(): void {
    isStopped = true;
    clearTimeout(pollTimer);
    abortRequest();
    closeStream();
    for (const remove of removers) remove();
  }

  const removers = [
    listen(window, 'online', () => onConnection('good')),
    onPageResume(resume),
    listen(window, 'offline', () => onConnection('offline')),
    // An open stream keeps the page out of the back-forward cache.
    listen(window, 'pagehide', closeStream),
    // A browser allows few connections to one origin. A hidden tab leaves them to the visible one.
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden') closeStream();
    }),
  ];
  openStream();
  schedulePoll();
  return stop;
}

function parsePayment(data: unknown): Payment | null {
  try {
    return readPayment(JSON.parse(String(data)));
  } catch {
    // Polling continues.
    return null;
  }
}
