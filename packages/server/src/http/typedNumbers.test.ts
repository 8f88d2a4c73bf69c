import { expect, it } from 'vitest';
import { MERCHANT_API_KEY, startStack } from '../../test/support/stack.ts';
import { useForAll } from '../../test/support/use.ts';

const stack = useForAll(() => startStack());
const payAtCounter = (msisdn: string, key: string) =>
  stack.post(
    '/v1/merchant/payments',
    { amount: '25000', msisdn },
    { Authorization: `Bearer ${MERCHANT_API_KEY}`, 'Idempotency-Key': key },
  );

it.each([
  ['034\u200b35\u200c001\u200d01', '034 •• ••1 01'],
  ['034\u00ad35\u00ad001\u00ad02', '034 •• ••1 02'],
  ['034 35 001 03\ufe0d', '034 •• ••1 03'],
  ['\u061c034 35 001 04', '034 •• ••1 04'],
  ['\u3164034 35 001 05', '034 •• ••1 05'],
  ['034\u280035\u2800001\u280006', '034 •• ••1 06'],
  ['034\u221235\u2212001\u221207', '034 •• ••1 07'],
  ['034/35/001/08', '034 •• ••1 08'],
  ['tel:+261343500109', '034 •• ••1 09'],
  ['\u2068034 35 001 10\u2069', '034 •• ••1 10'],
])('the API takes %j for %s', async (msisdn, payer) => {
  const paid = await stack.pay(`ORDER-${payer.slice(-2)}`, '25000', msisdn);
  expect([paid.status, paid.body]).toMatchObject([201, { payer }]);
});

it.each(['034 35 000 031', '034 35 000 0²', '034 35 000 03 x', '034 35 O00 030'])(
  'the API and the counter refuse %j',
  async (msisdn) => {
    const refused = { status: 400, body: { code: 'msisdn_invalid' } };
    expect(await stack.pay('ORDER-REFUSED', '25000', msisdn)).toMatchObject(refused);
    expect(await payAtCounter(msisdn, msisdn.normalize('NFKD').replace(/[^0-9a-z]/gi, ''))).toMatchObject(refused);
  },
);
