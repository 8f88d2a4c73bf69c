import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from './createSandbox.ts';
import { Client, type Overrides, PAYMENTS } from './testing/client.ts';
import { sendRaw } from './testing/raw.ts';

describe.each(['spec', 'live'] as const)('the service accepts what other clients send, %s dialect', (dialect) => {
  let sandbox: Sandbox;
  let client: Client;

  beforeEach(async () => {
    sandbox = await createSandbox({ dialect });
    client = new Client(sandbox);
  });
  afterEach(() => sandbox.close());

  const party = (value: string) => [{ key: 'msisdn', value }];
  it.each<[string, Overrides]>([
    ['no trailing slash', { path: PAYMENTS }],
    ['a double slash', { path: `/${PAYMENTS}//` }],
    ['version 1.0.0', { headers: { version: undefined, Version: '1.0.0' } }],
    ['no UserAccountIdentifier', { headers: { UserAccountIdentifier: undefined } }],
    ['a UserAccountIdentifier with a 261-number', { headers: { UserAccountIdentifier: 'msisdn;261343500004' } }],
    ['no partnerName', { headers: { partnerName: undefined } }],
    ['Cache-Control on a payment', { headers: { 'Cache-Control': 'no-cache' } }],
    ['no Accept-Charset', { headers: { 'Accept-Charset': undefined } }],
    ['UserLanguage FR', { headers: { UserLanguage: 'FR' } }],
    ['a charset in Content-Type', { headers: { 'Content-Type': 'application/json; charset=utf-8' } }],
    ['an empty X-Callback-URL', { headers: { 'X-Callback-URL': '' } }],
    ['261-numbers', { body: { debitParty: party('261343500003'), creditParty: party('261343500004') } }],
    ['an empty originalTransactionReference', { body: { originalTransactionReference: '' } }],
    ['no originalTransactionReference', { body: { originalTransactionReference: undefined } }],
    ['an empty requestDate', { body: { requestDate: '' } }],
    ['no requestDate', { body: { requestDate: undefined } }],
  ])('an initiation with %s', async (_name, overrides) => {
    const id = await client.pay(overrides);
    expect(sandbox.transactions()).toMatchObject([{ serverCorrelationId: id, debitMsisdn: '0343500003', creditMsisdn: '0343500004' }]);
  });

  it('the details return a 261-number as it was sent', async () => {
    const reference = await client.payAndApprove({ body: { debitParty: party('261343500003') } });
    expect((await client.readDetails(reference)).body).toMatchObject({ debitParty: party('261343500003') });
  });
  it('a status request with a double slash or a trailing slash', async () => {
    const id = await client.pay();
    expect((await client.get(`${PAYMENTS}/status//${id}`)).body).toMatchObject({ status: 'pending' });
    expect((await client.get(`${PAYMENTS}/status/${id}/`)).body).toMatchObject({ status: 'pending' });
  });
  it('a status request with only Authorization, version, X-CorrelationID and UserLanguage', async () => {
    const id = await client.pay();
    const optionalHeaders = {
      UserAccountIdentifier: undefined,
      partnerName: undefined,
      'Content-Type': undefined,
      'Accept-Charset': undefined,
    };
    expect((await client.readStatus(id, optionalHeaders)).body).toMatchObject({ status: 'pending' });
  });
  it('a GET with a body, even an incomplete one', async () => {
    const id = await client.pay();
    const headers = { ...client.buildHeaders(), 'Content-Length': '5', Connection: 'close' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const response = await sendRaw(sandbox.port, [`GET ${PAYMENTS}/status/${id} HTTP/1.1`, 'Host: x', ...lines, '', '{'].join('\r\n'));
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toContain('"status":"pending"');
  });
  it('a token request with client_id and client_secret in the form instead of Basic', async () => {
    const form = 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE&client_id=sandbox-key&client_secret=';
    expect((await client.requestToken({ Authorization: undefined }, `${form}sandbox-secret`)).status).toBe(200);
    expect((await client.requestToken({ Authorization: undefined }, `${form}wrong`)).status).toBe(401);
  });
  it('a token request without Cache-Control', async () => {
    expect((await client.requestToken({ 'Cache-Control': undefined })).status).toBe(200);
  });
});
