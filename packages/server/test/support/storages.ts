import { randomBytes, randomUUID } from 'node:crypto';
import { type LinkId, type OrderReference, orderClaimsSchema } from '@tsena/shared/checkout';
import { emptyDatabase, type STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { insertLink, type NewLink } from '../../src/backoffice/links/linkRows.ts';
import {
  type OpeningOptions,
  type OpeningResult,
  openAttempt as openInTransaction,
} from '../../src/core/payments/openAttempt.ts';
import type { PaymentChanges } from '../../src/core/payments/paymentChanges.ts';
import type { PaymentChange } from '../../src/core/rules/decision.ts';
import type { HistoryEvent } from '../../src/core/rules/historyEvent.ts';
import type { RateLimits } from '../../src/core/rules/rateLimits.ts';
import { leaseWebhooks } from '../../src/core/storage/outbox.ts';
import type { PaymentRequest } from '../../src/core/storage/paymentRequest.ts';
import { readState } from '../../src/core/storage/paymentState.ts';
import { findPayment } from '../../src/core/storage/reads.ts';
import { hashSecret, newPaymentId, type Storage } from '../../src/core/storage/storage.ts';
import { writeDecision } from '../../src/core/storage/writeDecision.ts';
import type { StoredPayment, StoredWebhook } from '../../src/database/schema.ts';
import { openStore, type Store } from '../../src/database/store.ts';
import type { Trx } from '../../src/database/transaction.ts';
import { testClock } from './operatorFixture.ts';
import { COOLDOWN_MS, msisdn, storageOn } from './testCompanion.ts';

/**
 * Several instances on one database, with one clock that the test sets. On PostgreSQL each has its own connections. On
 * SQLite they share one connection: in one thread, a second connection would wait for the first and block the thread.
 */
export type Storages = Awaited<ReturnType<typeof openStorages>>;

/** Opens {@link Storages}. */
export async function openStorages(kind: (typeof STORES)[number], count = 1) {
  const { url, remove } = await emptyDatabase(kind);
  const clock = testClock();
  const first = await openStore(url);
  const stores: Store[] = [first];
  while (kind === 'postgres' && stores.length < count) stores.push(await openStore(url));
  const instances = Array.from({ length: count }, (_, index) =>
    storageOn(stores[index % stores.length] ?? first, clock),
  );
  const [storage] = instances;
  if (storage === undefined) throw new RangeError('at least one instance');
  return {
    url,
    clock,
    /** The first instance. */
    storage,
    /** All instances. */
    instances: instances as readonly Storage[],
    /** The instance at this index; indexes beyond the last begin again at the first. */
    at: (index: number) => instances[index % count] ?? storage,
    /** Deletes all rows. */
    async empty() {
      await first.transact(async (trx) => {
        for (const table of TABLES) await trx.deleteFrom(table).execute();
      });
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      remove();
    },
  };
}

/** All tables with rows of a merchant, those first that refer to others. */
const TABLES = [
  ...(['mail_kinds', 'refunds', 'outbox', 'events', 'callbacks', 'payments', 'receipt_numbers'] as const),
  ...(['links', 'orders', 'idempotency_keys', 'sessions', 'keys', 'backups', 'tokens', 'settings', 'audit'] as const),
];

const PHONE = msisdn('0343500003');

/** A request to open a payment, with the settings that it depends on. */
export interface TestAttempt extends PaymentRequest, Pick<OpeningOptions, 'limits' | 'cooldownMs' | 'partnerMsisdn'> {
  readonly correlationId: string;
  readonly reference: string;
  readonly callbackSecret: string | null;
}

/** A request to open a payment for an order. */
export function attempt(
  order: string,
  change: Partial<Omit<TestAttempt, 'limits'>> & {
    readonly amount?: string;
    readonly limits?: Partial<RateLimits>;
  } = {},
): TestAttempt {
  const { amount = '25000', limits, ...rest } = change;
  return {
    claims: z.parse(orderClaimsSchema, { sub: order, amount, exp: 4_102_444_800 }),
    msisdn: PHONE,
    language: 'mg',
    addressHash: null,
    askedAbout: 'all',
    correlationId: randomUUID(),
    reference: randomBytes(12).toString('hex'),
    callbackSecret: null,
    partnerMsisdn: msisdn('0343500004'),
    cooldownMs: COOLDOWN_MS,
    limits: { perMsisdn: null, perIp: null, perLink: null, ...limits },
    ...rest,
  };
}

/** Opens a payment as `created`, if that is allowed. */
export function openAttempt(storage: Storage, request: TestAttempt): Promise<OpeningResult> {
  const { correlationId, reference, callbackSecret, limits, cooldownMs, partnerMsisdn } = request;
  const payment = {
    id: newPaymentId(),
    correlation_id: correlationId,
    reference,
    callback_hash: callbackSecret === null ? null : hashSecret(callbackSecret),
  };
  const settings = { limits, cooldownMs, partnerMsisdn };
  const process = { isStopping: () => false, turnInMs: () => 0, takeTurn: () => false };
  return openInTransaction({ storage, ...settings, ...process }, request, payment);
}

/** Opens a payment, and throws if that is not allowed. */
export async function opened(storage: Storage, request: TestAttempt): Promise<StoredPayment> {
  const opening = await openAttempt(storage, request);
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  return opening.payment;
}

/** A change that a test writes; the data of its event may be missing. */
export type TestChange = Omit<PaymentChange, 'event'> & {
  readonly event: { readonly kind: HistoryEvent['kind']; readonly data?: object };
};

/** Writes a change of a payment, whatever its state. */
export async function changed(storage: Storage, id: StoredPayment['id'], change: TestChange): Promise<StoredPayment> {
  return (await writeTestChange(storage, id, change)).payment;
}

/** Writes a change of a payment, whatever its state, and announces it. */
export async function announced(
  { storage, changes }: { readonly storage: Storage; readonly changes: PaymentChanges },
  id: StoredPayment['id'],
  change: TestChange,
): Promise<StoredPayment> {
  const { payment, written } = await writeTestChange(storage, id, change);
  changes.announce(written);
  return payment;
}

function writeTestChange(storage: Storage, id: StoredPayment['id'], change: TestChange) {
  return storage.store.transact((trx) => changedWithin(storage, trx, id, change));
}

/** {@link changed} within a transaction of the test. */
export async function changedWithin(
  storage: Storage,
  trx: Trx,
  id: StoredPayment['id'],
  { event, ...rest }: TestChange,
) {
  const change = { ...rest, event: { data: {}, ...event } as HistoryEvent };
  const state = await readState(storage, trx, id, { kind: 'reference_returned' });
  if (state === undefined) throw new Error('there is no such payment');
  return writeDecision(storage, trx, state, { changes: [change], outcome: null });
}

const free = { lease_owner: null, lease_until: null } as const;

/** Writes that the operator has accepted a payment, whose status check is due now. */
export async function accept(
  storage: Storage,
  { id, correlation_id, reference }: StoredPayment,
): Promise<StoredPayment> {
  const now = storage.clock.now();
  const ids = { correlationId: correlation_id, reference };
  await changed(storage, id, { to: 'sending', set: { sent_at: now }, event: { kind: 'sending', data: ids } });
  return changed(storage, id, {
    to: 'pending',
    set: { ...free, server_correlation_id: randomUUID(), correlation_source: 'initiation', next_check_at: now },
    event: { kind: 'accepted', data: { serverCorrelationId: 'sc', notificationMethod: null } },
  });
}

/** Opens a payment that the operator has accepted. */
export async function pending(
  storage: Storage,
  order: string,
  change: Parameters<typeof attempt>[1] = {},
): Promise<StoredPayment> {
  return accept(storage, await opened(storage, attempt(order, change)));
}

/** Reads a payment again. */
export async function read({ store }: Storage, { id }: Pick<StoredPayment, 'id'>): Promise<StoredPayment> {
  const payment = await findPayment(store.db, id);
  if (payment === undefined) throw new Error('the payment is gone');
  return payment;
}

/** Makes a payment with two webhooks: it failed, then completed. */
export async function withTwoWebhooks(storage: Storage, order: string): Promise<StoredPayment> {
  const payment = await pending(storage, order);
  await changed(storage, payment.id, {
    to: 'failed',
    event: { kind: 'failed', data: { code: 'payment_failed', reason: null } },
    webhook: 'payment.failed',
  });
  return changed(storage, payment.id, {
    to: 'completed',
    event: { kind: 'completed', data: { transactionId: null, verified: true } },
    webhook: 'payment.completed',
  });
}

/** Leases the webhook that is due first, for 30 s, and throws if none is due. */
export async function leaseWebhook(storage: Storage): Promise<StoredWebhook> {
  const [webhook] = await leaseWebhooks(storage, 30_000, 1);
  if (webhook === undefined) throw new Error('no webhook is due');
  return webhook;
}

/** A payment link of ORDER-1 and 25,000 Ar, for one payment, without an end. */
export const LINK = {
  source: 'merchant',
  order_reference: 'ORDER-1' as OrderReference,
  amount: 25_000,
  description: null,
  return_url: null,
  original_transaction_reference: null,
  foreign_currency: null,
  foreign_amount: null,
  reusable: 0,
  claims_hash: null,
  created_by: 'Hanta',
  expires_at: null,
} satisfies NewLink;

/** Makes a payment link, like {@link LINK} except for these values. */
export async function newLink(storage: Storage, change: Partial<NewLink> = {}): Promise<LinkId> {
  const { id } = await storage.store.transact((trx) => insertLink(storage, trx, { ...LINK, ...change }));
  return id;
}

/** Runs `work` this many times at the same time and waits for all. */
export function together<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** Waits until work of another transaction waits for a lock on PostgreSQL, or has ended without waiting for one. */
export async function untilBlocked({ storage }: Storages, work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  work.then(end, end);
  while (!hasEnded) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(storage.store.db);
    if (rows.length > 0) return;
  }
}
