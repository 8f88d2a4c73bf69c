import { sendRaw } from '@tsena/testkit/raw';
import { describe, expect, it } from 'vitest';
import { type Overrides, PAYMENTS } from './testing/client.ts';
import { useWorld } from './testing/world.ts';

describe.each(['spec', 'live'] as const)('the service accepts what other clients send, %s dialect', (dialect) => {
  const world = useWorld(() => ({ dialect }));
  const party = (value: string) => [{ key: 'msisdn', value }];
  it.each<[string, Overrides]>([
    ['no trailing slash', { path: PAYMENTS }],
    ['a double slash', { path: `/${PAYMENTS}//` }],
    ['version 1.0.0', { headers: { version: undefined, Version: '1.0.0' } }],
    ['a UserAccountIdentifier with a 261-number', { headers: { UserAccountIdentifier: 'msisdn;261343500004' } }],
    ['a charset in Content-Type', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }],
    ['261-numbers', { body: { debitParty: party('261343500003'), creditParty: party('261343500004') } }],
    ['no originalTransactionReference', { body: { originalTransactionReference: undefined } }],
    ['no requestDate', { body: { requestDate: undefined } }],
    ['an X-CorrelationID that is no UUID', { headers: { 'X-CorrelationID': 'order 7' } }],
    ['a request date three hours ahead of UTC', { body: { requestDate: '2026-01-02T06:04:05.678Z' } }],
    // The WooCommerce plugin: no trailing slash, all header names in its own spelling, the merchant as account, a
    // callback.
    [
      'the headers of the WooCommerce plugin',
      {
        path: PAYMENTS,
        headers: {
          version: undefined,
          ...(dialect === 'live' ? { 'Accept-Charset': undefined } : {}),
          Version: '1.0',
          'X-CorrelationId': 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
          'X-CorrelationID': undefined,
          UserLanguage: 'FR',
          UserAccountIdentifier: 'msisdn;0343500004',
          partnerName: 'My shop',
          'Cache-Control': 'no-cache',
          'X-Callback-URL': 'https://shop.example/wc-api/gateway?order=7',
        },
      },
    ],
  ])('an initiation with %s', async (_name, overrides) => {
    const id = await world.client.pay(overrides);
    expect(world.sandbox.transactions()).toMatchObject([
      { serverCorrelationId: id, debitMsisdn: '0343500003', creditMsisdn: '0343500004' },
    ]);
  });

  it('the details return a 261-number as it was sent', async () => {
    const reference = await world.client.payAndApprove({ body: { debitParty: party('261343500003') } });
    expect((await world.client.readDetails(reference)).body).toMatchObject({ debitParty: party('261343500003') });
  });
  it('a status request with a double slash or a trailing slash', async () => {
    const id = await world.client.pay();
    expect((await world.client.get(`${PAYMENTS}/status//${id}`)).body).toMatchObject({ status: 'pending' });
    expect((await world.client.get(`${PAYMENTS}/status/${id}/`)).body).toMatchObject({ status: 'pending' });
  });
  it.runIf(dialect === 'live')(
    'requests with only Authorization, version, X-CorrelationID and UserLanguage',
    async () => {
      const optionalHeaders = {
        UserAccountIdentifier: undefined,
        partnerName: undefined,
        'Accept-Charset': undefined,
      };
      const id = await world.client.pay({ headers: optionalHeaders });
      expect((await world.client.readStatus(id, optionalHeaders)).body).toMatchObject({ status: 'pending' });
    },
  );
  it('a GET with a body, even an incomplete one', async () => {
    const id = await world.client.pay();
    const headers = { ...world.client.buildHeaders(), 'Content-Length': '5', Connection: 'close' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const response = await sendRaw(
      world.sandbox.url,
      [`GET ${PAYMENTS}/status/${id} HTTP/1.1`, 'Host: x', ...lines, '', '{'].join('\r\n'),
    );
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toContain('"status":"pending"');
  });
  it('a token request with client_id and client_secret in the form instead of Basic', async () => {
    const form = 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE&client_id=sandbox-key&client_secret=';
    expect((await world.client.requestToken({ Authorization: undefined }, `${form}sandbox-secret`)).status).toBe(200);
    expect((await world.client.requestToken({ Authorization: undefined }, `${form}wrong`)).status).toBe(401);
  });
});

describe('the service accepts what other clients send, live dialect only', () => {
  const world = useWorld(() => ({ dialect: 'live' }));
  it.each<[string, Overrides]>([
    [
      'the operator’s guide: mg in lower case, no reference, no date, no original reference',
      {
        headers: { UserLanguage: 'mg', 'Cache-Control': 'no-cache' },
        body: {
          requestingOrganisationTransactionReference: '',
          requestDate: '',
          originalTransactionReference: '',
          metadata: [
            { key: 'partnerName', value: '0343500004' },
            { key: 'fc', value: 'USD' },
            { key: 'amountFc', value: '1' },
          ],
        },
      },
    ],
    [
      'mvola 1.2.0 from npm',
      {
        headers: {
          version: undefined,
          partnerName: undefined,
          'Accept-Charset': undefined,
          Version: '1.0',
          'X-CorrelationID': 'order-7',
          UserLanguage: 'FR',
          PartnerName: 'Shop',
          'X-Callback-URL': 'http://127.0.0.1:9/callback',
          'Cache-Control': 'no-cache',
          Accept: 'application/json, text/plain, */*',
        },
      },
    ],
  ])('the requests of %s', async (_name, overrides) => {
    const id = await world.client.pay(overrides);
    world.sandbox.approve(id);
    const { body } = await world.client.readStatus(id, overrides.headers);
    expect(body).toMatchObject({ status: 'completed', serverCorrelationId: id });
    const details = await world.client.readDetails(String(body.objectReference), overrides.headers);
    expect(details.body).toMatchObject({
      amount: '25000.00',
      transactionStatus: 'completed',
      fees: [{ feeAmount: '375' }],
    });
  });
});
