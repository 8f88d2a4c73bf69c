import { randomBytes, randomUUID } from 'node:crypto';
import { orderClaimsSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import { type AttemptRequest, openAttempt } from '../ledger/attempts.ts';
import { type Change, changePayment } from '../ledger/changes.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { StoredPayment } from '../ledger/schema.ts';
import { openStore, type Store } from '../ledger/store.ts';
import { viewPayment } from '../payments/view.ts';
import { COOLDOWN, msisdn } from './engine.ts';
import { type TestClock, testClock } from './operatorFixture.ts';
import { emptyDatabase, type STORES } from './stores.ts';

/**
 * Several instances on one database; their clock is one, and the test's. On PostgreSQL each has connections of its own. On SQLite
 * they share the one that a companion has: in one thread a second one would wait for the first with the thread held.
 */
export interface Ledgers {
  readonly url: string;
  readonly clock: TestClock;
  /** The first instance. */
  readonly ledger: Ledger;
  /** All of them. */
  readonly instances: readonly Ledger[];
  /** Another instance at each number. */
  at(index: number): Ledger;
  /** Takes all rows away. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openLedgers(kind: (typeof STORES)[number], count = 1): Promise<Ledgers> {
  const { url, remove } = await emptyDatabase(kind);
  const clock = testClock();
  const stores: Store[] = [await openStore(url)];
  while (kind === 'postgres' && stores.length < count) stores.push(await openStore(url));
  const instances = Array.from({ length: count }, (_, index) => ledgerOn(stores[index % stores.length], clock));
  const [ledger] = instances;
  if (ledger === undefined) throw new RangeError('at least one instance');
  return {
    url,
    clock,
    ledger,
    instances,
    at: (index) => instances[index % count] ?? ledger,
    async empty() {
      for (const table of ['outbox', 'events', 'callbacks', 'payments', 'orders'] as const) {
        await ledger.store.db.deleteFrom(table).execute();
      }
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      remove();
    },
  };
}

function ledgerOn(store: Store | undefined, clock: TestClock): Ledger {
  if (store === undefined) throw new RangeError('at least one store');
  return {
    store,
    clock,
    owner: randomBytes(6).toString('hex'),
    tellsShop: true,
    describe: (payment) => viewPayment(payment, { partnerName: 'Tsena', cooldownMs: COOLDOWN, now: clock.now() }),
  };
}

const PHONE = msisdn('0343500003');

/** A request to open an attempt for an order. */
export function attempt(order: string, change: Partial<AttemptRequest> & { readonly amount?: string } = {}): AttemptRequest {
  const { amount = '25000', ...rest } = change;
  return {
    claims: z.parse(orderClaimsSchema, { sub: order, amount, exp: 4_102_444_800 }),
    msisdn: PHONE,
    language: 'mg',
    addressHash: null,
    correlationId: randomUUID(),
    reference: randomBytes(12).toString('hex'),
    callbackSecret: null,
    cooldownMs: COOLDOWN,
    leaseMs: 12_000,
    limits: { perMsisdn: null, perIp: null },
    ...rest,
  };
}

/** Opens an attempt that is known to be free to open. */
export async function opened(ledger: Ledger, request: AttemptRequest): Promise<StoredPayment> {
  const opening = await openAttempt(ledger, request);
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  return opening.payment;
}

/** Makes a change that is known to be allowed. */
export async function changed(ledger: Ledger, id: StoredPayment['id'], change: Change): Promise<StoredPayment> {
  const payment = await changePayment(ledger, id, change);
  if (payment === null) throw new Error(`the change to ${change.to} was not allowed`);
  return payment;
}

const free = { lease_owner: null, lease_until: null } as const;

/** A payment that the operator has accepted, due for a look now. */
export async function pending(ledger: Ledger, order: string, change: Parameters<typeof attempt>[1] = {}): Promise<StoredPayment> {
  const created = await opened(ledger, attempt(order, change));
  const now = ledger.clock.now();
  await changed(ledger, created.id, { to: 'sending', set: { sent_at: now }, event: { kind: 'sending' } });
  return changed(ledger, created.id, {
    to: 'pending',
    set: { ...free, server_correlation_id: randomUUID(), correlation_source: 'initiation', next_look_at: now },
    event: { kind: 'accepted' },
  });
}

/** Runs each of them at once and waits for all. */
export function together<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}
