import { type OperatorStub, reply, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PARTNER, PAYER, type Stack, startStack } from './support/stack.ts';

let operator: OperatorStub;
let stack: Stack;

beforeEach(async () => {
  operator = await startOperatorStub();
  stack = await startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl } });
});
afterEach(async () => {
  await stack.close();
  await operator.close();
});

it('a payment sends the operator the headers and fields of sections 2.2, 4.2 and 4.3', async () => {
  operator.payments(reply(202, { status: 'pending', serverCorrelationId: 'scid-1', notificationMethod: 'callback' }));
  const orderToken = await stack.mint({
    sub: 'ORDER/1',
    amount: '25000',
    description: 'Crème brûlée / n° 3',
    originalTransactionReference: '636042511',
    foreignCurrency: 'EUR',
    foreignAmount: '5.40',
  });
  const { body: payment } = await stack.post('/v1/payments', { orderToken, msisdn: PAYER, language: 'fr' });
  expect(payment.status).toBe('pending');

  const [token] = operator.tokenRequests;
  expect(token).toMatchObject({ method: 'POST', path: '/token', body: 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE' });
  expect(lowerNames(token?.headers)).toMatchObject({
    authorization: `Basic ${Buffer.from('sandbox-key:sandbox-secret').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    'cache-control': 'no-cache',
  });

  const [initiation] = operator.paymentRequests;
  expect(initiation).toMatchObject({ method: 'POST', path: '/svc/mm/transactions/type/merchantpay/1.0.0/' });
  expect(lowerNames(initiation?.headers)).toMatchObject({
    authorization: 'Bearer token-1',
    version: '1.0',
    'x-correlationid': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    userlanguage: 'FR',
    useraccountidentifier: `msisdn;${PARTNER}`,
    partnername: 'Tsena Boutique',
    'content-type': 'application/json',
    'accept-charset': 'utf-8',
    'cache-control': 'no-cache',
    'x-callback-url': expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/callbacks\/[A-Za-z0-9_-]{43}$/),
  });
  expect(JSON.parse(initiation?.body ?? '')).toEqual({
    amount: '25000',
    currency: 'Ar',
    descriptionText: 'Creme brulee n 3',
    requestDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    requestingOrganisationTransactionReference: expect.stringMatching(/^[0-9a-f]{30}$/),
    originalTransactionReference: '636042511',
    debitParty: [{ key: 'msisdn', value: '0343500003' }],
    creditParty: [{ key: 'msisdn', value: PARTNER }],
    metadata: [
      { key: 'partnerName', value: 'Tsena Boutique' },
      { key: 'fc', value: 'EUR' },
      { key: 'amountFc', value: '5.40' },
    ],
  });
});

function lowerNames(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
}
