import { deferred } from '@tsena/testkit/deferred';
import { hang, type OperatorStub, reply, reset, type StubAnswer, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OperatorFixture, operatorAt, testClock, testInitiation, testSettings } from '../../test/support/operatorFixture.ts';
import { createLog } from '../log.ts';
import { createOperator, type OperatorOptions } from './client.ts';

let stub: OperatorStub;
const open: OperatorFixture[] = [];
const stubs: OperatorStub[] = [];

beforeEach(async () => {
  stub = await startOperatorStub();
  stubs.push(stub);
  stub.payments(accepted);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const operator of open.splice(0)) operator.close();
});
afterAll(() => Promise.all(stubs.map((one) => one.close())));

function operator(options: Partial<OperatorOptions> = {}, env: Readonly<Record<string, string>> = {}): OperatorFixture {
  const fixture = operatorAt(stub.baseUrl, options, env);
  open.push(fixture);
  return fixture;
}

const accepted = reply(202, { status: 'pending', serverCorrelationId: 'a-1', notificationMethod: 'polling' });
const pending = reply(200, { status: 'pending', serverCorrelationId: 'a-1', notificationMethod: 'polling', objectReference: '' });
const details = reply(200, { amount: '25000.00', currency: 'Ar', transactionStatus: 'completed' });
const unauthorized = reply(401, { fault: { code: 900901, message: 'Invalid Credentials', description: 'Check the access token' } });
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Accepts only the newest token, like a service that revokes earlier tokens. */
function onlyNewest(answer: StubAnswer): StubAnswer {
  return (response, request) => {
    const newest = `Bearer token-${stub.tokenRequests.length}`;
    (request.headers.Authorization === newest ? answer : unauthorized)(response, request);
  };
}

