import { hang, reply, reset, startOperatorStub } from '@tsena/testkit/operatorStub';
import { describe, expect, test } from 'vitest';
import { testClock, testSettings } from '../../../test/support/operatorFixture.ts';
import { useForEach } from '../../../test/support/use.ts';
import { checkCredentials } from './checkCredentials.ts';

const stub = useForEach(startOperatorStub);

const check = (env: Readonly<Record<string, string>> = {}) =>
  checkCredentials(testSettings(stub.baseUrl, env), testClock(), { withLookups: false });
const granted = (more: object) =>
  reply(200, { access_token: 'opaque', token_type: 'Bearer', expires_in: 3600, ...more });

describe('the check of the credentials', () => {
  test('requests one token with the credentials and the service of the settings', async () => {
    await check({ OPERATOR_SERVICE: 'mvola' });
    expect(stub.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/token', 'grant_type=client_credentials&scope=EXT_INT_MVOLA_SCOPE'],
    ]);
  });

  test('with lookups, asks for the status and the details of a transaction that does not exist', async () => {
    stub.payments(reply(404));
    const settings = testSettings(stub.baseUrl);
    expect(await checkCredentials(settings, testClock(), { withLookups: true })).toMatchObject({ kind: 'accepted' });
    const payments = '/svc/mm/transactions/type/merchantpay/1.0.0/';
    expect(stub.paymentRequests.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      expect.stringMatching(new RegExp(`^GET ${payments}status/[0-9a-f-]{36}$`)),
      `GET ${payments}tsena-check`,
    ]);
  });

  test.each([301, 401, 403])('with lookups, says if the operator refuses them with %i', async (status) => {
    stub.payments((answer, request) => reply(request.path.includes('/status/') ? 404 : status)(answer, request));
    const check = checkCredentials(testSettings(stub.baseUrl), testClock(), { withLookups: true });
    expect(await check).toEqual({ kind: 'lookups_refused', reason: `${status} without a body` });
  });

  test.each([
    ['the scope of the service', { scope: 'EXT_INT_SVC_SCOPE' }],
    ['several scopes, the service’s among them', { scope: 'am_application_scope  EXT_INT_SVC_SCOPE\tdefault' }],
    ['an empty scope', { scope: '' }],
    ['no scope', {}],
    ['its type in other letter case', { token_type: 'bearer' }],
    ['no type', { token_type: null }],
  ])('accepts a token with %s', async (_name, more) => {
    stub.tokens(granted(more));
    expect(await check()).toEqual({ kind: 'accepted', ms: expect.any(Number) });
  });

  test.each(['am_application_scope', 'EXT_INT_SVC_SCOPE_2', 'ext_int_svc_scope'])(
    'blames the service if the token has only the scope %s',
    async (scope) => {
      stub.tokens(granted({ scope }));
      expect(await check()).toEqual({
        kind: 'wrong_service',
        reason: '200 with a token that lacks the scope EXT_INT_SVC_SCOPE',
      });
    },
  );

  test.each([
    ['an unknown scope', reply(400, { error: 'invalid_scope' }), 'wrong_service', '400 invalid_scope'],
    ['an unknown client (400)', reply(400, { error: 'invalid_client' }), 'wrong_credentials', '400 invalid_client'],
    [
      'an unauthorized client (403)',
      reply(403, { error: 'unauthorized_client' }),
      'wrong_credentials',
      '403 unauthorized_client',
    ],
    [
      'the gateway’s 900901 (403)',
      reply(403, { fault: { code: 900901, message: 'no' } }),
      'wrong_credentials',
      '403 900901 no',
    ],
    ['a 401 without a body', reply(401), 'wrong_credentials', '401 without a body'],
    ['a 400 with another error', reply(400, { error: 'invalid_request' }), 'refused', '400 invalid_request'],
    ['a 429', reply(429), 'busy', '429 without a body'],
    ['a 500', reply(500), 'unreachable', '500 without a body'],
    [
      'a token of another type',
      granted({ token_type: 'mac' }),
      'refused',
      '200 with a token that is not of the type Bearer',
    ],
    ['a 200 without a token', reply(200, {}), 'unreachable', '200 without a usable token'],
    ['a reset', reset, 'unreachable', 'no_answer: ECONNRESET'],
    ['no answer in time', hang, 'unreachable', 'no_answer: no answer within 150 ms'],
  ] as const)('reads %s', async (_name, answer, kind, reason) => {
    stub.tokens(answer);
    expect(await check({ OPERATOR_TIMEOUT_MS: '150' })).toEqual({ kind, reason });
  });
});
