import type { PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import type { WorkInProgress } from '../live/workInProgress.ts';
import { type CheckStatusOptions, checkStatus, stopChecks } from '../payments/checkStatus.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { delayToNextCheck } from '../rules/statusCheckSchedule.ts';
import { checkBy, leaseDue, leaseOne, nextDue, releaseAfterCheck, releaseAll } from '../storage/leases.ts';
import { findPayment } from '../storage/reads.ts';
import { createQueueWorker } from './queueWorker.ts';

/**
 * Status checks side by side: twice as many as the operator is asked at once, so that it is asked while others are
 * written.
 */
const MAX_CHECKS = 16;
/** How soon payments that are due by other processes' changes, or by lapsed leases, are noticed, ms. */
const IDLE_MS = 1000;

/** Runs the status checks of payments until each has its result. */
export interface Poller {
  /** Begins. What the companion missed while it was down is due already (`lowerDueTimes`). */
  start(): void;
  /** Checks a payment now if it is due and no other process checks it. */
  checkIfDue(id: PaymentId): void;
  /**
   * Brings a pending payment's next check forward to the schedule of payments with subscribers, however many there are.
   */
  bringForward(payment: StoredPayment): void;
  /** Checks a payment now, and returns it as it stands afterwards; undefined if there is none with this id. */
  refresh(id: PaymentId): Promise<StoredPayment | undefined>;
  /** Begins no further check, finishes those in progress, and gives the leases back. */
  stop(): Promise<void>;
}

/** What {@link checkAndRelease} takes. */
export interface CheckAndReleaseOptions extends CheckStatusOptions {
  readonly inProgress: WorkInProgress;
}

/** What {@link createPoller} takes. */
export interface PollerOptions extends CheckAndReleaseOptions {
  readonly log: Log;
}

/** Makes a poller; it does nothing before `start`. */
export function createPoller(options: PollerOptions): Poller {
  const { storage, log, inProgress, random } = options;
  const worker = createQueueWorker<StoredPayment>({
    queue: {
      lease: (limit) => leaseDue(storage, LEASE_MS, limit),
      async untilNextDue() {
        const next = await nextDue(storage);
        return next === undefined ? undefined : next - storage.clock.now();
      },
      release: () => releaseAll(storage),
    },
    maxSideBySide: MAX_CHECKS,
    idleMs: IDLE_MS,
    async work(payment) {
      // This process paused for longer than its lease while it was sending; the answer may still come.
      if (payment.status === 'sending' && inProgress.answerOf(payment.id) !== undefined) return;
      await checkAndRelease(options, payment);
    },
    // The lease lapses, and the payment comes up again.
    onWorkError: (error, { id }) =>
      log.error({ err: error, payment: id }, 'a status check failed; it is repeated when its lease ends'),
    onQueueError: (error) => log.error({ err: error }, 'could not read the payments that are due'),
  });
  const checkOne = (id: PaymentId) => worker.workOnOne(() => leaseOne(storage, id, LEASE_MS));

  return {
    start: () => worker.start(),
    checkIfDue(id) {
      checkOne(id).catch((error: unknown) =>
        log.error({ err: error, payment: id }, 'could not take the lease on a payment'),
      );
    },
    bringForward(payment) {
      if (payment.status !== 'pending' || payment.next_check_at === null) return;
      const now = storage.clock.now();
      const delayMs = delayToNextCheck({
        ageMs: now - (payment.sent_at ?? payment.created_at),
        hasSubscribers: true,
        random: random(),
      });
      if (delayMs === null || payment.next_check_at <= now + delayMs) return;
      checkBy(storage, payment.id, now + delayMs)
        .then(() => worker.wakeWithin(Math.min(delayMs, IDLE_MS)))
        .catch((error: unknown) =>
          log.warn({ err: error, payment: payment.id }, 'could not bring a status check forward'),
        );
    },
    async refresh(id) {
      await options.changes.apply(id, { kind: 'refresh' });
      await checkOne(id);
      return findPayment(storage.store.db, id);
    },
    stop: () => worker.stop(),
  };
}

/**
 * Checks a payment that this process has a lease on, and gives the lease back.
 *
 * @returns when the next check is due, ms since 1970; null: never; undefined: the lease was lost meanwhile
 */
export async function checkAndRelease(
  options: CheckAndReleaseOptions,
  payment: StoredPayment,
): Promise<number | null | undefined> {
  const { storage, inProgress } = options;
  inProgress.leases.add(payment);
  try {
    const checked = await checkStatus(options, payment);
    const next = checked === 'stopped' ? await stopChecks(options, payment) : checked;
    if (next === 'stopped') return null;
    return await releaseAfterCheck(storage, payment, next === 'done' ? null : storage.clock.now() + next);
  } finally {
    inProgress.leases.delete(payment);
  }
}
