import type { Msisdn } from '@tsena/shared';
import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../test/support/use.ts';
import { rememberOwnNumber } from './ownNumber.ts';

it.each(['/a;b/pay/pay_1', '/a<b/pay/pay_1', '/é/pay/pay_1'])(
  'the way to the page %s does not fail, without a cookie',
  async (path) => {
    const app = express();
    app.use((request, response) => {
      rememberOwnNumber(request, response, path, '0343500003' as Msisdn, null);
      response.redirect(303, path);
    });
    const { url } = await untilTestEnds(serve(app));
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    expect([status, headers.get('set-cookie')]).toEqual([303, null]);
  },
);
