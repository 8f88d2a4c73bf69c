import type { PaymentId } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completedDetails, type ObservedPayments, openObservedPayments, orderOf } from '../../test/support/observedPayments.ts';
import type { DetailsOutcome } from '../operator/outcome.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import { hashSecret } from '../storage/storage.ts';
import { completeByNamedTransaction } from './namedTransactions.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const SECRET = 'a-callback-secret';

const unavailable = (retryAfterMs: number | null) => ({ kind: 'unavailable', reason: '503', retryAfterMs }) as const;
const detailsOf = (change: object = {}): DetailsOutcome => ({ kind: 'details', details: completedDetails(change) });

let world: ObservedPayments;
let details: Record<string, DetailsOutcome>;
beforeEach(async () => {
  world = await openObservedPayments();
  details = {};
  world.answers.details = async (reference) => details[reference] ?? { kind: 'absent', reason: '404' };
});
afterEach(() => world.close());

/** A payment that the operator reports as completed without its transaction, and whose callbacks name these, the last one newest. */
async function named(...references: readonly string[]): Promise<PaymentId> {
  const id = await world.seed({ differences: 'objectReference', callback_hash: hashSecret(SECRET) });
  for (const transactionReference of references) {
    await receiveCallback(world.companion.storage, SECRET, { serverCorrelationId: 'sc-1', transactionReference, status: 'completed' });
    world.clock.advance(SECOND);
  }
  return id;
}

async function complete(id: PaymentId, options = world.companion) {
  await world.store.db.updateTable('payments').set({ next_check_at: NOW, lease_until: null }).where('id', '=', id).execute();
  return completeByNamedTransaction(options, await world.lease(id), world.companion.operator);
}

async function rejections(id: PaymentId): Promise<unknown[]> {
  return (await world.events(id)).filter(([kind]) => kind === 'callback_rejected').map(([, data]) => data);
}

it('completes by the transaction whose details match, with its event and webhook', async () => {
  const id = await named('636042511');
  details['636042511'] = detailsOf({ fees: [{ feeAmount: '150' }] });
  expect(await complete(id)).toEqual({ isCompleted: true });
  expect(await world.read(id)).toMatchObject({
    status: 'completed',
    transaction_id: '636042511',
    fees: '150',
    verified: 1,
    differences: null,
    failure_code: null,
    transaction_created_at: NOW,
    transaction_proven: 0,
  });
  expect((await world.events(id)).at(-1)).toEqual(['completed', { transactionId: '636042511', verified: true, by: 'callback' }]);
  expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
});

it('tries the newest callbacks first, five at most, and none after the one that completes it', async () => {
  const id = await named('100001', '100002', '100003', '100004', '100005', '100006', '100007');
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
  expect(world.asked).toEqual(['details 100007', 'details 100006', 'details 100005', 'details 100004', 'details 100003']);
  details['100006'] = detailsOf();
  expect(await complete(id)).toEqual({ isCompleted: true });
  expect(world.asked.slice(5)).toEqual(['details 100007', 'details 100006']);
});

it.each<readonly [string, number | null, Record<string, DetailsOutcome>]>([
  ['the newest', 60_000, { '100002': unavailable(60_000) }],
  ['the oldest', 60_000, { '100001': unavailable(60_000) }],
  ['none', null, { '100001': unavailable(null) }],
  ['an older one', 60_000, { '100001': unavailable(60_000), '100002': unavailable(null) }],
  ['a newer one', 60_000, { '100001': unavailable(null), '100002': unavailable(60_000) }],
])('waits as long as the operator asked about %s of its callbacks', async (_which, retryAfterMs, answers) => {
  const id = await named('100001', '100002');
  details = answers;
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs });
  expect(await rejections(id)).toEqual([]);
});

it.each([
  ['ten minutes', 10 * MINUTE, []],
  ['a millisecond more', 10 * MINUTE + 1, [{ why: 'the operator does not know the transaction' }]],
] as const)('rejects a transaction not before the operator has not known it for %s', async (_time, ageMs, why) => {
  const id = await named('636042511');
  world.clock.advance(ageMs - SECOND);
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
  expect(await rejections(id)).toEqual(why);
});

