import { isFinal, type Payment } from '@tsena/shared/checkout';
import type { Api } from './api.ts';
import { CompanionError } from './companionError.ts';
import { laterPayment } from './flow.ts';
import { readPayment } from './read.ts';
import { listen, onWake } from './wake.ts';

/** How well the companion can be reached. It says nothing about the payment. */
export type Connection = 'good' | 'slow' | 'unreachable' | 'offline';

/** A stream may die in silence (a phone changes cells), so even then a look is taken this often, in ms. */
const LOOK_BESIDE_STREAM_MS = 25_000;
/** A stream that has said nothing for so long does not get through, in ms. */
const STREAM_PATIENCE_MS = 10_000;
/** A look that takes longer is called slow, in ms. */
const SLOW_MS = 5_000;
const DEFAULT_POLL_MS = 5_000;
const MAX_BACKOFF_MS = 30_000;

/** What {@link follow} needs. */
export interface Following {
  api: Pick<Api, 'payment' | 'eventsUrl'>;
  /** Where the payment stood when last seen. */
  payment: Payment;
  onPayment(payment: Payment, isLive: true): void;
  onConnection(connection: Connection): void;
}

/**
 * Follows a payment until the companion says that it is final: by Server-Sent Events, and by polling at the companion's
 * pace where these do not get through. Looks at once when the page comes back. A look that fails changes nothing.
 *
 * @returns a function that ends it
 */
export function follow({ api, payment, onPayment, onConnection }: Following): () => void {
  let current = payment;
  let stopped = false;
  let streaming = false;
  let failures = 0;
  let waitAtLeast = 0;
  let look: AbortController | null = null;
  let lookSince = 0;
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function take(read: Payment): void {
    failures = 0;
    waitAtLeast = 0;
    onConnection('good');
    if (laterPayment(current, read, true) !== read) return;
    current = read;
    if (isFinal(read.status)) stop();
    onPayment(read, true);
  }

  function schedule(): void {
    clearTimeout(timer);
    if (stopped) return;
    const pace = current.nextPollMs ?? DEFAULT_POLL_MS;
    const calm = streaming ? Math.max(pace, LOOK_BESIDE_STREAM_MS) : pace;
    const backoff = failures === 0 ? calm : Math.min(pace * 2 ** (failures - 1), MAX_BACKOFF_MS);
    timer = setTimeout(takeLook, Math.max(backoff, waitAtLeast));
  }

  async function takeLook(): Promise<void> {
    if (look !== null) return;
    const mine = new AbortController();
    look = mine;
    lookSince = performance.now();
    const slow = setTimeout(() => onConnection('slow'), SLOW_MS);
    try {
      const read = await api.payment(current.id, mine);
      if (look === mine) take(read);
    } catch (error) {
      if (look === mine) fail(error);
    } finally {
      clearTimeout(slow);
      if (look === mine) {
        look = null;
        schedule();
      }
    }
  }

  function fail(error: unknown): void {
    if (!(error instanceof CompanionError)) throw error;
    failures += 1;
    waitAtLeast = error.retryAfterMs ?? 0;
    onConnection(error.code === 'offline' ? 'offline' : failures > 1 ? 'unreachable' : 'slow');
  }

  function endStream(): void {
    clearTimeout(patience);
    stream?.close();
    stream = null;
    streaming = false;
  }

  function openStream(): void {
    if (stream !== null || typeof EventSource === 'undefined') return;
    const source = new EventSource(api.eventsUrl(current.id));
    stream = source;
    patience = setTimeout(endStream, STREAM_PATIENCE_MS);
    source.addEventListener('payment', (event) => {
      const read = parse(event.data);
      if (read === null) return endStream();
      clearTimeout(patience);
      streaming = true;
      take(read);
      if (look === null) schedule();
    });
    source.addEventListener('error', () => {
      const wasStreaming = streaming;
      streaming = false;
      // Closed for good means refused (429, 404); otherwise the browser itself connects again.
      if (source.readyState === EventSource.CLOSED) endStream();
      if (wasStreaming && look === null) schedule();
    });
  }

  /** What was under way may have died unnoticed. */
  function wake(): void {
    if (performance.now() - lookSince > SLOW_MS) {
      look?.abort();
      look = null;
    }
    clearTimeout(timer);
    void takeLook();
    openStream();
  }

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
    look?.abort();
    look = null;
    endStream();
    for (const end of ends) end();
  }

  const ends = [
    onWake(wake),
    listen(window, 'offline', () => onConnection('offline')),
    // An open stream keeps the page out of the back-forward cache.
    listen(window, 'pagehide', endStream),
    // Hidden tabs leave the browser's few connections to the one that is seen.
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden') endStream();
    }),
  ];
  openStream();
  schedule();
  return stop;
}

function parse(data: unknown): Payment | null {
  try {
    return readPayment(JSON.parse(String(data)));
  } catch {
    // An unreadable event is as good as none: polling goes on.
    return null;
  }
}
