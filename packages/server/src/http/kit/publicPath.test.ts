import type { Link } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { PAYER, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds } from '../../../test/support/use.ts';

it('the Location of what was created has the path of PUBLIC_URL', async () => {
  const env = { PUBLIC_URL: 'http://127.0.0.1:1/shop/pay', CALLBACK_BASE_URL: 'http://127.0.0.1:1' };
  const stack = await untilTestEnds(startStack({ env }));
  const created = [
    await stack.pay('ORDER-1'),
    await stack.post(
      '/v1/merchant/payments',
      { amount: '100', msisdn: PAYER },
      { ...asMerchant, 'Idempotency-Key': 'tap-1' },
    ),
    await stack.post<Link>('/v1/merchant/links', { amount: '100' }, asMerchant),
  ];
  const paths = ['payments', 'payments', 'merchant/links'];
  expect(created.map(({ headers }) => headers.get('location'))).toEqual(
    created.map(({ body }, index) => `/shop/pay/v1/${paths[index]}/${body.id}`),
  );
});