it('rejects no transaction as unknown while nobody knows how long ago it was named, after a step of the clock', async () => {
  const id = await named('636042511');
  world.clock.advance(20 * MINUTE);
  const clock = { now: () => world.clock.now(), steadyFor: () => 10 * MINUTE - 1 };
  await complete(id, { ...world.companion, storage: { ...world.companion.storage, clock } });
  expect(await rejections(id)).toEqual([]);
});

it('rejects a transaction whose details differ, once, and stays open', async () => {
  const id = await named('636042511');
  details['636042511'] = detailsOf({ amount: '24000.00', currency: 'EUR' });
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
  expect(await rejections(id)).toEqual([{ why: 'the details differ in amount, currency' }]);
  expect(await world.read(id)).toMatchObject({ status: 'pending', differences: 'objectReference' });
  expect(world.asked).toHaveLength(1);
});

it.each([
  ['lack the amount', detailsOf({ amount: undefined })],
  ['are pending', detailsOf({ transactionStatus: 'pending' })],
])('keeps a transaction whose details %s for the next check', async (_what, answer) => {
  const id = await named('636042511');
  details['636042511'] = answer;
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
  expect(await rejections(id)).toEqual([]);
});

const OTHER = 'its transaction is of another payment or another time';

it('rejects a transaction of another time', async () => {
  const id = await named('636042511');
  details['636042511'] = detailsOf({ creationDate: '2026-11-19T12:00:00Z' });
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
  expect(await rejections(id)).toEqual([{ why: OTHER }]);
});

it('rejects a transaction that has paid another payment', async () => {
  await world.seed({
    order_reference: orderOf('ORDER-2'),
    status: 'completed',
    transaction_id: '636042511',
    server_correlation_id: 'sc-2',
  });
  const id = await named('636042511');
  details['636042511'] = detailsOf();
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
  expect(await rejections(id)).toEqual([{ why: OTHER }]);
});

it('rejects a transaction while another payment of that time completed without its details: it may be that one’s', async () => {
  await world.seed({
    order_reference: orderOf('ORDER-2'),
    status: 'completed',
    verified: 0,
    transaction_id: '700000022',
    server_correlation_id: 'sc-2',
  });
  const id = await named('636042511');
  details['636042511'] = detailsOf();
  expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
  expect(await rejections(id)).toEqual([{ why: OTHER }]);
});

it('completes nothing for a process that has lost its lease meanwhile, and keeps the callback', async () => {
  const id = await named('636042511');
  details['636042511'] = detailsOf();
  const leased = await world.lease(id);
  await world.store.db
    .updateTable('payments')
    .set({ fence: leased.fence + 1 })
    .where('id', '=', id)
    .execute();
  expect(await completeByNamedTransaction(world.companion, leased, world.companion.operator)).toEqual({
    isCompleted: false,
    retryAfterMs: null,
  });
  expect(await world.read(id)).toMatchObject({ status: 'pending', transaction_id: null });
  expect(await rejections(id)).toEqual([]);
});

it('rejects nothing for a process that has lost its lease meanwhile', async () => {
  const id = await named('636042511');
  details['636042511'] = detailsOf({ creationDate: '2026-11-19T12:00:00Z' });
  const leased = await world.lease(id);
  await world.store.db
    .updateTable('payments')
    .set({ fence: leased.fence + 1 })
    .where('id', '=', id)
    .execute();
  expect(await completeByNamedTransaction(world.companion, leased, world.companion.operator)).toEqual({
    isCompleted: false,
    retryAfterMs: null,
  });
  expect(await rejections(id)).toEqual([]);
});

describe('a payment that changes while its transaction is read', () => {
  it.each(['unresolved', 'failed'] as const)('to %s is not completed, and the callback stays', async (status) => {
    const id = await named('636042511');
    world.answers.details = async () => {
      await world.store.db.updateTable('payments').set({ status }).where('id', '=', id).execute();
      return detailsOf();
    };
    expect(await complete(id)).toEqual({ isCompleted: false, retryAfterMs: null });
    expect(await world.read(id)).toMatchObject({ status, transaction_id: null });
    expect(await rejections(id)).toEqual([]);
  });

  it('to completed is completed', async () => {
    const id = await named('636042511');
    world.answers.details = async () => {
      await world.store.db.updateTable('payments').set({ status: 'completed' }).where('id', '=', id).execute();
      return detailsOf();
    };
    expect(await complete(id)).toEqual({ isCompleted: true });
  });
});
