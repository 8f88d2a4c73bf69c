import type { CreatedKey, MerchantPayment, PaymentDetail, Refund } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { asMerchant, eventually } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { type Answer, type ProblemAnswer, startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

type RefundAnswer = Refund & Pick<ProblemAnswer, 'code' | 'errors'> & { readonly remaining?: string };

const stack = useForAll(startStack);

const store = () => stack.served.companion.storage.store;
const paid = (amount = 25_000) =>
  seedPayment(store(), {
    ...{ status: 'completed', amount, verified: 1, final_at: Date.now() },
    created_at: Date.parse('2026-03-01T07:00:00Z'),
  });

function record(id: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<RefundAnswer>> {
  return stack.post<RefundAnswer>(`/v1/merchant/payments/${id}/refunds`, body, { ...asMerchant, ...headers });
}

async function detail(id: string): Promise<PaymentDetail> {
  return (await stack.get<PaymentDetail>(`/v1/merchant/payments/${id}`, asMerchant)).body;
}

const webhooksOf = (id: string) =>
  stack.receiver.webhooks.filter(({ event }) => event.data.id === id).map(({ event }) => event);

describe('POST /v1/merchant/payments/{id}/refunds', () => {
  it('records a part of a payment with its reason and who, and no more than is left', async () => {
    const id = await paid();
    const { status, body } = await record(id, {
      amount: '5000',
      reason: 'one item out of stock',
      transactionReference: '636 042 511',
      refundedAt: '2026-03-09T10:00:00+03:00',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      amount: '5000',
      transactionReference: '636042511',
      refundedAt: '2026-03-09T07:00:00.000Z',
    });
    const { payment, refunds, history } = await detail(id);
    expect(payment).toMatchObject({ status: 'completed', amount: '25000', amountRefunded: '5000' });
    expect(refunds).toEqual([body]);
    expect(history.at(-1)).toMatchObject({ kind: 'refunded', data: { refund: body.id, amount: 5000, by: 'owner' } });
    await eventually(() =>
      expect(webhooksOf(id)).toMatchObject([
        { type: 'payment.refunded', data: { amountRefunded: '5000', refund: body } },
      ]),
    );
    const listed = await stack.get<{ data: MerchantPayment[] }>(`/v1/merchant/payments?q=${id}`, asMerchant);
    expect(listed.body.data).toMatchObject([{ amountRefunded: '5000' }]);
    const more = await record(id, { amount: '20001', reason: 'too much' });
    expect(more).toMatchObject({ status: 409, body: { code: 'refund_exceeds_payment', remaining: '20000' } });
  });

  it('records once what is repeated with another key of the merchant', async () => {
    const [id, body, once] = [await paid(), { amount: '5000', reason: 'returned' }, { 'Idempotency-Key': 'refund-7' }];
    const first = await record(id, body, once);
    const rotated = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'new', scope: 'operate' }, asMerchant);
    expect(await record(id, body, { ...once, Authorization: `Bearer ${rotated.body.secret}` })).toMatchObject({
      status: 201,
      body: first.body,
    });
    expect((await detail(id)).payment.amountRefunded).toBe('5000');
  });

  it.each([
    [{ amount: '100', reason: 'future', refundedAt: '2999-01-01T00:00:00Z' }, '/refundedAt'],
    [{ amount: '100', reason: 'before it was paid', refundedAt: '2026-02-28T10:00:00Z' }, '/refundedAt'],
  ])('rejects %j', async (body, pointer) => {
    const answer = await record(await paid(), body);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });
});
