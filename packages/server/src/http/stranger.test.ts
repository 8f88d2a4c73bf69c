import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STORES } from '@tsena/testkit/stores';
import { detailsOf, type PaymentsStub, startPaymentsStub, statusOf } from '../../test/support/operatorStub.ts';
import { MERCHANT_API_KEY, type Stack, startStack } from '../../test/support/stack.ts';

describe.each(STORES)('stranger on %s', (store) => {
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
  it.each(['completed\u0000', '\ud83d', 'x'.repeat(39) + '😀', '{"a":1}', ['completed'], { a: 1 }, 1e400, true])('a callback whose status is %j is stored', async (transactionStatus) => {
    await stack.pay('ORDER-1');
    const address = operator.callbackUrls.at(-1) ?? '';
    const sent = await fetch(address, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ transactionStatus, serverCorrelationId: 'sc-1', transactionReference: 'a\u0000b' }) });
    expect(sent.status).toBe(200);
  });
  it.each(['../../x', 'a/b?c=d#e', '%2e%2e', '..', 'ünïcødé ref', '\u202eabc', 'a\\b'])('a reference %j is asked on its own path', async (reference) => {
    const { body } = await stack.pay('ORDER-1');
    const seen: string[] = [];
    operator.details = (asked) => { seen.push(asked); return detailsOf('25000', new Date().toISOString()); };
    operator.status = (named) => statusOf(named, 'completed', reference);
    const done = await stack.until(body.id, 'completed');
    console.log(JSON.stringify(reference), JSON.stringify(seen), done.transactionReference);
    const merchant = await stack.get<{ payment: { transactionReference: string } }>(`/v1/merchant/payments/${body.id}`, { Authorization: `Bearer ${MERCHANT_API_KEY}` });
    expect(merchant.body.payment.transactionReference).toBe(reference);
  });
});
