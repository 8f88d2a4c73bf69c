import type { Msisdn } from '@tsena/shared';
import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../test/support/use.ts';
import { rememberOwnNumber } from './ownNumber.ts';

it.each([
  ['/pay/pay_1', 'tsena_payer=0343500003; Max-Age=300; Path=/pay/pay_1'],
  // The payment has begun: the way to its page must not fail.
  ['/a;b/pay/pay_1', undefined],
  ['/a<b/pay/pay_1', undefined],
  ['/é/pay/pay_1', undefined],
])('for the page %s the browser keeps %s', async (path, cookie) => {
  const app = express();
  app.use((request, response) => {
    rememberOwnNumber(request, response, path, '0343500003' as Msisdn, null);
    response.redirect(303, path);
  });
  const { url } = await untilTestEnds(serve(app));
  const { status, headers } = await fetch(url, { redirect: 'manual' });
  expect([status, headers.get('set-cookie')?.replace(/; Expires=.*/, '')]).toEqual([303, cookie]);
});
