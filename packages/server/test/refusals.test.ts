import { SqliteDriver } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MERCHANT_API_KEY, PAYER, type ProblemAnswer, startStack } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

const ORDERS = 1000;
const AT_ONCE = 64;

it('1,000 refusals among 1,000 payments make no group of transactions run twice', async () => {
  const rolledBack = vi.spyOn(SqliteDriver.prototype, 'rollbackTransaction');
  onTestFinished(() => rolledBack.mockRestore());
  const limits = { LIMIT_PER_MSISDN: 'off', LIMIT_PER_IP: 'off', PUBLIC_URL: 'http://127.0.0.1:9' };
  const stack = await untilTestEnds(startStack({ store: 'sqlite', callbacks: false, env: limits }));

  const owner = { Authorization: `Bearer ${MERCHANT_API_KEY}` };
  const merchant = async (path: string, body: object, key?: string, headers: Record<string, string> = owner) => {
    const once = key === undefined ? {} : { 'Idempotency-Key': key };
    const answer = await stack.post<{ code?: string; secret?: string }>(`/v1/merchant/${path}`, body, {
      ...headers,
      ...once,
    });
    return answer.body;
  };
  const seller = await merchant('keys', { name: 'seller', scope: 'counter' });
  const { body: pending } = await stack.pay('PENDING');
  await merchant('links', { amount: '500', order: 'TAKEN' }, 'link');
  await merchant('payments', { amount: '500', msisdn: PAYER }, 'counter');

  const changed = await stack.mint({ sub: 'PENDING', amount: '777' });

  const refund = { amount: '100', reason: 'returned' };
  const refusals: readonly (() => Promise<{ code?: string }>)[] = [
    async () => (await stack.post<ProblemAnswer>('/v1/payments', { orderToken: changed, msisdn: PAYER })).body,
    () => merchant(`payments/${pending.id}/refunds`, refund),
    () => merchant(`payments/${pending.id}/refunds`, refund, 'refund'),
    () => merchant('links', { amount: '500', order: 'TAKEN' }),
    () => merchant('links', { amount: '600', order: 'TAKEN' }, 'link'),
    () => merchant('keys', { name: 'Seller', scope: 'read' }),
    () => merchant('payments', { amount: '600', msisdn: PAYER }, 'counter'),
    () =>
      merchant('payments', { amount: '500', msisdn: PAYER, order: 'PENDING' }, 'other', {
        Authorization: `Bearer ${seller.secret}`,
      }),
  ];
  const codes: Record<string, number> = {};
  const refuse = async (n: number) => {
    const { code = 'none' } = (await refusals[n % refusals.length]?.()) ?? {};
    codes[code] = (codes[code] ?? 0) + 1;
  };
  let paid = 0;
  const pay = async (n: number) => {
    if ((await stack.pay(`ORDER-${n}`)).status === 201) paid += 1;
  };
  const numbers = Array.from({ length: ORDERS }, (_, n) => n).values();
  const work = async () => {
    for (const n of numbers) await Promise.all([pay(n), refuse(n)]);
  };
  await Promise.all(Array.from({ length: AT_ONCE / 2 }, work));

  expect(paid).toBe(ORDERS);
  expect(codes).toEqual({
    order_changed: 125,
    refund_not_possible: 250,
    link_order_taken: 125,
    idempotency_key_reused: 250,
    key_name_taken: 125,
    order_taken: 125,
  });
  expect(rolledBack).toHaveBeenCalledTimes(0);
}, 180_000);
