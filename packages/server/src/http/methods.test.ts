import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MERCHANT_API_KEY, type Stack, startStack } from '../../test/support/stack.ts';

describe('a method that an address does not have', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.close());

  it.each([
    ['/', 'GET, OPTIONS'],
    ['/healthz', 'GET, OPTIONS'],
    ['/readyz', 'GET, OPTIONS'],
    ['/metrics', 'GET, OPTIONS'],
    ['/pay', 'GET, POST, OPTIONS'],
    ['/pay/link_AAAAAAAAAAAAAAAAAAAAAA', 'GET, POST, OPTIONS'],
    ['/dashboard', 'GET, OPTIONS'],
    ['/dashboard/', 'GET, OPTIONS'],
    ['/v1/openapi.json', 'GET, OPTIONS'],
    ['/v1/docs', 'GET, OPTIONS'],
    ['/v1/checkout', 'GET, OPTIONS'],
    ['/v1/payments', 'POST, OPTIONS'],
    ['/v1/payments/pay_AAAAAAAAAAAAAAAAAAAAAA', 'GET, OPTIONS'],
    ['/v1/payments/pay_AAAAAAAAAAAAAAAAAAAAAA/events', 'GET, OPTIONS'],
    ['/v1/payments/pay_AAAAAAAAAAAAAAAAAAAAAA/reference', 'POST, OPTIONS'],
    ['/v1/callbacks/a-secret', 'PUT, OPTIONS'],
    ['/v1/merchant', 'GET, OPTIONS'],
    ['/v1/merchant/books.csv', 'GET, OPTIONS'],
    ['/v1/merchant/events', 'GET, OPTIONS'],
    ['/v1/merchant/keys', 'GET, POST, OPTIONS'],
    ['/v1/merchant/keys/key_1', 'DELETE, OPTIONS'],
    ['/v1/merchant/links', 'GET, POST, OPTIONS'],
    ['/v1/merchant/links/link_1', 'GET, OPTIONS'],
    ['/v1/merchant/links/link_1/cancel', 'POST, OPTIONS'],
    ['/v1/merchant/links/link_1/qr.png', 'GET, OPTIONS'],
    ['/v1/merchant/links/link_1/qr.svg', 'GET, OPTIONS'],
    ['/v1/merchant/payments', 'GET, OPTIONS'],
    ['/v1/merchant/payments.csv', 'GET, POST, OPTIONS'],
    ['/v1/merchant/payments/search', 'POST, OPTIONS'],
    ['/v1/merchant/payments/pay_1', 'GET, OPTIONS'],
    ['/v1/merchant/payments/pay_1/refresh', 'POST, OPTIONS'],
    ['/v1/merchant/payments/pay_1/refunds', 'POST, OPTIONS'],
    ['/v1/merchant/payments/pay_1/resolve', 'POST, OPTIONS'],
    ['/v1/merchant/refunds', 'GET, OPTIONS'],
    ['/v1/merchant/refunds/ref_1/void', 'POST, OPTIONS'],
    ['/v1/merchant/session', 'POST, DELETE, OPTIONS'],
    ['/v1/merchant/setup', 'GET, OPTIONS'],
    ['/v1/merchant/statements', 'GET, POST, OPTIONS'],
    ['/v1/merchant/statements/preview', 'POST, OPTIONS'],
    ['/v1/merchant/statements/stm_1', 'GET, OPTIONS'],
    ['/v1/merchant/statements/stm_1/rows', 'GET, OPTIONS'],
    ['/v1/merchant/statements/stm_1/rows.csv', 'GET, OPTIONS'],
    ['/v1/merchant/totals', 'GET, OPTIONS'],
    ['/v1/merchant/transactions/636042511', 'GET, OPTIONS'],
    ['/v1/merchant/webhooks', 'GET, OPTIONS'],
    ['/v1/merchant/webhooks/test', 'POST, OPTIONS'],
    ['/v1/merchant/webhooks/msg_1', 'GET, OPTIONS'],
    ['/v1/merchant/webhooks/msg_1/replay', 'POST, OPTIONS'],
  ])('is answered 405 with the methods that it has: %s', async (path, allow) => {
    const headers = { Authorization: `Bearer ${MERCHANT_API_KEY}` };
    const answer = await fetch(`${stack.served.url}${path}`, { method: 'PATCH', headers, redirect: 'manual' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    expect(await answer.json()).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });
});
