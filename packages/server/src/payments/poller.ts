import type { PaymentId } from '@tsena/shared/checkout';
import { checkBy, leaseDue, leaseOne, makeAllDue, nextDue, releaseAfterCheck, releaseAll } from '../storage/leases.ts';
import { findPayment } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { stopChecks } from '../storage/stopChecks.ts';
import { createWorkLoop } from '../workLoop.ts';
import { look } from './checkStatus.ts';
import { announce, type Engine, LEASE_MS } from './engine.ts';
import { delayToNextCheck } from './schedule.ts';

/** Payments looked at side by side. */
const SLOTS = 16;
/** The slow re-read: how long until due payments of other processes, and of lapsed leases, are noticed, ms. */
const IDLE_MS = 1000;

/** Follows every payment until its end is known. */
export interface Poller {
  start(): Promise<void>;
  /** Looks at a payment now if it is due and nobody else does. */
  poke(id: PaymentId): void;
  /** Somebody watches this payment: its next look comes as soon as watched ones do, however many watch. */
  watched(payment: StoredPayment): void;
  /** Looks now and answers with the payment as it stands afterwards. */
  refresh(id: PaymentId): Promise<StoredPayment | undefined>;
  /** Takes on nothing new, finishes what is under way, gives the leases back. */
  stop(): Promise<void>;
}

/** Makes a poller; it does nothing before `start`. */
export function createPoller(engine: Engine): Poller {
  const { storage, log } = engine;
  const working = new Set<Promise<void>>();
  const pokes = new Set<Promise<void>>();
  const loop = createWorkLoop(() =>
    readDue().catch((error: unknown) => {
      log.error({ err: error }, 'due payments could not be read');
      return IDLE_MS;
    }),
  );
  let stopping = false;

  async function readDue(): Promise<number> {
    const free = SLOTS - working.size;
    if (free <= 0) return IDLE_MS;
    const leased = await leaseDue(storage, LEASE_MS, free);
    for (const payment of leased) take(payment);
    if (leased.length === free) return IDLE_MS;
    const next = await nextDue(storage);
    return next === undefined ? IDLE_MS : Math.min(IDLE_MS, Math.max(5, next - storage.clock.now()));
  }

  function take(payment: StoredPayment): Promise<void> {
    const work = workOn(payment).finally(() => {
      working.delete(work);
      if (working.size === SLOTS - 1) loop.within(0);
    });
    working.add(work);
    return work;
  }

  async function workOn(payment: StoredPayment): Promise<void> {
    // This process stood still for longer than its lease while it was sending; the answer may still come.
    if (payment.status === 'sending' && engine.underWay.has(payment.id)) return;
    try {
      const due = await checkAndRelease(engine, payment);
      if (typeof due === 'number' && due <= storage.clock.now()) loop.within(0);
    } catch (error) {
      // The lease lapses, and the payment comes up again.
      log.error({ err: error, payment: payment.id }, 'a look at a payment failed');
    }
  }

  async function pokeNow(id: PaymentId): Promise<void> {
    if (stopping || working.size >= SLOTS) return;
    const poke = leaseAndTake(id);
    pokes.add(poke);
    await poke.finally(() => pokes.delete(poke));
  }

  async function leaseAndTake(id: PaymentId): Promise<void> {
    const payment = await leaseOne(storage, id, LEASE_MS);
    // The stop gives back what was leased while it began.
    if (payment !== undefined && !stopping) await take(payment);
  }

  return {
    async start() {
      await makeAllDue(storage);
      if (!stopping) loop.start();
    },
    poke(id) {
      pokeNow(id).catch((error: unknown) => log.error({ err: error, payment: id }, 'a payment could not be leased'));
    },
    watched(payment) {
      if (payment.status !== 'pending' || payment.next_check_at === null) return;
      const now = storage.clock.now();
      const delay = delayToNextCheck({ age: now - (payment.sent_at ?? payment.created_at), watched: true, random: engine.random() });
      if (delay === null || payment.next_check_at <= now + delay) return;
      checkBy(storage, payment.id, now + delay)
        .then(() => loop.within(Math.min(delay, IDLE_MS)))
        .catch((error: unknown) => log.warn({ err: error, payment: payment.id }, 'a look could not be brought forward'));
    },
    async refresh(id) {
      await checkBy(storage, id, storage.clock.now(), true);
      await pokeNow(id);
      return findPayment(storage.store.db, id);
    },
    async stop() {
      stopping = true;
      await loop.stop();
      await Promise.allSettled(pokes);
      await Promise.all(working);
      await releaseAll(storage);
    },
  };
}

/**
 * Looks at a payment that this process has a lease on, and gives the lease back.
 *
 * @returns when it is due next, ms since 1970; null: never; undefined: the lease was lost meanwhile
 */
export async function checkAndRelease(engine: Engine, payment: StoredPayment): Promise<number | null | undefined> {
  engine.held.add(payment.id);
  try {
    const next = await look(engine, payment);
    if (typeof next === 'number') return await releaseAfterCheck(engine.storage, payment, engine.storage.clock.now() + next);
    const stopped = next === 'stopped' ? await stopChecks(engine.storage, payment) : undefined;
    if (stopped === undefined) return await releaseAfterCheck(engine.storage, payment, null);
    if (stopped.change !== null) announce(engine, stopped.payment, stopped.change);
    return null;
  } finally {
    engine.held.delete(payment.id);
  }
}
