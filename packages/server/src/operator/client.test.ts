import { reply, reset, type StubAnswer } from '@tsena/testkit/operatorStub';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type OperatorFixture, testClock, testInitiation, testSettings } from '../../test/support/operatorFixture.ts';
import { ACCEPTED, DETAILS, operator, PENDING, stub, useStubbedOperator } from '../../test/support/stubbedOperator.ts';
import { createLog } from '../log.ts';
import { createOperator } from './client.ts';

useStubbedOperator();
afterEach(() => vi.restoreAllMocks());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
    stub.payments(PENDING, PENDING, DETAILS);
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
    stub.payments(PENDING);
    await client.status('a-1');
    const connections = stub.paymentRequests.map(({ headers }) => headers.Connection?.toLowerCase());
    expect(connections).toEqual(['close', 'keep-alive']);
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

test('the operator client sends no initiation over a connection that opens after the first byte had to leave', async () => {
  const client = operator();
  const outcome = client.initiate(
    testInitiation(),
    async () => true,
    () => performance.now(),
  );
  expect(await outcome).toEqual({ kind: 'not_sent', code: 'operator_unreachable', reason: 'never_sent: CONNECTED_TOO_LATE' });
  expect(stub.paymentRequests).toEqual([]);
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

describe('the operator client warns, and goes on,', () => {
  const warnings = (client: OperatorFixture) =>
    client.lines.map((line) => JSON.parse(line)).filter(({ level }: { level: number }) => level === 40);

  test.each([
    ['lacks the scope EXT_INT_SVC_SCOPE', { scope: 'am_application_scope' }],
    ['is not of the type Bearer', { token_type: 'mac' }],
  ])('when it gets a token that %s', async (fault, more) => {
    const client = operator();
    stub.tokens(reply(201, { access_token: 'opaque', ...more }));
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
    expect(warnings(client)).toMatchObject([{ reason: `201 with a token that ${fault}` }]);
  });

  test('when an initiation is accepted with another status than pending', async () => {
    const client = operator();
    stub.payments(reply(200, { status: 'completed', serverCorrelationId: 'a-1' }));
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted', serverCorrelationId: 'a-1' });
    expect(warnings(client)).toMatchObject([{ serverCorrelationId: 'a-1', status: 'completed' }]);
  });

  test('not when both are as documented', async () => {
    const client = operator();
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
    expect(warnings(client)).toEqual([]);
  });
});

test('the operator client reports each request to its observer', async () => {
  const client = operator();
  stub.payments(ACCEPTED, PENDING, reset);
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
