import type { Checkout, Payment } from '@tsena/shared/checkout';
import type { Link, PaymentPage } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { asMerchant, settleNewest } from '../../test/support/merchant.ts';
import { type ProblemAnswer, startStack } from '../../test/support/stack.ts';
import { useForAll } from '../../test/support/use.ts';

const PAYER = '034 35 000 03';
const OTHER_PAYER = '034 35 000 05';

describe.each(STORES)('the order token that a hosted page gives to the widget, on %s,', (store) => {
  const stack = useForAll(() =>
    startStack({
      store,
      env: { LIMIT_PER_MSISDN: 'off', LIMIT_PER_IP: 'off' },
      sandbox: { msisdns: ['0343500003', '0343500004', '0343500005'] },
    }),
  );

  const createLink = async (body: Record<string, unknown> = {}) =>
    (await stack.post<Link>('/v1/merchant/links', { amount: '25000', ...body }, asMerchant)).body;
  const paymentsOf = async (link: string) =>
    (await stack.get<PaymentPage>(`/v1/merchant/payments?link=${link}`, asMerchant)).body.data;
  /** The token that a page gives to the widget; undefined if it gives none. */
  const tokenOn = async (path: string) => {
    const page = await (await fetch(`${stack.served.url}/pay/${path}`)).text();
    return /&quot;orderToken&quot;:&quot;([\w.-]+)/.exec(page)?.[1];
  };
  const open = async (path: string) => (await tokenOn(path)) ?? expect.unreachable(`/pay/${path} has no token`);
  const load = (token: string) =>
    stack.get<Checkout & Pick<ProblemAnswer, 'code'>>('/v1/checkout', { Authorization: `Bearer ${token}` });
  const start = (orderToken: string, msisdn = PAYER, retryOf?: string) =>
    stack.post<Payment & Pick<ProblemAnswer, 'code' | 'payment'>>('/v1/payments', { orderToken, msisdn, retryOf });
  const settle = async (payment: Payment, how: 'approve' | 'reject') => {
    settleNewest(stack, how);
    return stack.until(payment.id, how === 'approve' ? 'completed' : 'failed');
  };

  it('shows the link’s order and no payment, and starts a payment of the link', async () => {
    const { id, order } = await createLink({ description: 'Lamba', returnUrl: 'https://shop.example/?a=1' });
    const token = await open(id);
    expect((await load(token)).body).toMatchObject({
      order,
      amount: '25000',
      description: 'Lamba',
      returnUrl: `https://shop.example/?a=1&order=${order}`,
      payment: null,
    });
    const { status, body } = await start(token);
    expect([status, body.order, body.amount, body.linkId]).toEqual([201, order, '25000', id]);
    expect((await load(token)).body.payment?.id).toBe(body.id);
    await settle(body, 'approve');
    expect((await load(token)).body.payment?.status).toBe('completed');
    expect((await stack.get<Link>(`/v1/merchant/links/${id}`, asMerchant)).body.status).toBe('paid');
  });

  it('starts no second payment after a failed one, unless the payer asks for it by name', async () => {
    const { id } = await createLink();
    const token = await open(id);
    const first = (await start(token)).body;
    await settle(first, 'reject');
    expect((await start(token)).body).toMatchObject({ id: first.id, status: 'failed' });
    const second = await start(token, PAYER, first.id);
    expect([second.status, second.body.attemptNumber]).toEqual([201, 2]);
    // The same press once more.
    expect((await start(token, PAYER, first.id)).body.id).toBe(second.body.id);
    await settle(second.body, 'reject');
    expect(await paymentsOf(id)).toHaveLength(2);
  });

  it('of one browser shows nothing of another browser’s payment on a one-time link', async () => {
    const { id } = await createLink();
    const [one, other] = [await open(id), await open(id)];
    const first = (await start(one)).body;
    for (const msisdn of [PAYER, OTHER_PAYER]) {
      const { status, body } = await start(other, msisdn);
      expect([status, body.code, body.payment]).toEqual([409, 'payment_in_progress', undefined]);
    }
    // Naming the payment does not help either.
    expect((await start(other, OTHER_PAYER, first.id)).body.code).toBe('payment_in_progress');
    expect(await load(other)).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } });
    await settle(first, 'approve');
    const answers = [await load(other), await start(other, PAYER), await start(other, PAYER, first.id)];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([409, 'link_paid']);
      expect(JSON.stringify(body)).not.toContain(first.id);
      expect(JSON.stringify(body)).not.toContain(first.payer);
    }
    expect((await load(one)).body.payment?.status).toBe('completed');
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('is on no page without a form, and not beside what a payer has typed', async () => {
    const { id } = await createLink();
    const payment = (await start(await open(id))).body;
    // Another payer's page says that a payment is in progress.
    expect(await tokenOn(id)).toBeUndefined();
    await settle(payment, 'approve');
    expect(await tokenOn(id)).toBeUndefined();
    expect(await tokenOn(payment.id)).toBeUndefined();
  });
});
