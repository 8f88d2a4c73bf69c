import { detailsResponseSchema } from '@tsena/shared/operator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { historyOf, webhooksOf } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { failureReasonOf } from './failureReason.ts';

/** The details of a failed transaction with this result. */
function failedDetails(result: string | undefined, description: string | undefined, more: object = {}) {
  const entries = { originalTransactionResult: result, originalTransactionResultDesc: description };
  return z.parse(detailsResponseSchema, {
    amount: '25000.00',
    currency: 'Ar',
    transactionStatus: 'failed',
    debitParty: [{ key: 'msisdn', value: '0343500003' }],
    creditParty: [{ key: 'msisdn', value: '0343500004' }],
    metadata: Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])),
    ...more,
  });
}

describe('failureReasonOf', () => {
  it.each([
    ['60019', 'Insufficient balance', '60019 Insufficient balance'],
    ['60019', undefined, '60019'],
    [undefined, 'Declined', 'Declined'],
    ['60019', '0', '60019'],
    ['1', 'of 034 35 000 03', '1 of [msisdn]'],
    ['1', '\0 x', '1 x'],
    ['0', '0', null],
    [undefined, undefined, null],
    ['', ' ', null],
  ])('of the result %j and the description %j is %j', (result, description, reason) => {
    expect(failureReasonOf(failedDetails(result, description))).toBe(reason);
  });

  it('has at most 200 characters', () => {
    expect(failureReasonOf(failedDetails('1', 'x'.repeat(500)))).toHaveLength(200);
  });
});

describe('a payment that the operator reports as failed', () => {
  let world: SimulatedPayments;
  let payment: StoredPayment;
  beforeEach(async () => {
    world = await openSimulatedPayments('sqlite');
    payment = await world.pay();
    world.transactionOf(payment).state = 'failed';
  });
  afterEach(() => world.close());

  /** The status names the transaction of a failed payment. */
  function nameTransaction(): void {
    const { status } = world.operator;
    world.operator.status = async (id) => {
      const answer = await status(id);
      return answer.kind === 'state' ? { ...answer, objectReference: '636042511' } : answer;
    };
  }

  it('keeps the reason in the details of its transaction, in the payment, the history and the webhook', async () => {
    nameTransaction();
    const asked: string[] = [];
    world.operator.details = async (reference) => {
      asked.push(reference);
      return { kind: 'details', details: failedDetails('60019', 'Insufficient balance') };
    };
    await world.pass(10_000);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed', failure_reason: '60019 Insufficient balance' });
    expect(asked).toEqual(['636042511']);
    const last = (await historyOf(world.other.db, payment.id)).at(-1);
    expect([last?.kind, JSON.parse(last?.data ?? '')]).toEqual([
      'failed',
      { code: 'payment_failed', reason: '60019 Insufficient balance' },
    ]);
    const [webhook] = await webhooksOf(world.other.db, payment.id);
    expect(JSON.parse(webhook?.payload ?? '').data.failure).toMatchObject({ reason: '60019 Insufficient balance', errorDateTime: null });
  });

  it('fails without a reason where the details cannot be read', async () => {
    nameTransaction();
    world.operator.details = async () => ({ kind: 'unavailable', reason: 'no answer', retryAfterMs: null });
    await world.pass(10_000);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed', failure_reason: null });
  });

  it('stays open and needs review while its details say completed: the money may have moved', async () => {
    nameTransaction();
    let transactionStatus = 'completed';
    world.operator.details = async () => ({ kind: 'details', details: failedDetails('0', '0', { transactionStatus }) });
    await world.pass(60_000);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', differences: 'transactionStatus' });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.review_required']);
    transactionStatus = 'failed';
    await world.pass(60_000);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed', differences: null });
  });

  it('keeps the reason of the transaction that its callback names, if the details are its own', async () => {
    world.operator.details = async (reference) => ({
      kind: 'details',
      details: failedDetails('60019', 'Insufficient balance', reference === '636042512' ? { amount: '100.00' } : {}),
    });
    await world.callback(payment, world.transactionOf(payment).serverCorrelationId, 'failed', '636042511');
    await world.pass(1000);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed', failure_reason: '60019 Insufficient balance' });

    const other = await world.pay('ORDER-2');
    world.transactionOf(other).state = 'failed';
    await world.callback(other, world.transactionOf(other).serverCorrelationId, 'failed', '636042512');
    await world.pass(1000);
    expect(await world.read(other.id)).toMatchObject({ status: 'failed', failure_reason: null });
  });
});
