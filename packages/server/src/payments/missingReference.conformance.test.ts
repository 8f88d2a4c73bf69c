import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { COOLDOWN_MS, msisdn } from '../../test/support/testCompanion.ts';
import { historyOf, webhooksOf } from '../storage/reads.ts';
import { reviewReasonsAmong } from '../storage/reviews.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { initiate } from './initiate.ts';
import { resolvePayment } from './resolve.ts';
import { submitReference } from './submitReference.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(STORES)('a payment that the operator reports as completed without naming a transaction, on %s', (kind) => {
  let world: SimulatedPayments;
  /** Whether the operator's status names the transaction. */
  let namesTransaction: boolean;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
    namesTransaction = false;
    const { status } = world.operator;
    world.operator.status = async (id) => {
      const answer = await status(id);
      return answer.kind === 'state' && !namesTransaction ? { ...answer, objectReference: null } : answer;
    };
  });
  afterEach(() => world.close());

  /** A payment after the first status check that reported it as completed. */
  async function payUnnamed(): Promise<StoredPayment> {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    await world.pass(10_000);
    return world.read(payment.id);
  }

  async function reasonsOf({ id }: StoredPayment): Promise<readonly string[]> {
    return (await reviewReasonsAmong(world.other.db, [id])).get(id) ?? [];
  }

  function payAgain(order = 'ORDER-1') {
    const [companion] = world.companions;
    return initiate(companion, {
      claims: { sub: order as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
      msisdn: msisdn('0343500003'),
      language: 'fr',
      addressHash: null,
    });
  }

  const submit = (payment: StoredPayment, reference: string) => submitReference(world.companions[0], payment.id, reference);

  it('needs review at once, is not paid, and the shop gets one webhook', async () => {
    const payment = await payUnnamed();
    expect(payment).toMatchObject({ status: 'pending', differences: 'objectReference', transaction_id: null });
    expect(await reasonsOf(payment)).toEqual(['details_mismatch']);
    await world.pass(10 * MINUTE);
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.review_required']);
    const [webhook] = await webhooksOf(world.other.db, payment.id);
    expect(JSON.parse(webhook?.payload ?? '').data).toMatchObject({
      status: 'pending',
      reviewReasons: ['details_mismatch'],
      differences: ['objectReference'],
      failure: { code: 'reference_missing' },
      verified: null,
    });
  });

  it('allows no new attempt, however long it takes, because the money may have moved', async () => {
    const payment = await payUnnamed();
    world.advance(2 * COOLDOWN_MS);
    expect(await payAgain()).toMatchObject({ kind: 'exists', payment: { id: payment.id } });
    world.advance(4 * DAY);
    expect(await payAgain()).toMatchObject({ kind: 'exists', payment: { id: payment.id } });
    expect(world.simulator.initiations).toHaveLength(1);
  });

  it('never completes by the status alone', async () => {
    const payment = await payUnnamed();
    await world.pass(DAY, 10 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', verified: null });
  });

  it('is checked again, and completes when the operator names the transaction', async () => {
    const payment = await payUnnamed();
    namesTransaction = true;
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 1, differences: null });
    expect(await reasonsOf(payment)).toEqual([]);
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.review_required', 'payment.completed']);
  });

  it('completes unverified, as any other, if the operator names the transaction and its details stay unreadable', async () => {
    const payment = await payUnnamed();
    namesTransaction = true;
    world.simulator.records = false;
    await world.pass(9 * MINUTE);
    expect((await world.read(payment.id)).status).toBe('pending');
    await world.pass(5 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 0, differences: null });
  });

  it('needs review for the fields that differ once the operator names a transaction with other details', async () => {
    const payment = await payUnnamed();
    Object.assign(world.simulator, { recordsAreWrong: true });
    namesTransaction = true;
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', differences: 'amount' });
  });

  it('fails if the operator then reports it as failed, and the order can be paid again', async () => {
    const payment = await payUnnamed();
    world.transactionOf(payment).state = 'failed';
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'failed', differences: null });
    expect(await payAgain()).toMatchObject({ kind: 'opened' });
  });

  it('completes by a reference that the payer submits, if the details match', async () => {
    const payment = await payUnnamed();
    expect(await submit(payment, '999999999')).toMatchObject({ ok: false, code: 'reference_mismatch' });
    expect(await submit(payment, world.transactionOf(payment).transactionId)).toMatchObject({
      ok: true,
      payment: { status: 'completed', verified: 1, differences: null },
    });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.review_required', 'payment.completed']);
  });

  it('has five attempts to submit a reference', async () => {
    const payment = await payUnnamed();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await submit(payment, '999999999')).toMatchObject({ ok: false, code: 'reference_mismatch' });
    }
    expect(await submit(payment, '999999999')).toEqual({ ok: false, code: 'reference_attempts_exhausted' });
  });

  it('completes by a reference that the merchant enters', async () => {
    const payment = await payUnnamed();
    const transactionReference = world.transactionOf(payment).transactionId;
    expect(await resolvePayment(world.companions[0], payment.id, { transactionReference }, 'Hanta')).toMatchObject({
      ok: true,
      payment: { status: 'completed' },
    });
  });

  it('allows a new attempt after the merchant recorded not_received', async () => {
    const payment = await payUnnamed();
    await resolvePayment(world.companions[0], payment.id, { resolution: 'not_received', reason: 'not in the portal' }, 'Hanta');
    expect(await reasonsOf(payment)).toEqual([]);
    expect(await payAgain()).toMatchObject({ kind: 'opened', payment: { attempt_number: 2 } });
  });

  it('needs review again if it was recorded as not_received before', async () => {
    const payment = await world.pay();
    await resolvePayment(world.companions[0], payment.id, { resolution: 'not_received', reason: 'the payer shows no SMS' }, 'Hanta');
    world.transactionOf(payment).state = 'completed';
    await world.pass(10_000);
    expect(await world.read(payment.id)).toMatchObject({ differences: 'objectReference', resolution: null });
    expect(await payAgain()).toMatchObject({ kind: 'exists' });
  });

  it('completes by a callback that names the transaction, also one that came before the status check', async () => {
    const payment = await world.pay();
    const { serverCorrelationId, transactionId } = world.transactionOf(payment);
    world.transactionOf(payment).state = 'completed';
    await world.callback(payment, serverCorrelationId, 'completed', transactionId);
    await world.pass(1000);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 1, transaction_id: transactionId });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.completed']);
    const history = await historyOf(world.other.db, payment.id);
    expect(JSON.parse(history.at(-1)?.data ?? '')).toMatchObject({ by: 'callback', transactionId });
  });

  it('completes by a callback that comes later', async () => {
    const payment = await payUnnamed();
    const { serverCorrelationId, transactionId } = world.transactionOf(payment);
    await world.callback(payment, serverCorrelationId, 'completed', transactionId);
    await world.pass(1000);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', differences: null });
  });

  it('stays in review after forged callbacks, and completes by the true one that follows', async () => {
    const other = await world.pay('ORDER-2');
    world.transactionOf(other).state = 'completed';
    world.advance(2 * MINUTE);
    const payment = await payUnnamed();
    const { serverCorrelationId, transactionId } = world.transactionOf(payment);
    const foreign = world.transactionOf(other).transactionId;
    for (const reference of ['999999999', foreign]) await world.callback(payment, serverCorrelationId, 'completed', reference);
    // A callback about another transaction.
    await world.callback(payment, 'forged', 'completed', transactionId);
    await world.pass(15 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', differences: 'objectReference' });
    const why = (await historyOf(world.other.db, payment.id)).filter((event) => event.kind === 'callback_rejected');
    expect(why).toHaveLength(2);
    await world.callback(payment, serverCorrelationId, 'completed', transactionId);
    await world.pass(15 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', transaction_id: transactionId });
  });

  it('whose callback names a transaction waits while the operator does not answer about it', async () => {
    const payment = await payUnnamed();
    const { serverCorrelationId, transactionId } = world.transactionOf(payment);
    world.simulator.records = false;
    await world.callback(payment, serverCorrelationId, 'completed', transactionId);
    await world.pass(30 * MINUTE);
    expect((await world.read(payment.id)).status).toBe('pending');
    world.simulator.records = true;
    await world.pass(10 * MINUTE);
    expect((await world.read(payment.id)).status).toBe('completed');
  });

  it('completes by its callback if the operator’s answer to the initiation was lost', async () => {
    world.simulator.fate = 'accepted without an answer';
    const payment = await world.pay();
    const { serverCorrelationId, transactionId } = world.transactionOf(payment);
    world.transactionOf(payment).state = 'completed';
    await world.callback(payment, serverCorrelationId, 'completed', transactionId);
    await world.pass(1000);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', transaction_id: transactionId });
  });

  it('needs review for both reasons when its status checks end', async () => {
    const payment = await payUnnamed();
    await world.pass(3.1 * DAY, 30 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', next_check_at: null });
    expect(await reasonsOf(payment)).toEqual(['details_mismatch', 'polling_stopped']);
  });
});
