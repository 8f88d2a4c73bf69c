import type { Payment } from '@tsena/shared/checkout';
import type { MerchantPayment } from '@tsena/shared/merchant';
import { reply } from '@tsena/testkit/operatorStub';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { business } from '../../../test/support/operatorAnswers.ts';
import { detailsOf, type PaymentsStub, startPaymentsStub, statusOf } from '../../../test/support/operatorStub.ts';
import { MERCHANT_API_KEY, type Stack, startStack } from '../../../test/support/stack.ts';

interface Detail {
  readonly payment: MerchantPayment;
  readonly history: readonly { readonly kind: string; readonly data: object }[];
}

describe.each(STORES)('what a callback names, on %s', (store) => {
  let operator: PaymentsStub;
  let stack: Stack;

  beforeEach(async () => {
    operator = await startPaymentsStub();
    stack = await startStack({ store, env: { OPERATOR_BASE_URL: operator.baseUrl } });
  });
  afterEach(async () => {
    await operator.close();
    await stack.close();
  });

  async function pay(): Promise<Payment> {
    return (await stack.pay('ORDER-1')).body;
  }

  async function callBack(body: {
    readonly transactionStatus: string;
    serverCorrelationId?: string;
    transactionReference?: string;
  }) {
    const address = operator.callbackUrls.at(-1) ?? '';
    const sent = await fetch(address, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(sent.status).toBe(200);
  }

  async function detail(id: string): Promise<Detail> {
    return (await stack.get<Detail>(`/v1/merchant/payments/${id}`, { Authorization: `Bearer ${MERCHANT_API_KEY}` }))
      .body;
  }

  /** The operator's transaction details, by reference. */
  function details(...references: readonly string[]): void {
    operator.details = (reference) =>
      references.includes(reference)
        ? detailsOf('25000', new Date().toISOString())
        : reply(404, business('identifierError'));
  }

  const untilReviewed = (id: string) =>
    expect
      .poll(async () => (await detail(id)).payment.reviewReasons, { timeout: 15_000 })
      .toContain('details_mismatch');

  it.each([
    ['403', reply(403)],
    ['503', reply(503)],
    ['200 with other field names', reply(200, { state: 'completed' })],
  ])('completes a pending payment whose status endpoint answers %s', async (_what, away) => {
    operator.status = () => away;
    details('636042511');
    const { id, status } = await pay();
    expect(status).toBe('pending');
    await callBack({ transactionStatus: 'completed', serverCorrelationId: 'sc-1', transactionReference: '636042511' });
    expect(await stack.until(id, 'completed')).toMatchObject({ transactionReference: '636042511' });
  });

  it('keeps the order from a second prompt while the operator answers nothing', async () => {
    operator.status = () => reply(403);
    operator.details = () => reply(403);
    const { id } = await pay();
    await callBack({ transactionStatus: 'completed', serverCorrelationId: 'sc-1', transactionReference: '636042511' });
    await expect
      .poll(async () => (await stack.get(`/v1/payments/${id}`)).body.failure?.code, { timeout: 15_000 })
      .toBe('details_unavailable');
    expect((await stack.get(`/v1/payments/${id}`)).body.retryable).toBe(false);
    expect((await stack.pay('ORDER-1')).body).toMatchObject({ id, retryable: false });
    const kinds = (await detail(id)).history.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'lookups_refused')).toHaveLength(1);
    expect(operator.callbackUrls).toHaveLength(1);
  });

  describe('a second transaction, of a request that the operator answered with 4002,', () => {
    async function payTwice(): Promise<Payment> {
      operator.initiations.push(reply(400, business('genericError', '4002')));
      details('700000001', '700000002');
      const payment = await pay();
      expect(payment.status).toBe('pending');
      return payment;
    }
    const first = {
      transactionStatus: 'completed',
      serverCorrelationId: 'sc-first',
      transactionReference: '700000001',
    };

    it.each(['declined', 'pending'])('completes the payment while its own is %s', async (own) => {
      const { id } = await payTwice();
      operator.status = (named) =>
        named === 'sc-first' ? statusOf(named, 'completed', '700000001') : statusOf(named, own);
      await callBack(first);
      expect(await stack.until(id, 'completed')).toMatchObject({ transactionReference: '700000001' });
      // Its own is polled on until it has a result.
      await expect.poll(async () => (await detail(id)).payment.polling).toBe(own === 'pending');
      expect((await detail(id)).payment.reviewReasons).toEqual([]);
      expect((await stack.pay('ORDER-1')).body.id).toBe(id);
    });

    it('sends the payment to review if both are paid, with the second reference, and records no second payment', async () => {
      const { id } = await payTwice();
      operator.status = (named) => statusOf(named, 'completed', named === 'sc-first' ? '700000001' : '700000002');
      await stack.until(id, 'completed');
      await callBack(first);
      await untilReviewed(id);
      const reviewed = await detail(id);
      expect(reviewed.payment).toMatchObject({
        status: 'completed',
        transactionReference: '700000002',
        differences: ['secondTransaction'],
      });
      expect(reviewed.history).toContainEqual(
        expect.objectContaining({
          kind: 'details_mismatch',
          data: { fields: 'secondTransaction', transactionReference: '700000001' },
        }),
      );
      await expect
        .poll(() => stack.receiver.webhooks.map(({ event }) => event.type))
        .toEqual(['payment.completed', 'payment.review_required']);
    });
  });

  it('completes an unresolved payment by a reference alone', async () => {
    operator.lost.add('25000');
    details('636042511');
    const { id, status } = await pay();
    expect(status).toBe('unresolved');
    await callBack({ transactionStatus: 'completed', transactionReference: '636042511' });
    expect(await stack.until(id, 'completed')).toMatchObject({ transactionReference: '636042511' });
  });

  it('and what an answer with 500 names is the payment’s own', async () => {
    operator.initiations.push(reply(500, { serverCorrelationId: 'sc-500' }));
    operator.status = (named) => statusOf(named, 'completed', '636042511');
    details('636042511');
    const { id } = await pay();
    expect(await stack.until(id, 'completed')).toMatchObject({ transactionReference: '636042511' });
    expect(operator.statusAsked).toContain('sc-500');
  });

  it('sends a completed payment to review if its status then says failed', async () => {
    operator.status = (named) => statusOf(named, 'completed', '636042511');
    details('636042511');
    const { id } = await pay();
    await stack.until(id, 'completed');
    operator.status = (named) => statusOf(named, 'failed');
    await callBack({ transactionStatus: 'failed', serverCorrelationId: 'sc-1' });
    await untilReviewed(id);
    expect((await detail(id)).payment).toMatchObject({ status: 'completed', differences: ['transactionStatus'] });
  });
});
