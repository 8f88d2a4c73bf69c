import { readOperatorError } from '@tsena/shared/operator';
import { describe, expect, it, vi } from 'vitest';
import { createSandbox } from './createSandbox.ts';
import { Client, PAYMENTS } from './testing/client.ts';
import { useWorld } from './testing/world.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const party = (value: string) => [{ key: 'msisdn', value }];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe.each(['spec', 'live'] as const)('the service conforms to the interface document, %s dialect', (dialect) => {
  const spec = dialect === 'spec';
  let now: number;
  const world = useWorld(() => {
    now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
    return { dialect, now: () => now };
  });
  const waitForCallback = () => vi.waitFor(() => expect(world.receiver.received).toHaveLength(1));

  describe('2. resources and their fields', () => {
    it('2.1 the access token response has the documented fields', async () => {
      expect((await world.client.requestToken()).body).toEqual({
        access_token: expect.stringMatching(/^\S{20,}$/),
        scope: 'EXT_INT_SVC_SCOPE',
        token_type: 'Bearer',
        expires_in: 3600,
      });
    });

    it.each<readonly [string, unknown]>([
      ['amount', undefined],
      ['amount', 25_000],
      ['amount', '250.50'],
      ['amount', '9999999999999999'],
      ['currency', 'EUR'],
      ['descriptionText', 'x'.repeat(51)],
      ['requestDate', '2026-01-02T03:04:05Z'],
      ['requestDate', '2026-01-02T03:04:05.678+03:00'],
      ['requestingOrganisationTransactionReference', 7],
      ...(spec ? [['requestingOrganisationTransactionReference', ''] as const] : []),
      ['debitParty', undefined],
      ['debitParty', [{ key: 'email', value: '0343500003' }]],
      ['debitParty', [{ key: 'msisdn', value: 343500003 }]],
      ['metadata', [{ key: 'partnerName' }]],
    ])('2.2 initiation request: %s %j is rejected with 400', async (field, value) => {
      const response = await world.client.initiate({ body: { [field]: value } });
      expect([response.status, readOperatorError(response.body)]).toMatchObject([
        400,
        { shape: 'business', code: 'formatError' },
      ]);
      if (spec) expect(readOperatorError(response.body)?.description).toContain(field);
      expect(world.sandbox.requests().at(-1)?.reason).toContain(field);
      expect(world.sandbox.transactions()).toEqual([]);
    });
    it.each([
      ['amount', '100'],
      ['descriptionText', 'x'.repeat(50)],
      ['descriptionText', ''],
      ['somethingElse', 1],
    ])('2.2 initiation request: %s %j is accepted', async (field, value) => {
      expect((await world.client.initiate({ body: { [field]: value } })).status).toBeLessThan(300);
    });

    it('2.3 the initiation response has the documented fields', async () => {
      const response = await world.client.initiate();
      expect(response.status).toBe(spec ? 200 : 202);
      expect(response.body).toEqual({
        status: 'pending',
        serverCorrelationId: expect.stringMatching(UUID),
        notificationMethod: 'polling',
      });
      expect((await world.client.initiate(world.toReceiver())).body).toMatchObject({ notificationMethod: 'callback' });
    });

    it('2.4 the status response has an objectReference only once completed', async () => {
      const id = await world.client.pay(world.toReceiver());
      const common = { serverCorrelationId: id, notificationMethod: 'callback' };
      // Nothing completes it but an approval.
      now += 3_600_000 - 1;
      expect((await world.client.readStatus(id)).body).toEqual({ ...common, status: 'pending', objectReference: '' });
      world.sandbox.approve(id);
      expect((await world.client.readStatus(id)).body).toEqual({
        ...common,
        status: 'completed',
        objectReference: expect.stringMatching(/^\d+$/),
      });

      const failed = await world.client.pay();
      world.sandbox.reject(failed);
      expect((await world.client.readStatus(failed)).body).toEqual({
        status: 'failed',
        serverCorrelationId: failed,
        notificationMethod: 'polling',
        ...(spec ? {} : { objectReference: '' }),
      });
    });

    it('2.5 the transaction details have the documented fields', async () => {
      const parties = { debitParty: party('0343500003'), creditParty: party('0343500004') };
      const reference = await world.client.payAndApprove({
        headers: { 'X-CorrelationID': 'corr-1' },
        body: { amount: '546' },
      });
      const created = new Date(now).toISOString();
      now += 1000;
      const { status, body } = await world.client.readDetails(reference);
      expect(status).toBe(200);
      const common = { ...parties, currency: 'Ar', transactionStatus: 'completed' };
      if (spec) {
        expect(body).toEqual({
          ...common,
          amount: '546',
          transactionReference: reference,
          createDate: created,
          fees: [{ feeAmount: '9' }],
        });
      } else {
        expect(body).toEqual({
          ...common,
          amount: '546.00',
          transactionReference: expect.stringMatching(/^\d{9}$/),
          creationDate: created,
          requestDate: new Date(now).toISOString(),
          fees: [{ feeAmount: '9' }],
          metadata: [
            { key: 'originalTransactionResult', value: '0' },
            { key: 'originalTransactionResultDesc', value: '0' },
            { key: 'XCorrelationId', value: 'corr-1' },
          ],
        });
        expect(body.transactionReference).not.toBe(reference);
        expect((await world.client.readDetails(reference)).body.transactionReference).not.toBe(
          body.transactionReference,
        );
        expect((await world.client.readDetails(String(body.transactionReference))).status).toBe(404);
      }
    });
  });

  describe('4. endpoints', () => {
    it('4.1 POST /token checks the headers, grant type and scope', async () => {
      expect((await world.client.requestToken()).status).toBe(200);
      // The real service is recorded to give a token without it.
      for (const cacheControl of [undefined, 'no-store'])
        expect((await world.client.requestToken({ 'Cache-Control': cacheControl })).status).toBe(spec ? 400 : 200);
      expect(
        (await world.client.requestToken({ 'Content-Type': 'application/json' }, '{"grant_type":"client_credentials"}'))
          .status,
      ).toBe(400);
      expect((await world.client.requestToken({}, 'scope=EXT_INT_SVC_SCOPE')).status).toBe(400);
      expect((await world.client.requestToken({}, 'grant_type=password&scope=EXT_INT_SVC_SCOPE')).status).toBe(400);
      expect(
        (await world.client.requestToken({}, 'grant_type=client_credentials&scope=EXT_INT_OTHER_SCOPE')).status,
      ).toBe(400);
    });
    it.each<readonly [string, string | undefined]>([
      ['version', undefined],
      ['version', '2.0'],
      ['X-CorrelationID', undefined],
      ['X-CorrelationID', 'x'.repeat(101)],
      ['UserLanguage', 'EN'],
      ['UserAccountIdentifier', '0343500004'],
      ...(spec
        ? ([
            ['UserAccountIdentifier', undefined],
            ['partnerName', undefined],
            ...[undefined, 'text/plain'].map((type) => ['Content-Type', type] as const),
            ...[undefined, '', 'iso-8859-1'].map((charset) => ['Accept-Charset', charset] as const),
            ...[undefined, '', 'mg', 'fr'].map((language) => ['UserLanguage', language] as const),
          ] as const)
        : []),
    ])('4.2 common headers: %s %j is rejected with 400 by all three payment endpoints', async (name, value) => {
      const reference = await world.client.payAndApprove();
      const headers = { [name]: value };
      for (const response of [
        await world.client.initiate({ headers }),
        await world.client.readStatus('x', headers),
        await world.client.readDetails(reference, headers),
      ]) {
        expect([response.status, readOperatorError(response.body)]).toMatchObject([400, { shape: 'business' }]);
      }
    });
    it('4.2 common headers: the token is checked before the headers and the body', async () => {
      expect(
        (
          await world.client.initiate({
            headers: { Authorization: undefined, version: undefined },
            body: { amount: 1 },
          })
        ).status,
      ).toBe(401);
    });
    it.each([
      ['Content-Type', 'text/plain'],
      ['X-Callback-URL', 'ftp://shop.example/callback'],
      ['X-Callback-URL', 'shop.example'],
    ])('4.3 POST merchantpay: %s %j is rejected with 400', async (name, value) => {
      expect((await world.client.initiate({ headers: { [name]: value } })).status).toBe(400);
    });
    it('4.3 POST merchantpay is not idempotent: the same reference twice creates two transactions', async () => {
      const changes = {
        headers: { 'X-CorrelationID': 'same' },
        body: { requestingOrganisationTransactionReference: 'same' },
      };
      expect(await world.client.pay(changes)).not.toBe(await world.client.pay(changes));
      expect(world.sandbox.transactions()).toMatchObject([
        { reference: 'same', correlationId: 'same' },
        { reference: 'same', correlationId: 'same' },
      ]);
    });
    it('4.4 GET details returns 404 for an unknown transID and for a serverCorrelationId', async () => {
      const id = await world.client.pay();
      world.sandbox.approve(id);
      for (const unknown of ['1', id]) {
        const response = await world.client.readDetails(unknown);
        expect([response.status, readOperatorError(response.body)]).toMatchObject([
          404,
          { shape: 'business', code: 'identifierError' },
        ]);
      }
    });
    it('4.5 GET status of an unknown serverCorrelationId returns 404 (live: with the id and empty fields)', async () => {
      const serverCorrelationId = '8a1d1e50-0000-4000-8000-000000000000';
      const response = await world.client.readStatus(serverCorrelationId);
      if (spec) expect([response.status, readOperatorError(response.body)]).toMatchObject([404, { shape: 'business' }]);
      else
        expect([response.status, response.body]).toEqual([
          404,
          { status: '', serverCorrelationId, notificationMethod: '', objectReference: '' },
        ]);
    });
  });

  describe('5. authentication', () => {
    it('5.2 a token request needs a valid Consumer Key and Consumer Secret', async () => {
      const wrong = Buffer.from('sandbox-key:wrong').toString('base64');
      for (const Authorization of [undefined, `Basic ${wrong}`, 'Basic %%%', 'Bearer x']) {
        const response = await world.client.requestToken({ Authorization });
        const error = spec ? { shape: 'gateway', code: '900901' } : { shape: 'token', code: 'invalid_client' };
        expect([response.status, readOperatorError(response.body)]).toMatchObject([401, error]);
      }
    });
    it('5.3 a token is valid for 3600 seconds and can be used repeatedly', async () => {
      await world.client.renewToken();
      now += 3600 * 1000 - 1;
      expect((await world.client.initiate()).status).toBeLessThan(300);
      expect((await world.client.initiate()).status).toBeLessThan(300);
      now += 1;
      expect((await world.client.initiate()).status).toBe(401);
      await world.client.renewToken();
      expect((await world.client.initiate()).status).toBeLessThan(300);
    });
    it(`5.3 a new token ${spec ? 'does not revoke the previous one' : 'revokes the previous one'}`, async () => {
      const first = await world.client.renewToken();
      await world.client.renewToken();
      const response = await world.client.initiate({ headers: { Authorization: `Bearer ${first}` } });
      expect(response.status).toBe(spec ? 200 : 401);
    });
    it.runIf(spec)('5.3 a token is opaque, and a device scope is refused', async () => {
      expect(await world.client.renewToken()).not.toContain('.');
      expect(
        (await world.client.requestToken({}, 'grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE device_one'))
          .status,
      ).toBe(400);
    });
    it('5.4 an invalid or missing token gets 401 with the fault of section 7', async () => {
      for (const Authorization of [undefined, 'Bearer nonsense', 'Bearer', 'Basic abc']) {
        const response = await world.client.initiate({ headers: { Authorization } });
        expect(response.status).toBe(401);
        expect(readOperatorError(response.body)?.shape).toBe('gateway');
        if (spec) expect(response.body).toMatchObject({ fault: { code: 900901 } });
      }
    });
  });

  describe('6. callbacks', () => {
    it('the service sends a PUT to the callback address when a transaction is completed', async () => {
      const id = await world.client.pay({ headers: { ...world.toReceiver().headers, 'X-CorrelationID': 'corr-1' } });
      expect(world.receiver.received).toEqual([]);
      const { objectReference } = world.sandbox.approve(id);
      await waitForCallback();
      const body = { transactionStatus: 'completed', serverCorrelationId: id, transactionReference: objectReference };
      const fees = [{ feeAmount: '375' }];
      const live = {
        requestDate: expect.stringMatching(ISO),
        debitParty: party('0343500003'),
        creditParty: party('0343500004'),
        metadata: [{ key: 'XCorrelationId', value: 'corr-1' }],
      };
      expect(world.receiver.received).toEqual([
        {
          method: 'PUT',
          url: '/callbacks/secret',
          type: 'application/json',
          body: spec ? { ...body, fees } : { ...body, fees, ...live },
        },
      ]);
      await vi.waitFor(() =>
        expect(world.sandbox.transactions()).toMatchObject([
          { callbacks: [{ kind: 'genuine', status: 200, error: null }] },
        ]),
      );
    });
    it('the service sends a PUT without fees when a transaction has failed', async () => {
      const id = await world.client.pay(world.toReceiver());
      world.sandbox.reject(id);
      await waitForCallback();
      expect(world.receiver.received[0]?.body).toMatchObject({ transactionStatus: 'failed', serverCorrelationId: id });
      expect(world.receiver.received[0]?.body).not.toHaveProperty('fees');
    });
    it('the service sends no callback if X-Callback-URL is empty', async () => {
      const id = await world.client.pay({ headers: { 'X-Callback-URL': '' } });
      expect((await world.client.readStatus(id)).body).toMatchObject({ notificationMethod: 'polling' });
      world.sandbox.approve(id);
      expect(world.sandbox.transactions()).toMatchObject([{ callbackUrl: null, callbacks: [] }]);
    });
  });

  describe('7. errors', () => {
    it.each([400, 401, 402, 403, 404, 409, 429, 500, 502, 503, 504])(
      '7.1 status %i is reachable on every endpoint',
      async (status) => {
        await world.client.renewToken();
        world.sandbox.setFaults(
          (['token', 'initiate', 'status', 'details'] as const).map((on) => ({ on, do: 'status', value: status })),
        );
        for (const response of [
          await world.client.requestToken(),
          await world.client.initiate(),
          await world.client.readStatus('1'),
          await world.client.readDetails('1'),
        ]) {
          expect(response.status).toBe(status);
          if (spec || status !== 404) expect(readOperatorError(response.body)).toBeDefined();
          else expect(response.text).toBe('');
        }
      },
    );
    it('7.1 a token without the scope gets 403', async () => {
      const { body } = await world.client.requestToken({}, 'grant_type=client_credentials');
      const response = await world.client.initiate({
        headers: { Authorization: `Bearer ${String(body.access_token)}` },
      });
      expect([response.status, readOperatorError(response.body)]).toMatchObject([
        403,
        { shape: 'business', code: 'notAuthorised' },
      ]);
    });
    it('7.1 an initiation gets 503 while too many transactions are pending', async () => {
      const full = await createSandbox({ dialect, maxPending: 1 });
      const other = new Client(full);
      await other.pay();
      const response = await other.initiate();
      expect([response.status, readOperatorError(response.body)]).toMatchObject([
        503,
        { shape: 'business', code: 'serverBusy' },
      ]);
      await full.close();
    });
    it.runIf(spec)('7.2 a business error has the documented body', async () => {
      expect((await world.client.initiate({ body: { currency: 'EUR' } })).body).toEqual({
        ErrorCategory: 'validation',
        ErrorCode: 'formatError',
        ErrorDescription: expect.stringContaining('currency'),
        ErrorDateTime: expect.stringMatching(ISO),
        ErrorParameters: { field: 'currency' },
      });
    });
  });

  describe('8. limits', () => {
    it.each([
      ['an amount below 100', { amount: '99' }, 'lessThanTransactionMinValue'],
      ['a payer who is the receiver, also in the 261 form', { creditParty: party('261343500003') }, 'samePartiesError'],
      ['a payer who has no test number', { debitParty: party('0341234567') }, 'identifierError'],
      ['a receiver who has no test number', { creditParty: party('0341234567') }, 'identifierError'],
    ])('%s is rejected', async (_what, body, code) => {
      const response = await world.client.initiate({ body });
      const error = { shape: 'business', code: spec ? code : 'formatError' };
      expect([response.status, readOperatorError(response.body)]).toMatchObject([400, error]);
    });
    it('rate limiting gets 429 with Retry-After', async () => {
      world.sandbox.setFaults([{ on: 'token', do: 'throttle', value: 7 }]);
      const response = await world.client.requestToken();
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
      if (!spec) {
        expect(response.body).toMatchObject({
          code: '900802',
          nextAccessTime: expect.stringMatching(/^\d{4}-[A-Z][a-z]{2}-\d\d [\d:]{8}\+0000 UTC$/),
        });
      }
    });
  });

  describe('9. versioning', () => {
    it('a path with another version than 1.0.0 gets 404', async () => {
      const other = PAYMENTS.replace('1.0.0', '2.0.0');
      expect((await world.client.initiate({ path: `${other}/` })).status).toBe(404);
      expect((await world.client.get(`${other}/status/1`)).status).toBe(404);
    });
  });
});