describe('the operator client', () => {
  test('sends the token request of section 4.1', async () => {
    expect(await operator({}, { OPERATOR_SERVICE: 'mvola' }).ready()).toEqual({ ok: true });
    const [request] = stub.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/token' });
    expect(request?.headers).toMatchObject({
      Authorization: `Basic ${Buffer.from('test-consumer-key:test-consumer-secret').toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Cache-Control': 'no-cache',
    });
    expect(request?.body).toBe('grant_type=client_credentials&scope=EXT_INT_MVOLA_SCOPE');
  });

  test('adds the device scope to the token request', async () => {
    await operator({}, { OPERATOR_DEVICE_SCOPE: 'device_shop1' }).ready();
    expect(stub.requests[0]?.body).toBe('grant_type=client_credentials&scope=EXT_INT_SVC_SCOPE+device_shop1');
  });

  test('sends the initiation of section 4.3 with each header and field', async () => {
    const initiation = testInitiation({
      callbackUrl: 'https://pay.example/v1/callbacks/x',
      fc: 'EUR',
      amountFc: '5.40',
      description: 'Crème / n° 3',
    });
    expect(await operator().initiate(initiation)).toEqual({ kind: 'accepted', serverCorrelationId: 'a-1', notificationMethod: 'polling' });
    const [request] = stub.paymentRequests;
    expect(request).toMatchObject({ method: 'POST', path: '/svc/mm/transactions/type/merchantpay/1.0.0/' });
    expect(request?.headers).toMatchObject({
      Authorization: 'Bearer token-1',
      version: '1.0',
      'X-CorrelationID': initiation.correlationId,
      UserLanguage: 'FR',
      UserAccountIdentifier: 'msisdn;0343500004',
      partnerName: 'Tsena Boutique',
      'Content-Type': 'application/json',
      'Accept-Charset': 'utf-8',
      'Cache-Control': 'no-cache',
      'X-Callback-URL': 'https://pay.example/v1/callbacks/x',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      amount: '25000',
      currency: 'Ar',
      descriptionText: 'Creme n 3',
      requestDate: '2026-11-20T12:00:00.123Z',
      requestingOrganisationTransactionReference: 'ORDER-1.1',
      originalTransactionReference: '',
      debitParty: [{ key: 'msisdn', value: '0343500003' }],
      creditParty: [{ key: 'msisdn', value: '0343500004' }],
      metadata: [
        { key: 'partnerName', value: 'Tsena Boutique' },
        { key: 'fc', value: 'EUR' },
        { key: 'amountFc', value: '5.40' },
      ],
    });
  });

  test('omits the callback header and the foreign currency if there are none, and replaces an unusable description by the partner’s name', async () => {
    await operator().initiate(testInitiation({ description: '購入' }));
    const [request] = stub.paymentRequests;
    expect(Object.keys(request?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('x-callback-url');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ descriptionText: 'Tsena Boutique', metadata: [{ key: 'partnerName' }] });
  });

  test('sends the lookups of sections 4.4 and 4.5, each with its own correlation id', async () => {
    const client = operator({}, { OPERATOR_SERVICE: 'mvola' });
    stub.payments(pending, pending, details);
    expect(await client.status('a-1')).toEqual({ kind: 'state', state: 'pending', operatorStatus: 'pending', objectReference: null });
    await client.status('a/1?x');
    expect(await client.details('636042511')).toMatchObject({ kind: 'details', details: { amount: '25000.00' } });
    await client.details('..');
    const base = '/mvola/mm/transactions/type/merchantpay/1.0.0/';
    expect(stub.paymentRequests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', `${base}status/a-1`, ''],
      ['GET', `${base}status/a%2F1%3Fx`, ''],
      ['GET', `${base}636042511`, ''],
      ['GET', `${base}%252E%252E`, ''],
    ]);
    const ids = stub.paymentRequests.map(({ headers }) => headers['X-CorrelationID'] ?? '');
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(stub.paymentRequests[0]?.headers).toMatchObject({
      Authorization: 'Bearer token-1',
      version: '1.0',
      UserLanguage: 'MG',
      UserAccountIdentifier: 'msisdn;0343500004',
      partnerName: 'Tsena Boutique',
      'Content-Type': 'application/json',
      'Accept-Charset': 'utf-8',
      'Cache-Control': 'no-cache',
    });
  });

  test('uses a new connection for each initiation, and reuses one for lookups', async () => {
    const client = operator();
    await client.initiate(testInitiation());
    stub.payments(pending);
    await client.status('a-1');
    const connections = stub.paymentRequests.map(({ headers }) => headers.Connection?.toLowerCase());
    expect(connections).toEqual(['close', 'keep-alive']);
  });
});

describe('a 401', () => {
  test('is a refusal if the request cannot be sent again, because the first one was sent', async () => {
    const client = operator();
    await client.ready();
    stub.payments(unauthorized);
    stub.tokens((answer, request) => {
      // The operator closes its port before the request comes with the new token.
      answer.once('finish', () => void stub.close());
      reply(200, { access_token: 'token-2', scope: 'EXT_INT_SVC_SCOPE', token_type: 'Bearer', expires_in: 3600 })(answer, request);
    });
    expect(await client.initiate(testInitiation())).toEqual({
      kind: 'refused',
      code: 'operator_unreachable',
      reason: expect.stringMatching(/^never_sent: ECONN/),
      errorDateTime: null,
      isPassing: false,
      retryAfterMs: null,
    });
    expect(stub.paymentRequests).toHaveLength(1);
  });

  const operations = {
    initiate: {
      call: (client: OperatorFixture) => client.initiate(testInitiation()),
      good: accepted,
      kind: 'accepted',
      refusal: 'refused',
    },
    status: { call: (client: OperatorFixture) => client.status('a-1'), good: pending, kind: 'state', refusal: 'unavailable' },
    details: { call: (client: OperatorFixture) => client.details('1'), good: details, kind: 'details', refusal: 'unavailable' },
  };

  describe.each(Object.entries(operations))('to %s', (_name, { call, good, kind, refusal }) => {
    test('renews the token once and repeats the request once', async () => {
      stub.payments(unauthorized, good);
      expect(await call(operator())).toMatchObject({ kind });
      expect(stub.paymentRequests.map(({ headers }) => headers.Authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
      expect(new Set(stub.paymentRequests.map(({ headers }) => headers['X-CorrelationID'])).size).toBe(1);
    });

    test('is a refusal if it comes twice in a row', async () => {
      stub.payments(unauthorized);
      expect(await call(operator())).toMatchObject({ kind: refusal });
      expect(stub.paymentRequests).toHaveLength(2);
      expect(stub.tokenRequests).toHaveLength(2);
    });

    test('is a refusal with the reason if there is no new token', async () => {
      stub.tokens(reply(200, { access_token: 'token-1', expires_in: 3600 }), reply(503));
      stub.payments(unauthorized);
      const outcome = await call(operator());
      expect(outcome).toMatchObject({ kind: refusal, reason: '503 without a body' });
      if (outcome.kind === 'refused') expect(outcome.code).toBe('operator_unreachable');
      expect(stub.paymentRequests).toHaveLength(1);
    });
  });

  test('does not stop two clients that revoke each other’s tokens', async () => {
    stub.payments(onlyNewest(pending));
    const [one, other] = [operator(), operator()];
    for (let round = 0; round < 5; round += 1) {
      expect(await one.status('a-1')).toMatchObject({ kind: 'state' });
      expect(await other.status('a-1')).toMatchObject({ kind: 'state' });
    }
    stub.payments(onlyNewest(accepted));
    expect(await one.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
    expect(await other.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
  });

  test('to many requests at once renews the token once', async () => {
    const client = operator();
    await client.ready();
    await operator().ready();
    stub.payments(onlyNewest(accepted));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.initiate(testInitiation())));
    for (const outcome of outcomes) expect(outcome.kind).toBe('accepted');
    expect(stub.tokenRequests).toHaveLength(3);
  });
});

test('the operator client does not send an initiation that its caller no longer allows when there is a token', async () => {
  const client = operator();
  expect(await client.initiate(testInitiation(), async () => false)).toEqual({
    kind: 'not_sent',
    code: 'not_sent',
    reason: 'the companion paused or stopped before it sent the request',
  });
  expect([stub.tokenRequests.length, stub.paymentRequests.length]).toEqual([1, 0]);
});

test('the operator client sends no initiation after a pause while it connects that was longer than its time limit', async () => {
  const client = operator({}, { OPERATOR_TIMEOUT_MS: '60000' });
  await client.ready();
  const { now } = performance;
  let pausedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + pausedMs);
  const outcome = client.initiate(testInitiation(), async () => {
    // From the next turn of the event loop on, when it connects.
    setImmediate(() => {
      pausedMs = 60_000;
    });
    return true;
  });
  expect(await outcome).toEqual({ kind: 'not_sent', code: 'operator_unreachable', reason: 'never_sent: CONNECTED_TOO_LATE' });
  expect(stub.paymentRequests).toEqual([]);
});

describe('mmErrorCode 4002 to an initiation', () => {
  const passing = reply(400, {
    errorCategory: 'validation',
    errorCode: 'genericError',
    errorDescription: 'Error in getting user language',
    errorDateTime: '2026-11-20T12:00:00',
    errorParameters: [{ key: 'mmErrorCode', value: '4002' }],
  });
  const refused = { kind: 'refused', code: 'payment_failed', reason: '400 genericError 4002 Error in getting user language' };

  test('is repeated once, with the same token, correlation id and body', async () => {
    stub.payments(passing, accepted);
    const asked: (string | null)[] = [];
    const maySend = async (after: string | null) => asked.push(after) > 0;
    expect(await operator().initiate(testInitiation(), maySend)).toMatchObject({ kind: 'accepted' });
    const [first, second, ...others] = stub.paymentRequests;
    expect(others).toEqual([]);
    expect(second).toEqual(first);
    expect(first?.headers['X-CorrelationID']).toBe(testInitiation().correlationId);
    expect(asked).toEqual([null, '4002']);
  });

  test('is a refusal if it comes twice in a row', async () => {
    stub.payments(passing);
    expect(await operator().initiate(testInitiation())).toMatchObject({ ...refused, errorDateTime: '2026-11-20T12:00:00' });
    expect(stub.paymentRequests).toHaveLength(2);
  });

  test('is repeated only when there is a token: the caller is asked after it came', async () => {
    stub.tokens(reply(200, { access_token: 'short', token_type: 'Bearer', expires_in: 100 }));
    stub.payments(passing, accepted);
    const client = operator();
    const tokensAt: [string | null, number][] = [];
    const maySend = async (after: string | null) => {
      tokensAt.push([after, stub.tokenRequests.length]);
      // The token expires while the first request is under way.
      if (after === null) client.clock.advance(100_000);
      return true;
    };
    expect(await client.initiate(testInitiation(), maySend)).toMatchObject({ kind: 'accepted' });
    expect(tokensAt).toEqual([
      [null, 1],
      ['4002', 2],
    ]);
  });

  test('is a refusal if the request may not be sent again', async () => {
    stub.payments(passing, accepted);
    expect(await operator().initiate(testInitiation(), async (after) => after === null)).toMatchObject(refused);
    expect(stub.paymentRequests).toHaveLength(1);
  });

  test('leaves the outcome unknown if the second request gets no answer', async () => {
    stub.payments(passing, reset);
    expect((await operator().initiate(testInitiation())).kind).toBe('unknown');
    expect(stub.paymentRequests).toHaveLength(2);
  });

  test('leaves the outcome unknown if the operator calls the second request a duplicate', async () => {
    stub.payments(passing, reply(409));
    expect((await operator().initiate(testInitiation())).kind).toBe('unknown');
  });

  test('is repeated after a 401, and a 401 after it: each further request is asked for', async () => {
    const asked: (string | null)[] = [];
    const maySend = async (after: string | null) => asked.push(after) > 0;
    stub.payments(unauthorized, passing, unauthorized, accepted);
    expect(await operator().initiate(testInitiation(), maySend)).toMatchObject({ kind: 'accepted' });
    expect(asked).toEqual([null, '401', '4002', '401']);
    expect(stub.paymentRequests).toHaveLength(4);
  });

  test('stands if the second request cannot be sent', async () => {
    stub.payments((response, request) => {
      response.once('finish', () => void stub.close());
      passing(response, request);
    });
    expect(await operator().initiate(testInitiation())).toMatchObject(refused);
  });
});

test('a 401 is a refusal if the new token came too late: another payment may have taken this one’s place', async () => {
  stub.payments(unauthorized, accepted);
  const outcome = await operator().initiate(testInitiation(), async (after) => after !== '401');
  expect(outcome).toEqual({
    kind: 'refused',
    code: 'operator_unreachable',
    reason: 'the token was renewed too late to send the request again',
    errorDateTime: null,
    isPassing: false,
    retryAfterMs: null,
  });
  expect(stub.paymentRequests).toHaveLength(1);
});

test('a 401 without a new token is a refusal that says when to try again', async () => {
  stub.tokens(reply(200, { access_token: 'token-1', expires_in: 3600 }), reply(503, '', { 'retry-after': '9' }));
  stub.payments(unauthorized);
  expect(await operator().initiate(testInitiation())).toMatchObject({ kind: 'refused', retryAfterMs: 9000 });
});

describe('without a token, the operator client', () => {
  test.each([
    ['a 201, which section 4.1 does not name', reply(201, { access_token: 'opaque' }), '201 with an unexpected body', null],
    ['a 200 without a token', reply(200, {}), '200 without a usable token', null],
    ['a 503', reply(503, '', { 'retry-after': '9' }), '503 without a body', 9000],
    ['a reset', reset, 'no_answer: ECONNRESET', null],
  ])('says why, and when to try again: %s', async (_name, answer, reason, retryAfterMs) => {
    stub.tokens(answer);
    expect(await operator().ready()).toEqual({ ok: false, code: 'operator_unreachable', reason, retryAfterMs });
  });

  test('does not count a 429 as a failure: it waits only as long as the operator asks', async () => {
    const onPause = vi.fn();
    stub.tokens(reply(429, '', { 'retry-after': '1' }));
    const client = operator({ onPause });
    for (let round = 0; round < 7; round += 1) {
      expect(await client.ready()).toMatchObject({ code: 'operator_busy', retryAfterMs: 1000 });
      client.clock.advance(1000);
    }
    expect(stub.tokenRequests).toHaveLength(7);
    expect(onPause.mock.calls).toEqual(Array(7).fill([{ cause: 'throttled', ms: 1000 }]));
  });

  test.each([
    [reply(400, { error: 'invalid_scope', error_description: 'x' }), 'operator_credentials'],
    [reply(401, { error: 'invalid_client', error_description: 'x' }), 'operator_credentials'],
    [reply(403), 'operator_credentials'],
    [reply(429, '', { 'retry-after': '7' }), 'operator_busy'],
    [reply(500), 'operator_unreachable'],
    [reply(200, {}), 'operator_unreachable'],
    [reply(200, 'x'), 'operator_unreachable'],
    [reply(302), 'operator_unreachable'],
    [reset, 'operator_unreachable'],
    [hang, 'operator_unreachable'],
  ] as const)('returns not_sent for the token answer %#', async (answer, code) => {
    stub.tokens(answer);
    const client = operator({}, { OPERATOR_TIMEOUT_MS: '150' });
    expect(await client.ready()).toMatchObject({ ok: false, code });
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'not_sent', code });
    expect((await client.status('a-1')).kind).toBe('unavailable');
    expect(stub.paymentRequests).toEqual([]);
  });

  test('requests one token for 50 initiations at once', async () => {
    const client = operator();
    await Promise.all(Array.from({ length: 50 }, () => client.initiate(testInitiation())));
    expect(stub.tokenRequests).toHaveLength(1);
    expect(stub.paymentRequests).toHaveLength(50);
  });

  test('requests no token for ten seconds after five refusals in a row, and keeps its answer', async () => {
    stub.tokens(reply(401, { error: 'invalid_client' }));
    const client = operator();
    for (let round = 0; round < 7; round += 1) expect(await client.ready()).toMatchObject({ ok: false, code: 'operator_credentials' });
    expect(stub.tokenRequests).toHaveLength(5);
    expect(await client.ready()).toMatchObject({ retryAfterMs: 10_000 });
    client.clock.advance(10_000);
    stub.tokens(reply(200, { access_token: 'right-again' }));
    expect(await client.ready()).toEqual({ ok: true });
  });
});

describe('a 429 pauses the operator client', () => {
  test.each([
    ['Retry-After in seconds', reply(429, '', { 'retry-after': '7' }), 7_000],
    [
      'Retry-After as a date, by the operator’s own clock',
      reply(429, '', { date: 'Fri, 20 Nov 2020 12:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2020 12:00:30 GMT' }),
      30_000,
    ],
    [
      'nextAccessTime',
      reply(
        429,
        { code: '900802', message: 'x', nextAccessTime: '2026-Nov-20 12:01:00+0000 UTC' },
        { date: 'Fri, 20 Nov 2026 12:00:00 GMT' },
      ),
      60_000,
    ],
    ['nothing', reply(429), 5_000],
    ['a day', reply(429, '', { 'retry-after': '86400' }), 900_000],
  ])('for the time in its answer: %s', async (_name, answer, ms) => {
    const client = operator();
    stub.payments(answer);
    expect(await client.status('a-1')).toMatchObject({ kind: 'unavailable', retryAfterMs: ms });
    client.clock.advance(ms - 1);
    expect(await client.status('a-1')).toEqual({ kind: 'unavailable', reason: 'paused after a 429', retryAfterMs: 1 });
    expect(await client.details('1')).toMatchObject({ kind: 'unavailable', retryAfterMs: 1 });
    expect(await client.ready()).toMatchObject({ ok: false, code: 'operator_busy', retryAfterMs: 1 });
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'not_sent', code: 'operator_busy' });
    expect(stub.paymentRequests).toHaveLength(1);

    client.clock.advance(1);
    stub.payments(pending);
    expect(await client.ready()).toEqual({ ok: true });
    expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
  });

  test('and refuses the initiation that it answers', async () => {
    const client = operator();
    stub.payments(reply(429, '', { 'retry-after': '7' }));
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'refused', code: 'operator_busy', retryAfterMs: 7_000 });
    expect(await client.ready()).toMatchObject({ ok: false, code: 'operator_busy', retryAfterMs: 7_000 });
  });

  test('until the latest time that one of several answers asks for', async () => {
    const client = operator();
    await client.ready();
    stub.payments(reply(429, '', { 'retry-after': '60' }), reply(429, '', { 'retry-after': '5' }));
    await Promise.all([client.status('a-1'), client.status('a-1')]);
    expect(await client.ready()).toMatchObject({ code: 'operator_busy', retryAfterMs: 60_000 });
  });

  test('also if it comes while a token is requested', async () => {
    const client = operator();
    const renewal = deferred();
    const asked = deferred();
    stub.tokens(reply(200, { access_token: 'short', expires_in: 100 }), (answer, request) => {
      void renewal.promise.then(() => reply(200, { access_token: 'token-2' })(answer, request));
    });
    const answers: (() => void)[] = [];
    stub.payments((answer, request) => {
      answers.push(() => reply(429, '', { 'retry-after': '7' })(answer, request));
      asked.resolve();
    });
    const status = client.status('a-1');
    await asked.promise;
    client.clock.advance(100_000);
    const ready = client.ready();
    for (const answer of answers) answer();
    await status;
    renewal.resolve();
    expect(await ready).toMatchObject({ ok: false, code: 'operator_busy', retryAfterMs: 7000 });
  });

  test('so that a passing refusal of an initiation is not repeated', async () => {
    const client = operator();
    const posted = deferred<() => void>();
    const passing = reply(400, { errorCategory: 'validation', errorCode: 'genericError', errorParameters: { mmErrorCode: '4002' } });
    stub.payments((answer, request) => posted.resolve(() => passing(answer, request)), reply(429));
    const initiated = client.initiate(testInitiation());
    const answerInitiation = await posted.promise;
    await client.status('a-1');
    answerInitiation();
    expect(await initiated).toMatchObject({ kind: 'refused', isPassing: true });
    expect(stub.paymentRequests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  test('including the lookups that wait in the queue', async () => {
    const client = operator({ limits: { lookupsAtOnce: 1 } });
    stub.payments(reply(429));
    await Promise.all(Array.from({ length: 20 }, () => client.status('a-1')));
    expect(stub.paymentRequests).toHaveLength(1);
  });
});

describe('lookups', () => {
  test('pause after five failures in a row, and one tests the operator after ten seconds', async () => {
    const client = operator();
    stub.payments(reply(503));
    for (let round = 0; round < 5; round += 1) await client.status('a-1');
    expect(await client.status('a-1')).toEqual({ kind: 'unavailable', reason: 'paused after failures in a row', retryAfterMs: 10_000 });
    expect(await client.details('1')).toMatchObject({ kind: 'unavailable' });
    expect(stub.paymentRequests).toHaveLength(5);

    client.clock.advance(10_000);
    await Promise.all(Array.from({ length: 10 }, () => client.status('a-1')));
    expect(stub.paymentRequests).toHaveLength(6);
    expect(await client.status('a-1')).toMatchObject({ retryAfterMs: 10_000 });

    client.clock.advance(10_000);
    stub.payments(pending);
    expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
    expect(await client.status('a-1')).toMatchObject({ kind: 'state' });
  });

  test('do not pause for a 404, and do not stop initiations while they pause', async () => {
    const client = operator();
    stub.payments(reply(404));
    for (let round = 0; round < 7; round += 1) await client.status('a-1');
    expect(stub.paymentRequests).toHaveLength(7);
    stub.payments(reply(500));
    for (let round = 0; round < 7; round += 1) await client.status('a-1');
    expect(stub.paymentRequests).toHaveLength(12);
    stub.payments(accepted);
    expect(await client.ready()).toEqual({ ok: true });
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
  });

  test('run at most eight at once; others wait in a queue, and are refused if the queue is full', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    stub.payments((answer, request) => {
      waiting.push(() => pending(answer, request));
      most = Math.max(most, waiting.length);
    });
    const client = operator({ limits: { lookupsWaiting: 10 } });
    const all = Promise.all(Array.from({ length: 20 }, () => client.status('a-1')));
    for (let answered = 0; answered < 18; answered += 1) {
      await expect.poll(() => waiting.length).toBe(Math.min(8, 18 - answered));
      waiting.shift()?.();
    }
    const outcomes = await all;
    expect(most).toBe(8);
    expect(outcomes.filter(({ kind }) => kind === 'state')).toHaveLength(18);
    expect(outcomes.filter(({ kind }) => kind === 'unavailable')).toHaveLength(2);
  });
});

test('the operator client reports each request to its observer', async () => {
  const client = operator();
  stub.payments(accepted, pending, reset);
  await client.initiate(testInitiation());
  await client.status('a-1');
  await client.details('1');
  expect(client.observed).toEqual([
    { operation: 'token', outcome: '200', ms: expect.any(Number) },
    { operation: 'initiate', outcome: '202', ms: expect.any(Number) },
    { operation: 'status', outcome: '200', ms: expect.any(Number) },
    { operation: 'details', outcome: 'no_answer', ms: expect.any(Number) },
  ]);
});

describe('the operator client reports each pause with its cause and length:', () => {
  const DETAILS = (lookups: Pick<OperatorFixture, 'details'>) => lookups.details('1');

  test('a 429', async () => {
    const onPause = vi.fn();
    stub.payments(reply(429, '', { 'retry-after': '7' }));
    await operator({ onPause }).status('a-1');
    expect(onPause.mock.calls).toEqual([[{ cause: 'throttled', ms: 7000 }]]);
  });

  test('five token requests in a row that fail', async () => {
    const onPause = vi.fn();
    stub.tokens(reply(500));
    const client = operator({ onPause });
    for (let round = 0; round < 7; round += 1) await client.ready();
    expect(onPause.mock.calls).toEqual([[{ cause: 'tokens', ms: 10_000 }]]);
  });

  test.each([
    ['lookups', (client: OperatorFixture) => DETAILS(client)],
    ['submitted_references', (client: OperatorFixture) => client.submitted.run('pay_1', DETAILS)],
    ['callbacks', (client: OperatorFixture) => client.named.run('pay_1', DETAILS)],
    ['transactions', (client: OperatorFixture) => DETAILS({ ...client, details: client.searched.details })],
  ] as const)('five failures in a row of %s, which stop no others', async (cause, look) => {
    const onPause = vi.fn();
    stub.payments(reply(503));
    const client = operator({ onPause });
    for (let round = 0; round < 7; round += 1) await look(client);
    expect(onPause.mock.calls).toEqual([[{ cause, ms: 10_000 }]]);
    expect(stub.paymentRequests).toHaveLength(5);
    stub.payments(details);
    if (cause !== 'lookups') expect(await DETAILS(client)).toMatchObject({ kind: 'details' });
    if (cause !== 'callbacks') expect(await client.named.run('pay_1', DETAILS)).toMatchObject({ kind: 'details' });
    if (cause !== 'transactions') expect(await client.searched.details('1')).toMatchObject({ kind: 'details' });
  });
});

test('the operator client counts a lookup without a token as a failure only if the operator was not reached', async () => {
  const client = operator({ limits: { failuresInARow: 2 } });
  stub.tokens(reply(401, { error: 'invalid_client' }));
  await client.status('a-1');
  client.clock.advance(60_000);
  for (let round = 0; round < 3; round += 1)
    expect(await client.status('a-1')).not.toMatchObject({ reason: 'paused after failures in a row' });
  client.clock.advance(60_000);
  stub.tokens(reply(500));
  for (let round = 0; round < 2; round += 1) await client.status('a-1');
  expect(await client.status('a-1')).toEqual({ kind: 'unavailable', reason: 'paused after failures in a row', retryAfterMs: 10_000 });
});

test('the merchant’s searches run four at once; a hundred wait, and further ones are refused', async () => {
  const waiting: (() => void)[] = [];
  stub.payments((answer, request) => void waiting.push(() => details(answer, request)));
  const client = operator();
  const all = Array.from({ length: 106 }, () => client.searched.details('1'));
  const busy = { kind: 'unavailable', reason: 'too many lookups are waiting', retryAfterMs: 5000 };
  expect(await Promise.all(all.slice(104))).toEqual([busy, busy]);
  await expect.poll(() => waiting.length).toBe(4);
  stub.payments(details);
  for (const release of waiting) release();
  const outcomes = await Promise.all(all);
  expect(outcomes.filter(({ kind }) => kind === 'details')).toHaveLength(104);
});

test('the operator client needs no observers', async () => {
  const client = createOperator({
    settings: testSettings(stub.baseUrl),
    clock: testClock(),
    wallClock: testClock(),
    log: createLog('silent'),
    limits: { failuresInARow: 1 },
  });
  stub.payments(reply(503), reply(429));
  expect(await client.status('a-1')).toMatchObject({ kind: 'unavailable', reason: '503 without a body' });
  expect(await client.searched.details('1')).toMatchObject({ kind: 'unavailable', reason: '429 without a body' });
  expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'not_sent', code: 'operator_busy', reason: 'paused after a 429' });
  client.close();
});

test('outcomes and the log contain no number, token, credential or callback address', async () => {
  const client = operator();
  const echo: StubAnswer = (answer, request) => {
    const words = `0343500003 +261 34 35 000 04 ${request.headers.Authorization} ${request.headers['X-Callback-URL']}`;
    reply(400, { errorCategory: 'validation', errorCode: words, errorDescription: `${request.body} ${words}` })(answer, request);
  };
  stub.payments(echo);
  stub.tokens(reply(200, { access_token: 'opaque-access-token' }));
  const initiation = testInitiation({ callbackUrl: 'https://pay.example/v1/callbacks/Zm9vYmFyYmF6' });
  const outcomes = [await client.initiate(initiation), await client.status('a-1'), await client.details('1')];
  stub.payments(reset);
  outcomes.push(await client.initiate(initiation), await client.initiate(testInitiation({ correlationId: 'a\nb' })));
  const echoToken: StubAnswer = (answer, request) =>
    reply(401, { error: request.headers.Authorization, error_description: request.body })(answer, request);
  const refused = operator();
  stub.tokens(echoToken);
  const readings = [await refused.ready(), await refused.initiate(initiation)];

  const everything = JSON.stringify([outcomes, readings, client.lines, refused.lines]);
  expect(everything).toMatch(/refused|400/);
  expect(everything).not.toMatch(/350000|35 000|opaque-access-token|Zm9vYm|test-consumer|dGVzdC1jb25zdW1lci/);
});
