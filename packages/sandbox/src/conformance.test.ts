import { readOperatorError } from '@tsena/shared/operator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from './createSandbox.ts';
import { Client, PAYMENTS } from './testing/client.ts';
import { createReceiver, type Receiver } from './testing/receiver.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe.each(['spec', 'live'] as const)('the interface document, %s dialect', (dialect) => {
  const spec = dialect === 'spec';
  let now: number;
  let sandbox: Sandbox;
  let client: Client;
  let receiver: Receiver;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
    sandbox = await createSandbox({ dialect, now: () => now });
    client = new Client(sandbox);
    receiver = await createReceiver();
  });
  afterEach(async () => {
    expect(sandbox.audit()).toEqual([]);
    await sandbox.close();
    await receiver.close();
  });

  const toReceiver = () => ({ headers: { 'X-Callback-URL': receiver.url } });
  const called = () => vi.waitFor(() => expect(receiver.received).toHaveLength(1));

  describe('1. what the service does', () => {
    it('moves money between the two test numbers, and takes no others', async () => {
      expect((await client.initiate()).status).toBeLessThan(300);
      for (const party of ['debitParty', 'creditParty']) {
        const refused = await client.initiate({ body: { [party]: [{ key: 'msisdn', value: '0341234567' }] } });
        expect([refused.status, readOperatorError(refused.body)]).toMatchObject([400, { shape: 'business', code: 'identifierError' }]);
      }
    });
    it('starts a transaction as pending, and moves it on only when it is approved', async () => {
      const id = await client.pay();
      now += 3_600_000 - 1;
      expect((await client.status(id)).body).toMatchObject({ status: 'pending' });
      sandbox.approve(id);
      expect((await client.status(id)).body).toMatchObject({ status: 'completed' });
    });
  });

  describe('2. resources and their fields', () => {
    it('2.1 access token', async () => {
      expect((await client.askToken()).body).toEqual({
        access_token: expect.stringMatching(/^\S{20,}$/),
        scope: 'EXT_INT_SVC_SCOPE',
        token_type: 'Bearer',
        expires_in: 3600,
      });
    });

    it.each([
      ['amount', undefined],
      ['amount', ''],
      ['amount', 25_000],
      ['amount', '250.50'],
      ['amount', '-250'],
      ['amount', ' 250'],
      ['amount', '1e3'],
      ['amount', '9999999999999999'],
      ['currency', undefined],
      ['currency', 'EUR'],
      ['descriptionText', undefined],
      ['descriptionText', 'x'.repeat(51)],
      ['descriptionText', null],
      ['requestDate', '2026-01-02'],
      ['requestDate', '2026-01-02T03:04:05Z'],
      ['requestDate', '2026-01-02T03:04:05.678+03:00'],
      ['requestingOrganisationTransactionReference', undefined],
      ['requestingOrganisationTransactionReference', ''],
      ['requestingOrganisationTransactionReference', 7],
      ['originalTransactionReference', 7],
      ['debitParty', undefined],
      ['debitParty', []],
      ['debitParty', { key: 'msisdn', value: '0343500003' }],
      ['debitParty', [{ key: 'email', value: '0343500003' }]],
      ['debitParty', [{ key: 'msisdn', value: '34 35 000 03' }]],
      ['debitParty', [{ key: 'msisdn', value: 343500003 }]],
      [
        'creditParty',
        [
          { key: 'msisdn', value: '0343500004' },
          { key: 'msisdn', value: '0343500003' },
        ],
      ],
      ['metadata', {}],
      ['metadata', [{ key: 'partnerName' }]],
      ['metadata', [{ key: 'fc', value: 1 }]],
    ])('2.2 initiation request: %s %j is refused with 400', async (field, value) => {
      const refused = await client.initiate({ body: { [field]: value } });
      expect([refused.status, readOperatorError(refused.body)]).toMatchObject([400, { shape: 'business', code: 'formatError' }]);
      expect(readOperatorError(refused.body)?.description).toContain(field);
      expect(sandbox.transactions()).toEqual([]);
    });
    it.each([
      ['amount', '100'],
      ['descriptionText', 'x'.repeat(50)],
      ['descriptionText', ''],
      ['originalTransactionReference', undefined],
      ['metadata', undefined],
      ['metadata', []],
      [
        'metadata',
        [
          { key: 'partnerName', value: 'Shop' },
          { key: 'fc', value: 'USD' },
          { key: 'amountFc', value: '5.40' },
        ],
      ],
      ['somethingElse', 1],
    ])('2.2 initiation request: %s %j is taken', async (field, value) => {
      expect((await client.initiate({ body: { [field]: value } })).status).toBeLessThan(300);
    });

    it('2.3 initiation response', async () => {
      const answer = await client.initiate();
      expect(answer.status).toBe(spec ? 200 : 202);
      expect(answer.body).toEqual({ status: 'pending', serverCorrelationId: expect.stringMatching(UUID), notificationMethod: 'polling' });
      expect((await client.initiate(toReceiver())).body).toMatchObject({ notificationMethod: 'callback' });
    });

    it('2.4 status response: the objectReference comes with completion, and none for a failed one', async () => {
      const id = await client.pay(toReceiver());
      const common = { serverCorrelationId: id, notificationMethod: 'callback' };
      expect((await client.status(id)).body).toEqual({ ...common, status: 'pending', objectReference: '' });
      sandbox.approve(id);
      expect((await client.status(id)).body).toEqual({ ...common, status: 'completed', objectReference: expect.stringMatching(/^\d+$/) });

      const failed = await client.pay();
      sandbox.reject(failed);
      expect((await client.status(failed)).body).toEqual({
        status: 'failed',
        serverCorrelationId: failed,
        notificationMethod: 'polling',
        ...(spec ? {} : { objectReference: '' }),
      });
    });

    it('2.5 transaction details', async () => {
      const party = { debitParty: [{ key: 'msisdn', value: '0343500003' }], creditParty: [{ key: 'msisdn', value: '0343500004' }] };
      const reference = await client.payAndApprove({ headers: { 'X-CorrelationID': 'corr-1' }, body: { amount: '546' } });
      const created = new Date(now).toISOString();
      now += 1000;
      const { status, body } = await client.details(reference);
      expect(status).toBe(200);
      const common = { ...party, currency: 'Ar', transactionStatus: 'completed' };
      if (spec) {
        expect(body).toEqual({
          ...common,
          amount: '546',
          transactionReference: reference,
          createDate: created,
          fees: [{ feeAmount: '6' }],
        });
      } else {
        expect(body).toEqual({
          ...common,
          amount: '546.00',
          transactionReference: expect.stringMatching(/^\d+$/),
          creationDate: created,
          requestDate: new Date(now).toISOString(),
          fees: [{ feeAmount: '5.46' }],
          metadata: [{ key: 'XCorrelationId', value: 'corr-1' }],
        });
        expect(body.transactionReference).not.toBe(reference);
        expect((await client.details(reference)).body.transactionReference).not.toBe(body.transactionReference);
        expect((await client.details(String(body.transactionReference))).status).toBe(404);
      }
    });
  });

  describe('3. states and transitions', () => {
    it('none to pending to completed; a final state stays', async () => {
      const id = await client.pay();
      sandbox.approve(id);
      expect(() => sandbox.approve(id)).toThrow('completed already');
      expect(() => sandbox.reject(id)).toThrow('completed already');
      expect((await client.status(id)).body).toMatchObject({ status: 'completed' });
    });
    it('none to pending to failed: rejected, or failed during processing', async () => {
      const rejected = await client.pay();
      sandbox.reject(rejected);
      expect((await client.status(rejected)).body).toMatchObject({ status: 'failed' });

      const broke = await client.pay();
      await client.request('/portal/api/sandbox', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: '{"accounts":[{"msisdn":"0343500003","balance":"24999"}]}',
      });
      sandbox.approve(broke);
      expect((await client.status(broke)).body).toMatchObject({ status: 'failed' });
    });
  });

  describe('4. endpoints', () => {
    it('4.1 POST /token: Basic, form, grant type and scope', async () => {
      expect((await client.askToken()).status).toBe(200);
      expect((await client.askToken({ 'Cache-Control': undefined })).status).toBe(200);
      expect((await client.askToken({ 'Content-Type': 'application/json' }, '{"grant_type":"client_credentials"}')).status).toBe(400);
      expect((await client.askToken({}, 'scope=EXT_INT_SVC_SCOPE')).status).toBe(400);
      expect((await client.askToken({}, 'grant_type=password&scope=EXT_INT_SVC_SCOPE')).status).toBe(400);
      expect((await client.askToken({}, 'grant_type=client_credentials&scope=EXT_INT_OTHER_SCOPE')).status).toBe(400);
    });
    it.each([
      ['version', undefined],
      ['version', '2.0'],
      ['X-CorrelationID', undefined],
      ['X-CorrelationID', 'x'.repeat(101)],
      ['UserLanguage', undefined],
      ['UserLanguage', 'EN'],
      ['UserAccountIdentifier', '0343500004'],
    ])('4.2 common headers: %s %j is refused with 400 by all three', async (name, value) => {
      const reference = await client.payAndApprove();
      const headers = { [name]: value };
      for (const refused of [
        await client.initiate({ headers }),
        await client.status('x', headers),
        await client.details(reference, headers),
      ]) {
        expect([refused.status, readOperatorError(refused.body)]).toMatchObject([400, { shape: 'business' }]);
      }
    });
    it('4.2 common headers: the token first, then the headers, then the body', async () => {
      expect((await client.initiate({ headers: { Authorization: undefined, version: undefined }, body: { amount: 1 } })).status).toBe(401);
    });
    it.each([
      ['Content-Type', 'text/plain'],
      ['X-Callback-URL', 'ftp://shop.example/callback'],
      ['X-Callback-URL', 'shop.example'],
    ])('4.3 POST merchantpay: %s %j is refused with 400', async (name, value) => {
      expect((await client.initiate({ headers: { [name]: value } })).status).toBe(400);
    });
    it('4.3 POST merchantpay: not idempotent, the same reference twice makes two transactions', async () => {
      const changes = { headers: { 'X-CorrelationID': 'same' }, body: { requestingOrganisationTransactionReference: 'same' } };
      expect(await client.pay(changes)).not.toBe(await client.pay(changes));
      expect(sandbox.transactions()).toMatchObject([
        { reference: 'same', correlationId: 'same' },
        { reference: 'same', correlationId: 'same' },
      ]);
    });
    it('4.4 GET details: 404 for an unknown transID, and for a serverCorrelationId', async () => {
      const id = await client.pay();
      sandbox.approve(id);
      for (const unknown of ['1', id]) {
        const answer = await client.details(unknown);
        expect([answer.status, readOperatorError(answer.body)]).toMatchObject([404, { shape: 'business', code: 'identifierError' }]);
      }
    });
    it('4.5 GET status: an unknown serverCorrelationId', async () => {
      const answer = await client.status('8a1d1e50-0000-4000-8000-000000000000');
      if (spec) expect([answer.status, readOperatorError(answer.body)]).toMatchObject([404, { shape: 'business' }]);
      else
        expect([answer.status, answer.body]).toEqual([
          200,
          { status: '', serverCorrelationId: '', notificationMethod: '', objectReference: '' },
        ]);
    });
    it('4.6 answers are JSON in UTF-8', async () => {
      for (const answer of [await client.initiate(), await client.initiate({ raw: '{' }), await client.askToken()]) {
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
    });
  });

  describe('5. authentication', () => {
    it('5.2 a token wants the Consumer Key and Consumer Secret', async () => {
      const wrong = Buffer.from('sandbox-key:wrong').toString('base64');
      for (const Authorization of [undefined, `Basic ${wrong}`, 'Basic %%%', 'Bearer x']) {
        const refused = await client.askToken({ Authorization });
        const error = spec ? { shape: 'gateway', code: '900901' } : { shape: 'token', code: 'invalid_client' };
        expect([refused.status, readOperatorError(refused.body)]).toMatchObject([401, error]);
      }
    });
    it('5.3 a token is good for 3600 seconds, as often as one likes', async () => {
      await client.token();
      now += 3600 * 1000 - 1;
      expect((await client.initiate()).status).toBeLessThan(300);
      expect((await client.initiate()).status).toBeLessThan(300);
      now += 1;
      expect((await client.initiate()).status).toBe(401);
      await client.token();
      expect((await client.initiate()).status).toBeLessThan(300);
    });
    it(`5.3 a new token ${spec ? 'leaves the one before as it is' : 'revokes the one before'}`, async () => {
      const first = await client.token();
      await client.token();
      const answer = await client.initiate({ headers: { Authorization: `Bearer ${first}` } });
      expect(answer.status).toBe(spec ? 200 : 401);
    });
    it('5.4 an invalid or missing token gives 401 with the fault of section 7', async () => {
      for (const Authorization of [undefined, 'Bearer nonsense', 'Bearer', 'Basic abc']) {
        const refused = await client.initiate({ headers: { Authorization } });
        expect(refused.status).toBe(401);
        expect(readOperatorError(refused.body)?.shape).toBe('gateway');
        if (spec) expect(refused.body).toMatchObject({ fault: { code: 900901 } });
      }
    });
  });

  describe('6. events', () => {
    it('a PUT to the callback address when it is completed', async () => {
      const id = await client.pay({ headers: { ...toReceiver().headers, 'X-CorrelationID': 'corr-1' } });
      expect(receiver.received).toEqual([]);
      const { objectReference } = sandbox.approve(id);
      await called();
      const body = { transactionStatus: 'completed', serverCorrelationId: id, transactionReference: objectReference };
      const fees = [{ feeAmount: '250' }];
      const live = {
        requestDate: expect.stringMatching(ISO),
        debitParty: [{ key: 'msisdn', value: '0343500003' }],
        creditParty: [{ key: 'msisdn', value: '0343500004' }],
        metadata: [{ key: 'XCorrelationId', value: 'corr-1' }],
      };
      expect(receiver.received).toEqual([
        {
          method: 'PUT',
          url: '/callbacks/secret',
          type: 'application/json',
          body: spec ? { ...body, fees } : { ...body, fees, ...live },
        },
      ]);
      await vi.waitFor(() => expect(sandbox.transactions()).toMatchObject([{ callbacks: [{ kind: 'true', status: 200, error: null }] }]));
    });
    it('a PUT when it has failed, without fees', async () => {
      const id = await client.pay(toReceiver());
      sandbox.reject(id);
      await called();
      expect(receiver.received[0]?.body).toMatchObject({ transactionStatus: 'failed', serverCorrelationId: id });
      expect(receiver.received[0]?.body).not.toHaveProperty('fees');
    });
    it('none without an address; an empty one counts as none', async () => {
      const id = await client.pay({ headers: { 'X-Callback-URL': '' } });
      expect((await client.status(id)).body).toMatchObject({ notificationMethod: 'polling' });
      sandbox.approve(id);
      expect(sandbox.transactions()).toMatchObject([{ callbackUrl: null, callbacks: [] }]);
    });
  });

  describe('7. errors', () => {
    it.each([400, 401, 402, 403, 404, 409, 429, 500, 502, 503, 504])('7.1 status %i is reachable on every endpoint', async (status) => {
      await client.token();
      sandbox.setFaults((['token', 'initiate', 'status', 'details'] as const).map((on) => ({ on, do: 'status', value: status })));
      for (const answer of [await client.askToken(), await client.initiate(), await client.status('1'), await client.details('1')]) {
        expect(answer.status).toBe(status);
        if (spec || status !== 404) expect(readOperatorError(answer.body)).toBeDefined();
        else expect(answer.text).toBe('');
      }
    });
    it('7.1 402 for an amount that the payer does not hold', async () => {
      const refused = await client.initiate({ body: { amount: '10000001' } });
      expect([refused.status, readOperatorError(refused.body)]).toMatchObject([402, { code: 'insufficientFunds' }]);
    });
    it('7.1 403 for a token without the scope', async () => {
      const { body } = await client.askToken({}, 'grant_type=client_credentials');
      const refused = await client.initiate({ headers: { Authorization: `Bearer ${String(body.access_token)}` } });
      expect([refused.status, readOperatorError(refused.body)]).toMatchObject([403, { shape: 'business', code: 'notAuthorised' }]);
    });
    it('7.1 503 when too many are pending', async () => {
      const full = await createSandbox({ dialect, maxPending: 1 });
      const other = new Client(full);
      await other.pay();
      const refused = await other.initiate();
      expect([refused.status, readOperatorError(refused.body)]).toMatchObject([503, { shape: 'business', code: 'serverBusy' }]);
      await full.close();
    });
    it('7.1 404 for a path or a method that there is none of', async () => {
      await client.token();
      const asked = [
        client.request('/nothing', {}),
        client.request('/token', {}),
        client.request(`${PAYMENTS}/`, { method: 'DELETE' }),
        client.request(`${PAYMENTS}/1/2/3`, {}),
      ];
      for (const answer of await Promise.all(asked)) {
        expect(answer.status).toBe(404);
        expect(readOperatorError(answer.body)).toBeDefined();
      }
    });
    it('7.2 business error body', async () => {
      const { body } = await client.initiate({ body: { currency: 'EUR' } });
      if (spec) {
        expect(body).toEqual({
          ErrorCategory: 'validation',
          ErrorCode: 'formatError',
          ErrorDescription: expect.stringContaining('currency'),
          ErrorDateTime: expect.stringMatching(ISO),
          ErrorParameters: { field: 'currency' },
        });
      } else {
        expect(body).toEqual({
          errorCategory: 'validation',
          errorCode: 'formatError',
          errorDescription: expect.stringContaining('currency'),
          errorDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
          errorParameters: [
            { key: 'mmErrorCode', value: '4001' },
            { key: 'field', value: 'currency' },
          ],
        });
      }
    });
    it('7.3 authentication fault body', async () => {
      const { body } = await client.initiate({ headers: { Authorization: 'Bearer nonsense' } });
      const fault = { message: 'Invalid Credentials', description: expect.stringMatching(/check the access token/i) };
      expect(body).toEqual(spec ? { fault: { code: 900901, ...fault } } : { code: '900901', ...fault });
    });
  });

  describe('8. limits', () => {
    it('an amount is at least 100', async () => {
      const refused = await client.initiate({ body: { amount: '99' } });
      expect([refused.status, readOperatorError(refused.body)]).toMatchObject([400, { code: 'lessThanTransactionMinValue' }]);
    });
    it('payer and receiver differ, in whichever spelling', async () => {
      const refused = await client.initiate({ body: { creditParty: [{ key: 'msisdn', value: '261343500003' }] } });
      expect([refused.status, readOperatorError(refused.body)]).toMatchObject([400, { code: 'samePartiesError' }]);
    });
    it('429 signals rate limiting, with Retry-After', async () => {
      sandbox.setFaults([{ on: 'token', do: 'throttle', value: 7 }]);
      const answer = await client.askToken();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
      if (!spec) {
        expect(answer.body).toMatchObject({
          code: '900802',
          nextAccessTime: expect.stringMatching(/^\d{4}-[A-Z][a-z]{2}-\d\d [\d:]{8}\+0000 UTC$/),
        });
      }
    });
  });

  describe('9. versioning', () => {
    it('the path carries 1.0.0, and no other', async () => {
      const other = PAYMENTS.replace('1.0.0', '2.0.0');
      expect((await client.initiate({ path: `${other}/` })).status).toBe(404);
      expect((await client.get(`${other}/status/1`)).status).toBe(404);
    });
  });
});
