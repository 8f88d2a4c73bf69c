import type { Link, Statement } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { PAYER, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds } from '../../../test/support/use.ts';

it('the Location of what was created has the path of PUBLIC_URL', async () => {
  const env = { PUBLIC_URL: 'http://127.0.0.1:1/shop/pay', CALLBACK_BASE_URL: 'http://127.0.0.1:1' };
  const stack = await untilTestEnds(startStack({ env }));
  const statement = new FormData();
  statement.append('file', new Blob(['Date;Réf;Montant\r\n2026-11-01;636042511;700\r\n']), 'statement.csv');
  statement.append('columns', JSON.stringify({ date: 'Date', transactionReference: 'Réf', amount: 'Montant' }));
  const created = [
    await stack.pay('ORDER-1'),
    await stack.post(
      '/v1/merchant/payments',
      { amount: '100', msisdn: PAYER },
      { ...asMerchant, 'Idempotency-Key': 'tap-1' },
    ),
    await stack.post<Link>('/v1/merchant/links', { amount: '100' }, asMerchant),
    await stack.post<Statement>('/v1/merchant/statements', statement, asMerchant),
  ];
  const paths = ['payments', 'payments', 'merchant/links', 'merchant/statements'];
  expect(created.map(({ headers }) => headers.get('location'))).toEqual(
    created.map(({ body }, index) => `/shop/pay/v1/${paths[index]}/${body.id}`),
  );
});
