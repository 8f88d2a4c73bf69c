import type { PaymentId } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completedDetails, type ObservedPayments, openObservedPayments, orderOf } from '../../test/support/observedPayments.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import type { DetailsOutcome, StatusOutcome } from '../rules/operatorAnswers.ts';
import { hashSecret } from '../storage/storage.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SECRET = 'a-callback-secret';

const unavailable = (retryAfterMs: number | null = null) => ({ kind: 'unavailable', reason: '503', retryAfterMs }) as const;
const stateOf = (
  state: 'pending' | 'completed' | 'failed' | 'declined' | 'unknown',
  objectReference: string | null = null,
): StatusOutcome => ({
  kind: 'state',
  state,
  operatorStatus: state,
  objectReference,
});
const detailsOf = (change: object = {}): DetailsOutcome => ({ kind: 'details', details: completedDetails(change) });

let world: ObservedPayments;
/** The status of each serverCorrelationId, and the details of each transaction; others are unknown. */
let statuses: Record<string, StatusOutcome>;
let details: Record<string, DetailsOutcome>;
beforeEach(async () => {
  world = await openObservedPayments();
  statuses = {};
  details = {};
  world.answers.status = async (id) => statuses[id] ?? stateOf('unknown');
  world.answers.details = async (id) => details[id] ?? { kind: 'absent', reason: '404' };
});
afterEach(() => world.close());

/** A payment whose serverCorrelationId is unknown. */
function unresolved(values: Parameters<ObservedPayments['seed']>[0] = {}): Promise<PaymentId> {
  return world.seed({
    status: 'unresolved',
    server_correlation_id: null,
    correlation_source: null,
    callback_hash: hashSecret(SECRET),
    created_at: NOW - HOUR,
    ...values,
  });
}

async function callback(serverCorrelationId: string, transactionReference = ''): Promise<void> {
  await receiveCallback(world.companion.storage, SECRET, { serverCorrelationId, transactionReference, status: 'completed' });
}

/** A status check now, whatever is planned. */
async function check(id: PaymentId, values: { readonly callback_checks?: number } = {}, options = {}) {
  const due = { lease_owner: null, lease_until: null, next_check_at: world.clock.now(), callback_checks: 0, ...values };
  await world.store.db.updateTable('payments').set(due).where('id', '=', id).execute();
  return world.check(id, options);
}

/** Why callbacks of a payment were rejected, in order. */
async function rejections(id: PaymentId): Promise<unknown[]> {
  return (await world.events(id)).filter(([kind]) => kind === 'callback_rejected').map(([, data]) => data);
}

/** The serverCorrelationIds of a payment's callbacks that were not rejected. */
async function open(id: PaymentId): Promise<string[]> {
  const rows = await world.store.db
    .selectFrom('callbacks')
    .select('server_correlation_id')
    .where('payment_id', '=', id)
    .where('rejected', '=', 0)
    .execute();
  return rows.map((row) => row.server_correlation_id);
}

