import { describe, expect, it, vi } from 'vitest';
import type { SandboxOptions } from './operator/options.ts';
import { useWorld } from './testing/world.ts';
import type { Behaviour } from './views/views.ts';

/** The facts about the real service that the README lists. The conformance tests cover what both dialects share. */
describe('the live dialect', () => {
  const world = useWorld(() => ({ dialect: 'live' }));
  const restart = (behaviour: Partial<Behaviour>, options: SandboxOptions = {}) =>
    world.restart({ dialect: 'live', behaviour, ...options });
  const FORMAT_ERROR = {
    errorCategory: 'validation',
    errorCode: 'formatError',
    errorDescription: 'Missing field',
    errorDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
    errorParameters: [{ key: 'mmErrorCode', value: '4001' }],
  };

  describe('initiation', () => {
    it.each([
      [{ body: { descriptionText: 'Crème' } }, 'descriptionText'],
      [
        { body: { requestingOrganisationTransactionReference: 'x'.repeat(53) } },
        'requestingOrganisationTransactionReference',
      ],
      [{ headers: { partnerName: 'Shop & Sons' } }, 'partnerName'],
      [{ body: { metadata: [{ key: 'partnerName', value: 'Shop & Sons' }] } }, 'partnerName'],
    ])('rejects characters and lengths that the real service rejects: %j', async (changes, field) => {
      const response = await world.client.initiate(changes);
      expect([response.status, response.body]).toEqual([400, FORMAT_ERROR]);
      expect(world.sandbox.requests().at(-1)?.reason).toContain(field);
    });
    it.each(['MG', 'FR', 'mg', 'fr', undefined, ''])(
      'accepts the UserLanguage %j on every payment endpoint',
      async (UserLanguage) => {
        const headers = { UserLanguage };
        const id = await world.client.pay({ headers });
        const { objectReference } = world.sandbox.approve(id);
        expect((await world.client.readStatus(id, headers)).status).toBe(200);
        expect((await world.client.readDetails(String(objectReference), headers)).status).toBe(200);
      },
    );
  });

  describe('status', () => {
    it.each(['cancelled', 'rejected', 'declined'])(
      'can send the status %s for failed, in status response and callback',
      async (operatorStatus) => {
        const id = await world.client.pay(world.toReceiver());
        expect(world.sandbox.reject(id, operatorStatus)).toMatchObject({ status: 'failed', operatorStatus });
        expect((await world.client.readStatus(id)).body).toMatchObject({ status: operatorStatus, objectReference: '' });
        await vi.waitFor(() =>
          expect(world.receiver.received[0]?.body).toMatchObject({
            transactionStatus: operatorStatus,
            transactionReference: '',
          }),
        );
      },
    );
    it('can send the status success for completed, in status response and details', async () => {
      const id = await world.client.pay();
      const { objectReference } = world.sandbox.approve(id, 'success');
      expect((await world.client.readStatus(id)).body).toMatchObject({ status: 'success', objectReference });
      expect((await world.client.readDetails(String(objectReference))).body).toMatchObject({
        transactionStatus: 'success',
      });
    });

    const UNKNOWN = '8a1d1e50-0000-4000-8000-000000000000';
    it('unknownStatus error: answers an unknown id with 400 and mmErrorCode 4001', async () => {
      await restart({ unknownStatus: 'error' });
      const expected = { ...FORMAT_ERROR, errorDescription: `No transaction found with id ${UNKNOWN}` };
      for (const response of [await world.client.readStatus(UNKNOWN), await world.client.readDetails(UNKNOWN)]) {
        expect([response.status, response.body]).toEqual([400, expected]);
      }
    });
  });

  describe('details', () => {
    it('requestDate is the time of the enquiry, with ahead three hours later', async () => {
      let now = Date.UTC(2026, 0, 2, 3, 4, 5);
      const readRequestDate = async (requestDate: Behaviour['requestDate']) => {
        await restart({ requestDate }, { now: () => now });
        const reference = await world.client.payAndApprove();
        now += 1000;
        return (await world.client.readDetails(reference)).body.requestDate;
      };
      expect(await readRequestDate('utc')).toBe('2026-01-02T03:04:06.000Z');
      expect(await readRequestDate('ahead')).toBe('2026-01-02T06:04:07.000Z');
    });
    it('failedRecords kept: a failed transaction has a reference and a record with the reason', async () => {
      await restart({ failedRecords: 'kept' });
      const id = await world.client.pay(world.toReceiver());
      const { objectReference } = world.sandbox.reject(id);
      expect(objectReference).toMatch(/^\d{9}$/);
      expect((await world.client.readStatus(id)).body).toMatchObject({ status: 'failed', objectReference });
      expect((await world.client.readDetails(String(objectReference))).body).toMatchObject({
        transactionStatus: 'failed',
        fees: [],
        metadata: [
          { key: 'originalTransactionResult', value: '1' },
          { key: 'originalTransactionResultDesc', value: 'Rejected by the subscriber' },
          { key: 'XCorrelationId' },
        ],
      });
      await vi.waitFor(() =>
        expect(world.receiver.received[0]?.body).toMatchObject({ transactionReference: objectReference }),
      );
      expect(world.receiver.received[0]?.body).not.toHaveProperty('fees');
    });
  });

  describe('errors', () => {
    const invalid = { headers: { Authorization: 'Bearer x' } };
    const missing = { headers: { Authorization: undefined } };
    const texts = { message: expect.any(String), description: expect.any(String) };
    const flat = (code: number, more = {}) => ({ code: String(code), type: 'Status report', ...texts, ...more });
    const nested = (code: number, more = {}) => ({ fault: { code, ...texts, ...more } });
    it.each([
      ['flat', flat],
      ['nested', nested],
    ] as const)('gatewayErrors %s: 401, 429 and 503 are %s', async (gatewayErrors, error) => {
      await restart({ gatewayErrors });
      expect((await world.client.initiate(invalid)).body).toEqual(error(900901));
      expect((await world.client.initiate(missing)).body).toEqual(error(900902));
      world.sandbox.setFaults([
        { on: 'initiate', do: 'throttle', times: 1 },
        { on: 'initiate', do: 'status', value: 503 },
      ]);
      expect((await world.client.initiate()).body).toEqual(error(900802, { nextAccessTime: expect.any(String) }));
      expect((await world.client.initiate()).body).toEqual(error(303001));
    });
    it('invalid_client names the Consumer Key, and never the secret', async () => {
      const Authorization = `Basic ${Buffer.from('some-key:some-secret').toString('base64')}`;
      const response = await world.client.requestToken({ Authorization });
      expect([response.status, response.body]).toEqual([
        401,
        {
          error: 'invalid_client',
          error_description: 'A valid OAuth client could not be found for client_id: some-key',
        },
      ]);
      expect(JSON.stringify(world.sandbox.requests())).not.toContain('some-secret');
    });
  });

  describe('tokens', () => {
    const requestToken = async (scope: string) =>
      (await world.client.requestToken({}, `grant_type=client_credentials&scope=${scope}`)).body;
    const tryToken = async (body: Record<string, unknown>) =>
      (await world.client.initiate({ headers: { Authorization: `Bearer ${String(body.access_token)}` } })).status;

    it('an access token is a long JWT that names the Consumer Key and the scope', async () => {
      const { access_token } = await requestToken('EXT_INT_SVC_SCOPE');
      const [header, payload, signature] = String(access_token).split('.');
      expect(String(access_token).length).toBeGreaterThan(700);
      expect(JSON.parse(Buffer.from(String(header), 'base64url').toString())).toMatchObject({ alg: 'RS256' });
      expect(JSON.parse(Buffer.from(String(payload), 'base64url').toString())).toMatchObject({
        azp: 'sandbox-key',
        scope: 'EXT_INT_SVC_SCOPE',
        exp: expect.any(Number),
      });
      expect(signature).toMatch(/^[A-Za-z0-9_-]{342}$/);
    });
    it('a device scope is echoed, and its token is not revoked by tokens of other scopes', async () => {
      await world.client.renewToken();
      const plain = await requestToken('EXT_INT_SVC_SCOPE');
      const one = await requestToken('EXT_INT_SVC_SCOPE%20device_one');
      const two = await requestToken('device_two+EXT_INT_SVC_SCOPE');
      expect([one.scope, two.scope]).toEqual(['EXT_INT_SVC_SCOPE device_one', 'device_two EXT_INT_SVC_SCOPE']);
      expect([await tryToken(plain), await tryToken(one), await tryToken(two)]).toEqual([202, 202, 202]);
      const renewed = await requestToken('device_one%20EXT_INT_SVC_SCOPE');
      expect([await tryToken(one), await tryToken(renewed), await tryToken(plain), await tryToken(two)]).toEqual([
        401, 202, 202, 202,
      ]);
    });
    it('a device scope alone gives no access, and an unknown scope is refused', async () => {
      expect(await tryToken(await requestToken('device_one'))).toBe(403);
      expect(await requestToken('EXT_INT_SVC_SCOPE%20EXT_INT_OTHER_SCOPE')).toMatchObject({ error: 'invalid_scope' });
      expect(await requestToken('')).toMatchObject({ error: 'invalid_scope' });
    });
  });
});
