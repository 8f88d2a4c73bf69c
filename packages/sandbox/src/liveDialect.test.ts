import { readOperatorError } from '@tsena/shared/operator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from './createSandbox.ts';
import { Client } from './testing/client.ts';
import { createReceiver } from './testing/receiver.ts';

describe('the live dialect, where it differs from the interface document', () => {
  let sandbox: Sandbox;
  let client: Client;

  beforeEach(async () => {
    sandbox = await createSandbox({ dialect: 'live' });
    client = new Client(sandbox);
  });
  afterEach(() => sandbox.close());

  it.each([
    [{ body: { descriptionText: 'Order 7/8' } }],
    [{ body: { descriptionText: 'Crème' } }],
    [{ body: { requestingOrganisationTransactionReference: 'x'.repeat(53) } }],
    [{ body: { requestingOrganisationTransactionReference: 'R#1' } }],
    [{ body: { originalTransactionReference: 'R/1' } }],
    [{ headers: { partnerName: 'Shop & Sons' } }],
    [{ headers: { partnerName: 'x'.repeat(51) } }],
    [{ body: { metadata: [{ key: 'partnerName', value: 'Shop & Sons' }] } }],
  ])('rejects characters and lengths that the real service rejects, with mmErrorCode 4001: %j', async (changes) => {
    const response = await client.initiate(changes);
    expect([response.status, readOperatorError(response.body)]).toMatchObject([400, { shape: 'business', mmErrorCode: '4001' }]);
  });
  it('accepts - . _ , and spaces in texts', async () => {
    expect((await client.initiate({ body: { descriptionText: 'Order 7-8, no. 9_A' } })).status).toBe(202);
  });

  it('sends each of the four error shapes', async () => {
    const business = await client.initiate({ headers: { UserLanguage: undefined } });
    expect(readOperatorError(business.body)).toMatchObject({ shape: 'business', mmErrorCode: '4002' });
    expect((await client.initiate({ headers: { Authorization: 'Bearer x' } })).body).toMatchObject({ code: '900901' });
    expect((await client.initiate({ headers: { Authorization: undefined } })).body).toMatchObject({ fault: { code: 900902 } });
    expect((await client.requestToken({ Authorization: undefined })).body).toMatchObject({ error: 'invalid_client' });
    expect((await client.requestToken({}, 'grant_type=password')).body).toMatchObject({ error: 'unsupported_grant_type' });
  });
  it('sends the gateway’s body with a 503, and an empty body with a 404', async () => {
    sandbox.setFaults([
      { on: 'initiate', do: 'status', value: 503, times: 1 },
      { on: 'initiate', do: 'status', value: 404 },
    ]);
    expect((await client.initiate()).body).toMatchObject({ code: '303001' });
    expect(await client.initiate()).toMatchObject({ status: 404, text: '' });
  });

  it.each(['cancelled', 'rejected', 'declined'])(
    'can send the status %s for failed, in status response and callback',
    async (operatorStatus) => {
      const receiver = await createReceiver();
      const id = await client.pay({ headers: { 'X-Callback-URL': receiver.url } });
      expect(sandbox.reject(id, operatorStatus)).toMatchObject({ status: 'failed', operatorStatus });
      expect((await client.readStatus(id)).body).toMatchObject({ status: operatorStatus, objectReference: '' });
      await vi.waitFor(() =>
        expect(receiver.received[0]?.body).toMatchObject({ transactionStatus: operatorStatus, transactionReference: '' }),
      );
      await receiver.close();
    },
  );
  it('can send the status success for completed, in status response and details', async () => {
    const id = await client.pay();
    const { objectReference } = sandbox.approve(id, 'success');
    expect((await client.readStatus(id)).body).toMatchObject({ status: 'success', objectReference });
    expect((await client.readDetails(String(objectReference))).body).toMatchObject({ transactionStatus: 'success' });
  });
});
