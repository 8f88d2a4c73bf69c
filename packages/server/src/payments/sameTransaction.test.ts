import { type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import type { StubAnswer } from '@tsena/testkit/operatorStub';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { asMerchant, eventually } from '../../test/support/merchant.ts';
import { detailsOf, type ScriptedOperator, startScriptedOperator, statusOf } from '../../test/support/operatorScript.ts';
import { type ProblemAnswer, type Stack, startStack } from '../../test/support/stack.ts';
import { readSettings } from '../config/readSettings.ts';
import { type Served, serve } from '../main.ts';
import { findPayment } from '../storage/reads.ts';
import type { PaymentsTable } from '../storage/schema.ts';

const HOUR = 60 * 60_000;
/** Two spellings of one transaction's reference, as the operator of these tests takes them. */
const [ONE, OTHER] = ['636042511', '700000022'] as const;

describe.each(STORES)('one transaction, by two spellings of its reference, on %s', (store) => {
  let operator: ScriptedOperator;
  let stack: Stack;
  let second: Served | undefined;

  beforeEach(async () => {
    operator = await startScriptedOperator();
    operator.lost.add('25000');
    stack = await startStack({ store, env: { OPERATOR_BASE_URL: operator.baseUrl, OPERATOR_TIMEOUT_MS: '30000' }, callbacks: false });
  });
  afterEach(async () => {
    await second?.stop();
    second = undefined;
    await stack.close();
    await operator.close();
  });

  const db = () => stack.served.companion.storage.store.db;
  const current = (id: PaymentId) => findPayment(db(), id);

  async function pay(order: string, amount = '25000'): Promise<PaymentId> {
    return z.parse(paymentIdSchema, (await stack.pay(order, amount)).body.id);
  }

  async function submit(id: PaymentId, transactionReference: string, url = stack.served.url) {
    const response = await fetch(`${url}/v1/payments/${id}/reference`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ transactionReference }),
    });
    return { status: response.status, body: (await response.json()) as ProblemAnswer };
  }

  const resolve = (id: PaymentId, transactionReference: string) =>
    stack.post<ProblemAnswer>(`/v1/merchant/payments/${id}/resolve`, { transactionReference }, asMerchant);

  const change = (id: PaymentId, values: Partial<PaymentsTable>) => db().updateTable('payments').set(values).where('id', '=', id).execute();

  it('does not pay two orders of one payer, submitted at the same moment to two instances', async () => {
    // SQLite belongs to one instance.
    if (store === 'postgres') second = await serve(readSettings({ ...stack.env, PORT: '0' }));
    for (let round = 0; round < 8; round += 1) {
      const [first, other] = [await pay(`ORDER-${round}-A`), await pay(`ORDER-${round}-B`)];
      const created = new Date().toISOString();
      const held: (() => void)[] = [];
      operator.details = () => (answer, request) => {
        held.push(() => detailsOf('25000', created)(answer, request));
        // Both are answered once both have asked.
        if (held.length === 2) for (const release of held) release();
      };
      const answers = await Promise.all([submit(first, ONE.replace('636', `63${round}`)), submit(other, OTHER, second?.url)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.body.code).toBe('reference_mismatch');
      const statuses = [await current(first), await current(other)].map((payment) => payment?.status);
      expect(statuses.sort()).toEqual(['completed', 'unresolved']);
      // The next round's reference is another transaction's.
      await change(first, { transaction_id: null, transaction_created_at: 1 });
      await change(other, { transaction_id: null, transaction_created_at: 1 });
    }
  });

  it('does not pay a second order after it has paid the first, by the payer’s or the merchant’s submission', async () => {
    operator.lost.clear();
    const created = new Date().toISOString();
    operator.status = (id) => statusOf(id, 'completed', ONE);
    operator.details = () => detailsOf('25000', created);
    const first = await pay('ORDER-1');
    await stack.until(first, 'completed');
    operator.lost.add('25000');
    const other = await pay('ORDER-2');
    expect(await submit(other, OTHER)).toMatchObject({ status: 422, body: { code: 'reference_mismatch' } });
    expect(await resolve(other, OTHER)).toMatchObject({ status: 422, body: { code: 'reference_mismatch' } });
    expect(await current(other)).toMatchObject({ status: 'unresolved', transaction_id: null });
  });

  it('does not pay a second order of a payer whose number was erased meanwhile', async () => {
    const created = new Date().toISOString();
    operator.details = () => detailsOf('25000', created);
    const [first, other] = [await pay('ORDER-1'), await pay('ORDER-2')];
    expect((await submit(first, ONE)).status).toBe(200);
    await change(first, { msisdn: null });
    expect(await submit(other, OTHER)).toMatchObject({ status: 422, body: { code: 'reference_mismatch' } });
  });

  it('does not pay, for a payer, while another payment of that time completed without readable details; the merchant can resolve', async () => {
    const created = new Date().toISOString();
    operator.details = () => detailsOf('25000', created);
    const [first, other] = [await pay('ORDER-1'), await pay('ORDER-2')];
    await submit(first, ONE);
    // As after ten minutes of unreadable details, and as every payment from before creation times were kept.
    for (const msisdn of [(await current(first))?.msisdn ?? null, null]) {
      await change(first, { verified: 0, transaction_created_at: null, transaction_proven: null, msisdn });
      expect(await submit(other, OTHER)).toMatchObject({ status: 422, body: { code: 'reference_mismatch' } });
    }
    expect(await resolve(other, OTHER)).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  it('refuses a payer’s reference while a payment of that time is recorded as received; the merchant can resolve', async () => {
    const created = new Date().toISOString();
    operator.details = () => detailsOf('25000', created);
    const [first, other] = [await pay('ORDER-1'), await pay('ORDER-2')];
    const received = { resolution: 'received', reason: 'seen in the statement' };
    expect(await stack.post(`/v1/merchant/payments/${first}/resolve`, received, asMerchant)).toMatchObject({ status: 200 });
    expect(await submit(other, OTHER)).toMatchObject({ status: 422, body: { code: 'reference_mismatch' } });
    expect(await resolve(other, OTHER)).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  it('takes a payer’s reference while a payment with the resolution received is known to have another transaction', async () => {
    const created = new Date();
    operator.details = () => detailsOf('25000', created.toISOString());
    const [first, other] = [await pay('ORDER-1'), await pay('ORDER-2')];
    await change(first, {
      status: 'completed',
      resolution: 'received',
      transaction_id: ONE,
      transaction_created_at: created.getTime() - 5000,
      transaction_proven: 1,
    });
    expect(await submit(other, OTHER)).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  it('pays while a payment of another time, payer or amount completed without readable details', async () => {
    const created = new Date().toISOString();
    operator.details = () => detailsOf('25000', created);
    const early = { verified: 0, transaction_created_at: null };
    const another = await pay('ORDER-1', '26000');
    await change(another, { ...early, status: 'completed' });
    const payer = await pay('ORDER-2');
    await change(payer, { ...early, status: 'completed', msisdn: null, payer: '038 •• ••5 67' });
    const before = await pay('ORDER-3');
    const { created_at: at = 0 } = (await current(before)) ?? {};
    await change(before, { ...early, status: 'completed', created_at: at - 2 * HOUR, sent_at: at - 2 * HOUR });
    expect(await submit(await pay('ORDER-4'), ONE)).toMatchObject({ status: 200, body: { status: 'completed' } });
  });

  it('sends its own payment to review where a submitted reference has paid another order by it', async () => {
    operator.lost.clear();
    const created = new Date().toISOString();
    operator.details = () => detailsOf('25000', created);
    const own = await pay('ORDER-1');
    operator.lost.add('25000');
    const other = await pay('ORDER-2');
    expect((await submit(other, OTHER)).status).toBe(200);
    operator.status = (id) => statusOf(id, 'completed', ONE);
    await eventually(async () => expect(await current(own)).toMatchObject({ status: 'pending', differences: 'transactionReference' }));
    await eventually(() =>
      expect(stack.receiver.webhooks.map(({ event }) => [event.type, event.data.id])).toContainEqual(['payment.review_required', own]),
    );
  });

  it('is not taken for two that the operator created in the same millisecond, each with its own serverCorrelationId', async () => {
    operator.lost.clear();
    const created = new Date().toISOString();
    operator.status = (id) => statusOf(id, 'completed', id === 'sc-1' ? ONE : OTHER);
    operator.details = () => detailsOf('25000', created);
    const payments = [await pay('ORDER-1'), await pay('ORDER-2')];
    for (const id of payments) expect(await stack.until(id, 'completed')).toMatchObject({ failure: null });
  });

  it('is not taken for two whose details name the X-CorrelationID of each', async () => {
    const payments = [await pay('ORDER-1'), await pay('ORDER-2')];
    const created = new Date().toISOString();
    for (const [index, id] of payments.entries()) {
      const value = (await current(id))?.correlation_id;
      operator.details = (): StubAnswer => detailsOf('25000', created, { metadata: [{ key: 'XCorrelationId', value }] });
      expect((await submit(id, index === 0 ? ONE : OTHER)).status).toBe(200);
    }
  });
});
