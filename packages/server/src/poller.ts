import type { PaymentId } from '@tsena/shared/checkout';
import type { Log } from './log.ts';
import { type CheckStatusOptions, checkStatus } from './payments/checkStatus.ts';
import { LEASE_MS } from './payments/heldLeases.ts';
import { delayToNextCheck } from './rules/statusCheckSchedule.ts';
import { checkBy, leaseDue, leaseOne, makeAllDue, nextDue, releaseAfterCheck, releaseAll } from './storage/leases.ts';
import { findPayment } from './storage/reads.ts';
import type { StoredPayment } from './storage/schema.ts';
import { createWorkLoop } from './workLoop.ts';

/** Status checks side by side. */
const MAX_CHECKS = 16;
/** How soon payments that are due by other processes' changes, or by lapsed leases, are noticed, ms. */
const IDLE_MS = 1000;
/** The shortest pause between two rounds, ms. */
const MIN_PAUSE_MS = 5;

/** Runs the status checks of payments until each has its result. */
export interface Poller {
  /** Makes every payment that is polled due, and begins. */
  start(): Promise<void>;
  /** Checks a payment now if it is due and no other process checks it. */
  checkIfDue(id: PaymentId): void;
  /** Brings a pending payment's next check forward to the schedule of payments with subscribers, however many there are. */
  bringForward(payment: StoredPayment): void;
  /** Checks a payment now, and returns it as it stands afterwards; undefined if there is none with this id. */
  refresh(id: PaymentId): Promise<StoredPayment | undefined>;
  /** Begins no further check, finishes those in progress, and gives the leases back. */
  stop(): Promise<void>;
}

/** What {@link checkAndRelease} takes. */
export interface CheckAndReleaseOptions extends CheckStatusOptions {
  /** Payments that this process has a lease on and works on now. */
  readonly held: Set<PaymentId>;
}

/** What {@link createPoller} takes. */
export interface PollerOptions extends CheckAndReleaseOptions {
  readonly log: Log;
  /** Attempts that this process is sending. */
  readonly underWay: ReadonlyMap<PaymentId, unknown>;
}

/** Makes a poller; it does nothing before `start`. */
export function createPoller(options: PollerOptions): Poller {
  const { storage, log, underWay, random } = options;
  const checks = new Set<Promise<void>>();
  const singleChecks = new Set<Promise<void>>();
  const loop = createWorkLoop(() =>
    leaseAndCheckDue().catch((error: unknown) => {
      log.error({ err: error }, 'could not read the payments that are due');
      return IDLE_MS;
    }),
  );
  let isStopping = false;

  async function leaseAndCheckDue(): Promise<number> {
    const free = MAX_CHECKS - checks.size;
    if (free <= 0) return IDLE_MS;
    const leased = await leaseDue(storage, LEASE_MS, free);
    for (const payment of leased) begin(payment);
    if (leased.length === free) return IDLE_MS;
    const next = await nextDue(storage);
    return next === undefined ? IDLE_MS : Math.min(IDLE_MS, Math.max(MIN_PAUSE_MS, next - storage.clock.now()));
  }

  function begin(payment: StoredPayment): Promise<void> {
    const work = check(payment).finally(() => {
      checks.delete(work);
      if (checks.size === MAX_CHECKS - 1) loop.runWithin(0);
    });
    checks.add(work);
    return work;
  }

  async function check(payment: StoredPayment): Promise<void> {
    // This process paused for longer than its lease while it was sending; the answer may still come.
    if (payment.status === 'sending' && underWay.has(payment.id)) return;
    try {
      const due = await checkAndRelease(options, payment);
      if (typeof due === 'number' && due <= storage.clock.now()) loop.runWithin(0);
    } catch (error) {
      // The lease lapses, and the payment comes up again.
      log.error({ err: error, payment: payment.id }, 'a status check failed; it is repeated when its lease ends');
    }
  }

  async function checkOne(id: PaymentId): Promise<void> {
    if (isStopping || checks.size >= MAX_CHECKS) return;
    const single = leaseAndCheck(id);
    singleChecks.add(single);
    await single.finally(() => singleChecks.delete(single));
  }

  async function leaseAndCheck(id: PaymentId): Promise<void> {
    const payment = await leaseOne(storage, id, LEASE_MS);
    // The stop gives back what was leased while it began.
    if (payment !== undefined && !isStopping) await begin(payment);
  }

  return {
    async start() {
      await makeAllDue(storage);
      if (!isStopping) loop.start();
    },
    checkIfDue(id) {
      checkOne(id).catch((error: unknown) => log.error({ err: error, payment: id }, 'could not take the lease on a payment'));
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
        .then(() => loop.runWithin(Math.min(delayMs, IDLE_MS)))
        .catch((error: unknown) => log.warn({ err: error, payment: payment.id }, 'could not bring a status check forward'));
    },
    async refresh(id) {
      await checkBy(storage, id, storage.clock.now(), true);
      await checkOne(id);
      return findPayment(storage.store.db, id);
    },
    async stop() {
      isStopping = true;
      await loop.stop();
      await Promise.allSettled(singleChecks);
      await Promise.all(checks);
      await releaseAll(storage);
    },
  };
}

/**
 * Checks a payment that this process has a lease on, and gives the lease back.
 *
 * @returns when the next check is due, ms since 1970; null: never; undefined: the lease was lost meanwhile
 */
export async function checkAndRelease(options: CheckAndReleaseOptions, payment: StoredPayment): Promise<number | null | undefined> {
  const { storage, changes, held } = options;
  held.add(payment.id);
  try {
    const next = await checkStatus(options, payment);
    if (typeof next === 'number') return await releaseAfterCheck(storage, payment, storage.clock.now() + next);
    const isStopped = next === 'stopped' && (await changes.apply(payment.id, { kind: 'checks_stopped', fence: payment.fence }))?.outcome;
    return isStopped ? null : await releaseAfterCheck(storage, payment, null);
  } finally {
    held.delete(payment.id);
  }
}
