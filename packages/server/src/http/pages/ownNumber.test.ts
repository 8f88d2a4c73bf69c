import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Msisdn } from '@tsena/shared';
import express from 'express';
import { expect, it } from 'vitest';
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
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { status, headers } = await fetch(`http://127.0.0.1:${port}`, { redirect: 'manual', headers: { Connection: 'close' } });
  server.close();
  expect([status, headers.get('set-cookie')?.replace(/; Expires=.*/, '')]).toEqual([303, cookie]);
});