describe('an unresolved payment', () => {
  it.each([[], ['']])('with the callbacks %j is not asked about', async (...named) => {
    const id = await unresolved();
    for (const one of named) await callback(one);
    expect(await check(id)).toBe('done');
    expect(world.asked).toEqual([]);
  });

  it('completes by the transaction of a callback’s serverCorrelationId, read within the budget of callbacks', async () => {
    const id = await unresolved({ callback_checks: 0 });
    await callback('sc-7');
    statuses['sc-7'] = stateOf('completed', '636042511');
    details['636042511'] = detailsOf({ fees: [{ feeAmount: '150' }] });
    expect(await check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      server_correlation_id: 'sc-7',
      correlation_source: 'callback',
      transaction_id: '636042511',
      fees: '150',
      verified: 1,
      transaction_created_at: NOW,
      transaction_proven: 1,
      final_at: NOW,
    });
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
    expect(world.asked).toEqual([`named ${id} status sc-7`, `named ${id} details 636042511`]);
    expect(world.steps).toEqual(['status read', 'details read', 'result written']);
  });

  it('is checked by its newest callbacks first, five at a time, until one has its result', async () => {
    const id = await unresolved();
    for (let n = 1; n <= 7; n += 1) {
      await callback(`sc-${n}`);
      world.clock.advance(SECOND);
    }
    statuses['sc-4'] = stateOf('completed', '636042511');
    details['636042511'] = detailsOf();
    expect(await check(id)).toBe('done');
    expect(world.asked.map((line) => line.split(' ').slice(2).join(' '))).toEqual([
      'status sc-7',
      'status sc-6',
      'status sc-5',
      'status sc-4',
      'details 636042511',
    ]);
    expect(await world.read(id)).toMatchObject({ status: 'completed', server_correlation_id: 'sc-4' });
  });

  it('is asked about by no more than five of its callbacks', async () => {
    const id = await unresolved();
    for (let n = 1; n <= 7; n += 1) await callback(`sc-${n}`);
    await check(id);
    expect(world.asked).toHaveLength(5);
  });

  it.each(['failed', 'declined'] as const)('fails where the transaction %s and its details do not differ', async (state) => {
    const id = await unresolved();
    await callback('sc-7');
    statuses['sc-7'] = stateOf(state, '636042511');
    details['636042511'] = detailsOf({ transactionStatus: 'failed' });
    expect(await check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({
      status: 'failed',
      failure_code: state === 'failed' ? 'payment_failed' : 'payment_declined',
      server_correlation_id: null,
    });
    expect(world.asked).toEqual([`named ${id} status sc-7`, `named ${id} details 636042511`]);
  });

  it('completes by a debit although a newer callback names a declined transaction whose details agree', async () => {
    const id = await unresolved();
    await callback('sc-debited');
    world.clock.advance(SECOND);
    await callback('sc-declined');
    statuses['sc-declined'] = stateOf('declined', '636042510');
    details['636042510'] = detailsOf({ transactionStatus: 'declined' });
    statuses['sc-debited'] = stateOf('completed', '636042511');
    details['636042511'] = detailsOf();
    expect(await check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', server_correlation_id: 'sc-debited' });
  });

  it('does not fail by a failed transaction while another one, that a callback named too, is open', async () => {
    const id = await unresolved();
    await callback('sc-own');
    world.clock.advance(SECOND);
    await callback('sc-7');
    statuses['sc-7'] = stateOf('failed', null);
    expect(await check(id)).toBe(2 * SECOND);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved' });
    statuses['sc-own'] = stateOf('failed', null);
    expect(await check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['absent', { kind: 'absent', reason: '404' }],
    ['unavailable', unavailable()],
    ['not named', undefined],
  ] as const)('fails where the transaction failed and its details are %s', async (_what, answer) => {
    const id = await unresolved();
    await callback('sc-7');
    statuses['sc-7'] = stateOf('failed', answer === undefined ? null : '636042511');
    if (answer !== undefined) details['636042511'] = answer;
    expect(await check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed', failure_code: 'payment_failed' });
  });

  it('stays unresolved and needs review where the status is failed and the details say completed', async () => {
    const id = await unresolved({ created_at: NOW - 10 * MINUTE });
    await callback('sc-7');
    statuses['sc-7'] = stateOf('failed', '636042511');
    details['636042511'] = detailsOf();
    expect(await check(id)).toBe(30 * SECOND);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', differences: 'transactionStatus' });
  });

  it('needs review where the operator reports the transaction as completed without naming it, and waits', async () => {
    const id = await unresolved({ resolution: 'not_received', resolution_reason: 'no SMS', resolution_by: 'Hanta' });
    await callback('sc-7');
    statuses['sc-7'] = stateOf('completed');
    world.clock.advance(MINUTE);
    expect(await check(id)).toBe(10 * SECOND);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', differences: 'objectReference', resolution: null });
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    expect(await open(id)).toEqual(['sc-7']);
    expect(world.asked).toEqual([`named ${id} status sc-7`]);
  });

  it('completes by the transaction that the callback names itself, where the operator’s status does not name it, and asks about no other', async () => {
    const id = await unresolved();
    await callback('sc-1');
    world.clock.advance(SECOND);
    await callback('sc-7', '636042511');
    statuses['sc-7'] = stateOf('completed');
    details['636042511'] = detailsOf();
    expect(await check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: '636042511', differences: null });
    expect(world.asked).toEqual([`named ${id} status sc-7`, `named ${id} details 636042511`]);
  });

  it('by the operator’s own reference, where the callback names another one', async () => {
    const id = await unresolved();
    await callback('sc-7', '999999999');
    statuses['sc-7'] = stateOf('completed', '636042511');
    details['636042511'] = detailsOf();
    expect(await check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: '636042511' });
  });

  it('waits as long as the operator asks where the transaction that the callback names cannot be read', async () => {
    const id = await unresolved();
    await callback('sc-7', '636042511');
    statuses['sc-7'] = stateOf('completed');
    details['636042511'] = unavailable(5 * MINUTE);
    expect(await check(id)).toBe(5 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', differences: null });
  });
});

describe('a callback whose transaction has no result yet', () => {
  it.each<readonly [string, StatusOutcome, DetailsOutcome | undefined]>([
    ['is pending', stateOf('pending'), undefined],
    ['is unknown to the operator', stateOf('unknown'), undefined],
    ['has no readable status', unavailable(), undefined],
    ['has no readable details', stateOf('completed', '636042511'), unavailable()],
    ['has details that say nothing', stateOf('completed', '636042511'), detailsOf({ amount: undefined })],
  ])('that %s is checked again by the time since the callback came', async (_what, status, answer) => {
    const id = await unresolved();
    await callback('sc-7');
    statuses['sc-7'] = status;
    if (answer !== undefined) details['636042511'] = answer;
    world.clock.advance(MINUTE);
    expect(await check(id)).toBe(10 * SECOND);
    expect(await open(id)).toEqual(['sc-7']);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', differences: null });
  });

  it.each<readonly [string, StatusOutcome, DetailsOutcome]>([
    ['status', unavailable(HOUR), unavailable()],
    ['details', stateOf('completed', '636042511'), unavailable(HOUR)],
  ])('is checked again no sooner than the operator asked about its %s', async (_what, status, answer) => {
    const id = await unresolved();
    await callback('sc-7');
    statuses['sc-7'] = status;
    details['636042511'] = answer;
    expect(await check(id)).toBe(HOUR);
  });

  it.each([
    [2, 3, 1],
    [1, 3, 2],
    [3, 1, 2],
  ])('decides with the other callbacks of the payment, after %s, %s and %s minutes: the earliest check counts', async (...minutes) => {
    const id = await unresolved();
    for (const [index, after] of minutes.entries()) {
      await callback(`sc-${index}`);
      statuses[`sc-${index}`] = unavailable(after * MINUTE);
    }
    expect(await check(id)).toBe(MINUTE);
  });

  it.each([
    [0, 2 * SECOND],
    [4, 2 * SECOND],
    [5, 10 * SECOND],
    [24, 10 * SECOND],
    [25, 5 * MINUTE],
  ])('is checked again, after %s checks for callbacks, in %s ms', async (callback_checks, next) => {
    const id = await unresolved();
    await callback('sc-7');
    statuses['sc-7'] = stateOf('pending');
    expect(await check(id, { callback_checks })).toBe(next);
  });

  it.each([
    ['ten minutes', 10 * MINUTE, 30 * SECOND, []],
    ['a millisecond more', 10 * MINUTE + 1, 'done', [{ why: 'the operator does not know it' }]],
  ] as const)('is rejected as unknown not before the operator has not known it for %s', async (_time, ageMs, next, why) => {
    const id = await unresolved();
    await callback('sc-7');
    world.clock.advance(ageMs);
    expect(await check(id)).toBe(next);
    expect(await rejections(id)).toEqual(why);
    expect(await open(id)).toEqual(why.length === 0 ? ['sc-7'] : []);
  });

  it('is not rejected as unknown while nobody knows how long ago it came, after a step of the clock', async () => {
    const id = await unresolved();
    await callback('sc-7');
    world.clock.advance(20 * MINUTE);
    const clock = { now: () => world.clock.now(), steadyFor: () => 10 * MINUTE - 1 };
    await check(id, {}, { storage: { ...world.companion.storage, clock } });
    expect(await open(id)).toEqual(['sc-7']);
  });
});

describe('a callback is rejected, with the reason in the history,', () => {
  it.each<readonly [string, StatusOutcome, DetailsOutcome, string]>([
    [
      'where its completed transaction differs',
      stateOf('completed', '636042511'),
      detailsOf({ amount: '24000.00', currency: 'EUR' }),
      'the details differ in amount, currency',
    ],
    [
      'where its failed transaction differs',
      stateOf('failed', '636042511'),
      detailsOf({ amount: '24000.00' }),
      'the details differ in amount',
    ],
  ])('%s: the payment stays unresolved, and no check follows', async (_why, status, answer, why) => {
    const id = await unresolved();
    await callback('sc-7');
    statuses['sc-7'] = status;
    details['636042511'] = answer;
    expect(await check(id)).toBe('done');
    expect(await rejections(id)).toEqual([{ why }]);
    expect(await open(id)).toEqual([]);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', differences: null });
    world.clock.advance(MINUTE);
    expect(await check(id)).toBe('done');
    expect(await rejections(id)).toHaveLength(1);
  });

  it('where its serverCorrelationId is another payment’s, without a question to the operator', async () => {
    await world.seed({ order_reference: orderOf('ORDER-2'), server_correlation_id: 'sc-7' });
    const id = await unresolved();
    await callback('sc-7');
    expect(await check(id)).toBe('done');
    expect(await rejections(id)).toEqual([{ why: 'it is another payment’s' }]);
    expect(world.asked).toEqual([]);
  });

  it('where its transaction has paid another payment', async () => {
    await world.seed({
      order_reference: orderOf('ORDER-2'),
      status: 'completed',
      transaction_id: '636042511',
      server_correlation_id: 'sc-1',
    });
    const id = await unresolved();
    await callback('sc-7');
    statuses['sc-7'] = stateOf('completed', '636042511');
    details['636042511'] = detailsOf();
    expect(await check(id)).toBe('done');
    expect(await rejections(id)).toEqual([{ why: 'its transaction is another payment’s' }]);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', server_correlation_id: null, transaction_id: null });
  });

  it('and the next one is checked in the same round', async () => {
    const id = await unresolved();
    await callback('sc-1');
    world.clock.advance(SECOND);
    await callback('sc-2');
    statuses = { 'sc-1': stateOf('pending'), 'sc-2': stateOf('completed', '999999999') };
    details['999999999'] = detailsOf({ amount: '1.00' });
    expect(await check(id)).toBe(2 * SECOND);
    expect(await open(id)).toEqual(['sc-1']);
    expect(await rejections(id)).toHaveLength(1);
  });

  it('and not where the database fails: the callback stays', async () => {
    const id = await unresolved();
    await callback('sc-7');
    statuses['sc-7'] = stateOf('completed', '636042511');
    details['636042511'] = detailsOf();
    const { changes } = world.companion;
    const failing: typeof changes = {
      ...changes,
      apply: () => Promise.reject(new Error('disk full')),
    };
    await expect(check(id, {}, { changes: failing })).rejects.toThrow('disk full');
    expect(await open(id)).toEqual(['sc-7']);
  });
});

describe('a failed payment whose request was refused, and that has a callback,', () => {
  const refused = { status: 'failed', failure_code: 'request_refused', final_at: NOW - HOUR } as const;

  it('completes where the transaction completed and its details match', async () => {
    const id = await unresolved(refused);
    await callback('sc-7');
    statuses['sc-7'] = stateOf('completed', '636042511');
    details['636042511'] = detailsOf();
    expect(await check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', server_correlation_id: 'sc-7', failure_code: null });
  });

  it.each(['failed', 'declined'] as const)(
    'stays as it is where the transaction %s, and its other callbacks are checked',
    async (state) => {
      const id = await unresolved(refused);
      await callback('sc-1');
      world.clock.advance(SECOND);
      await callback('sc-7');
      statuses['sc-7'] = stateOf(state, '636042511');
      const { version } = await world.read(id);
      expect(await check(id)).toBe(2 * SECOND);
      expect(await world.read(id)).toMatchObject({ status: 'failed', failure_code: 'request_refused', final_at: NOW - HOUR, version });
      expect(world.asked).toEqual([`named ${id} status sc-7`, `named ${id} status sc-1`]);
    },
  );

  it('does not need review where the transaction completed and has no name', async () => {
    const id = await unresolved(refused);
    await callback('sc-7');
    statuses['sc-7'] = stateOf('completed');
    expect(await check(id)).toBe(2 * SECOND);
    expect(await world.read(id)).toMatchObject({ status: 'failed', differences: null });
  });
});
