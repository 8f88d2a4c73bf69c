import { reply } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { detailsOf, type PaymentsStub, startPaymentsStub, statusOf } from '../../../test/support/operatorStub.ts';
import { type Stack, startStack } from '../../../test/support/stack.ts';

let operator: PaymentsStub;
let stack: Stack;

beforeEach(async () => {
  operator = await startPaymentsStub();
  operator.lost.add('25000');
  stack = await startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl, OPERATOR_TIMEOUT_MS: '30000' } });
});
afterEach(async () => {
  // First, so that requests that it does not answer end and the companion can stop.
  await operator.close();
  await stack.close();
});

async function unresolved(order: string): Promise<string> {
  expect((await stack.pay(order, '25000')).body.status).toBe('unresolved');
  const address = operator.callbackUrls.at(-1);
  if (address === undefined || address === '') throw new Error('no callback was asked for');
  return address;
}

async function callBack(address: string, serverCorrelationId: string): Promise<void> {
  const body = JSON.stringify({ transactionStatus: 'completed', serverCorrelationId });
  expect((await fetch(address, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body })).status).toBe(
    200,
  );
}

it.each([
  ['fails', reply(503)],
  ['does not answer', () => undefined],
])('forged callbacks do not delay status checks of other payments while the operator %s', async (_how, answer) => {
  operator.status = (id) => (id.startsWith('forged') ? answer : statusOf(id, 'completed', '700000001'));
  operator.details = () => detailsOf('26000', new Date().toISOString());
  // More unresolved payments than the poller works on at once, each with a leaked callback address.
  const addresses: string[] = [];
  for (let order = 0; order < 20; order += 1) addresses.push(await unresolved(`ORDER-${order}`));
  for (let wave = 0; wave < 3; wave += 1) {
    await Promise.all(addresses.map((address, index) => callBack(address, `forged-${index}-${wave}`)));
  }
  await expect.poll(() => operator.statusAsked.length).toBeGreaterThanOrEqual(4);

  const other = await stack.pay('OTHER', '26000');
  expect(other.body.status).toBe('pending');
  await stack.until(other.body.id, 'completed');
  const forged = operator.statusAsked.filter((id) => id.startsWith('forged')).length;
  expect(forged).toBeGreaterThanOrEqual(4);
  expect(forged).toBeLessThanOrEqual(20);
});
