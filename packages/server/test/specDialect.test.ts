import { expect, it } from 'vitest';
import { asMerchant, finish } from './support/merchant.ts';
import { startStack } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

it('a sandbox that asks for every header of section 4 refuses no request of a payment', async () => {
  const stack = await untilTestEnds(startStack({ sandbox: { dialect: 'spec' }, callbacks: false }));
  const { body } = await stack.pay('WC-1', '25000');
  await stack.post(`/v1/merchant/payments/${body.id}/refresh`, {}, asMerchant);
  await finish(stack, body.id, 'approve');
  const requests = stack.sandbox.requests();
  expect(new Set(requests.map(({ on }) => on))).toEqual(new Set(['token', 'initiate', 'status', 'details']));
  expect(requests.filter(({ reason }) => reason !== null)).toEqual([]);
});
