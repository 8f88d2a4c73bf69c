import type { Payment, PaymentId } from '@tsena/shared/checkout';
import type { Api } from './api.ts';
import { selectPayment } from './flow.ts';
import { listen, onPageResume } from './pageEvents.ts';
import { createPaymentStream } from './paymentStream.ts';
import { type Connection, pollPayment } from './pollPayment.ts';

/**
 * The polling interval while the event stream works. A stream can die unnoticed, for example when a phone changes
 * cells.
 */
const POLL_WITH_STREAM_MS = 25_000;
const DEFAULT_POLL_MS = 5_000;
const MAX_BACKOFF_MS = 30_000;

/** What {@link followPayment} needs. */
export interface FollowOptions {
  api: Pick<Api, 'getPayment' | 'getEventsUrl'>;
  /** The payment to follow. */
  id: PaymentId;
  /** The last known state of the order's payment: of this one, or of one that this one has paid for. */
  payment: Payment;
  onPayment(payment: Payment, isFollowed: true): void;
  onConnection(connection: Connection): void;
}

/**
 * Follows a payment for as long as the companion plans news of its order: by Server-Sent Events, and by polling at the
 * companion's interval if events do not arrive. Polls at once when the page resumes. A failed request changes nothing.
 *
 * @returns a function that stops it
 */
export function followPayment({ api, id, payment, onPayment, onConnection }: FollowOptions): () => void {
  let current = payment;
  const poll = pollPayment({
    read: (abort) => api.getPayment(id, abort),
    getDelayMs(failures) {
      const intervalMs = current.nextPollMs ?? DEFAULT_POLL_MS;
      if (failures > 0) return Math.min(intervalMs * 2 ** (failures - 1), MAX_BACKOFF_MS);
      return stream.isLive() ? Math.max(intervalMs, POLL_WITH_STREAM_MS) : intervalMs;
    },
    onPayment: accept,
    onConnection,
  });
  const stream = createPaymentStream(
    api.getEventsUrl(id),
    (received) => {
      accept(received);
      poll.schedule();
    },
    poll.schedule,
  );

  function accept(received: Payment): void {
    poll.reset();
    onConnection('good');
    if (selectPayment(current, received, true) !== received) return;
    current = received;
    if (received.nextPollMs === null) stop();
    onPayment(received, true);
  }

  function stop(): void {
    poll.stop();
    stream.close();
    for (const remove of removers) remove();
  }

  const removers = [
    listen(window, ['online'], () => onConnection('good')),
    onPageResume(() => {
      poll.resume();
      stream.open();
    }),
    listen(window, ['offline'], () => onConnection('offline')),
    // An open stream keeps the page out of the back-forward cache.
    listen(window, ['pagehide'], stream.close),
    // A browser allows few connections to one origin. A hidden tab leaves them to the visible one.
    listen(document, ['visibilitychange'], () => {
      if (document.visibilityState === 'hidden') stream.close();
    }),
  ];
  stream.open();
  poll.schedule();
  return stop;
}
