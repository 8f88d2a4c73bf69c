import { type DetailsResponse, detailsResponseSchema } from '@tsena/shared/operator';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { historyOf } from '../storage/reads.ts';

const MINUTE = 60_000;

const complete = {
  amount: '25000.00',
  currency: 'Ar',
  debitParty: [{ key: 'msisdn', value: '0343500003' }],
  creditParty: [{ key: 'msisdn', value: '0343500004' }],
  transactionStatus: 'completed',
  creationDate: '2026-01-01T00:00:00Z',
};

function detailsWith(change: object): DetailsResponse {
  return z.parse(detailsResponseSchema, { ...complete, ...change });
}

describe.each(STORES)('verification of a completed payment on %s', (kind) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
  });
  afterEach(() => world.close());

  function answerDetails(change: object): void {
    world.operator.details = async () => ({ kind: 'details', details: detailsWith(change) });
  }

  it.each([
    ['lack the amount', { amount: undefined }],
    ['lack the currency', { currency: undefined }],
    ['lack the payer', { debitParty: undefined }],
    ['name no number for the payer', { debitParty: [] }],
    ['lack the merchant', { creditParty: undefined }],
    ['have the status pending', { transactionStatus: 'pending' }],
    ['have the status failed', { transactionStatus: 'failed' }],
    ['have an unknown status', { transactionStatus: 'expired' }],
  ])('does not complete a payment whose details %s', async (_what, change) => {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    answerDetails(change);
    await world.pass(9 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', verified: null, transaction_id: null, differences: null });
    expect(await world.webhookTypes(payment.id)).toEqual([]);

    answerDetails({});
    await world.pass(2 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 1 });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.completed']);
  });

  it('keeps when the operator created the transaction of a completed payment, and that it is no other payment’s', async () => {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    answerDetails({ creationDate: '2026-01-01T00:00:07Z' });
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({
      status: 'completed',
      transaction_created_at: Date.parse('2026-01-01T00:00:07Z'),
      transaction_proven: 1,
    });
  });

  it('verifies a payment that completed without readable details once they can be read, and keeps the same of it', async () => {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    world.operator.details = async () => ({ kind: 'unavailable', reason: '503', retryAfterMs: null });
    await world.pass(15 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 0, transaction_proven: null });
    answerDetails({ creationDate: '2026-01-01T00:00:07Z' });
    await world.pass(2 * 60 * MINUTE, MINUTE);
    expect(await world.read(payment.id)).toMatchObject({
      status: 'completed',
      verified: 1,
      next_check_at: null,
      transaction_created_at: Date.parse('2026-01-01T00:00:07Z'),
      transaction_proven: 1,
    });
    const events = await historyOf(world.other.db, payment.id);
    expect(events.at(-1)).toMatchObject({ kind: 'verified' });
  });

  it('does not complete a payment whose details are a 404', async () => {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    world.operator.details = async () => ({ kind: 'absent', reason: '404' });
    await world.pass(9 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', verified: null, transaction_id: null });
    expect(await world.webhookTypes(payment.id)).toEqual([]);
  });

  it.each([
    ['unavailable', { kind: 'unavailable', reason: '503', retryAfterMs: null }],
    ['absent', { kind: 'absent', reason: '404' }],
    ['inconclusive', { kind: 'details', details: detailsWith({ amount: undefined }) }],
  ] as const)('never completes a payment whose details differed once, however long they are %s afterwards', async (_what, answer) => {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    answerDetails({ amount: '24000.00' });
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', differences: 'amount' });
    world.operator.details = async () => answer;
    await world.pass(3 * 60 * MINUTE, MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', differences: 'amount', transaction_id: null });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.review_required']);
  });

  it('completes a payment whose details differed when they match, and clears the differences', async () => {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    answerDetails({ amount: '24000.00' });
    await world.pass(MINUTE);
    answerDetails({});
    await world.pass(30 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', differences: null, verified: 1 });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.review_required', 'payment.completed']);
  });

  it('completes a failed payment after a callback, when its details match later', async () => {
    const payment = await world.pay();
    const transaction = world.transactionOf(payment);
    transaction.state = 'failed';
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed', next_check_at: null });

    transaction.state = 'completed';
    world.simulator.records = false;
    await world.callback(payment, transaction.serverCorrelationId);
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed' });
    world.simulator.records = true;
    await world.pass(30 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({
      status: 'completed',
      verified: 1,
      failure_code: null,
      transaction_id: transaction.transactionId,
    });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.failed', 'payment.completed']);
  });

  it('completes a failed payment after a callback, when the operator’s status can be read again', async () => {
    const payment = await world.pay();
    const transaction = world.transactionOf(payment);
    transaction.state = 'failed';
    await world.pass(MINUTE);
    const { status } = world.operator;
    world.operator.status = async () => ({ kind: 'unavailable', reason: '503', retryAfterMs: null });
    transaction.state = 'completed';
    await world.callback(payment, transaction.serverCorrelationId);
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed' });
    world.operator.status = status;
    await world.pass(30 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 1, transaction_id: transaction.transactionId });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.failed', 'payment.completed']);
  });

  it('leaves a payment failed where a callback says completed and the operator’s status does not', async () => {
    const payment = await world.pay();
    const transaction = world.transactionOf(payment);
    transaction.state = 'failed';
    await world.pass(MINUTE);
    await world.callback(payment, transaction.serverCorrelationId);
    await world.pass(30 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed', transaction_id: null });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.failed']);
  });

  it.each([
    ['failed', 'failed'],
    ['declined', 'rejected'],
  ] as const)(
    'leaves a payment unresolved where a callback names a transaction that %s and is not its own',
    async (state, operatorStatus) => {
      world.simulator.fate = 'accepted without an answer';
      const payment = await world.pay();
      const { transactionId } = world.transactionOf(payment);
      world.operator.status = async () => ({ kind: 'state', state, operatorStatus, objectReference: transactionId });
      answerDetails({ transactionStatus: 'failed', amount: '24000.00' });
      await world.callback(payment, 'another');
      await world.pass(30 * MINUTE);
      expect(await world.read(payment.id)).toMatchObject({ status: 'unresolved', differences: null, next_check_at: null });
      expect(await world.webhookTypes(payment.id)).toEqual(['payment.unresolved']);

      answerDetails({ transactionStatus: 'failed' });
      await world.callback(payment, 'its own');
      await world.pass(MINUTE);
      expect(await world.read(payment.id)).toMatchObject({ status: 'failed' });
      expect(await world.webhookTypes(payment.id)).toEqual(['payment.unresolved', 'payment.failed']);
    },
  );

  it('sends a payment to review whose transaction has already paid another one', async () => {
    const first = await world.pay('ORDER-1');
    world.transactionOf(first).state = 'completed';
    await world.pass(MINUTE);
    expect(await world.read(first.id)).toMatchObject({ status: 'completed' });

    const second = await world.pay('ORDER-2');
    const { transactionId } = world.transactionOf(first);
    world.operator.status = async () => ({
      kind: 'state',
      state: 'completed',
      operatorStatus: 'completed',
      objectReference: transactionId,
    });
    answerDetails({});
    await world.pass(MINUTE);
    expect(await world.read(second.id)).toMatchObject({ status: 'pending', transaction_id: null, differences: 'transactionReference' });
    expect(await world.webhookTypes(second.id)).toEqual(['payment.review_required']);
    expect(await world.webhookTypes(first.id)).toEqual(['payment.completed']);
  });

  it('sends it to review also where the details stay unreadable for longer than ten minutes', async () => {
    const first = await world.pay('ORDER-1');
    world.transactionOf(first).state = 'completed';
    await world.pass(MINUTE);
    const second = await world.pay('ORDER-2');
    const { transactionId } = world.transactionOf(first);
    world.operator.status = async () => ({
      kind: 'state',
      state: 'completed',
      operatorStatus: 'completed',
      objectReference: transactionId,
    });
    world.simulator.records = false;
    await world.pass(15 * MINUTE);
    expect(await world.read(second.id)).toMatchObject({ status: 'pending', transaction_id: null, differences: 'transactionReference' });
  });

  it('stores the fees that the details contain', async () => {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    answerDetails({ fees: [{ feeAmount: '150' }, { feeAmount: '5.05' }] });
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', fees: '155.05' });
  });
});

describe.each(STORES)('a status check on %s', (kind) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
  });
  afterEach(() => world.close());

  it('records an unknown status once, and leaves the payment pending', async () => {
    const payment = await world.pay();
    world.operator.status = async () => ({ kind: 'state', state: 'unknown', operatorStatus: 'expired', objectReference: null });
    await world.pass(5 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending' });
    const kinds = (await historyOf(world.other.db, payment.id)).map((event) => event.kind);
    expect(kinds).toEqual(['created', 'sending', 'accepted', 'unknown_status']);
  });

  it('fails a declined payment with the code payment_declined', async () => {
    const payment = await world.pay();
    world.operator.status = async () => ({ kind: 'state', state: 'declined', operatorStatus: 'declined', objectReference: null });
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed', failure_code: 'payment_declined', transaction_id: null });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.failed']);
  });

  it('sends a webhook for a payment that became unresolved because its process ended while it was sending', async () => {
    world.simulator.fate = 'accepted and answered late';
    const paying = world.pay();
    const payment = await paying;
    world.companions[0].leases.clear();
    world.advance(MINUTE);
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'unresolved', lease_owner: null });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.unresolved']);
    expect(world.simulator.initiations).toHaveLength(1);
  });
});
