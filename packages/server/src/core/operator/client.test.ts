import { reply, reset, type StubAnswer, startOperatorStub } from '@tsena/testkit/operatorStub';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type OperatorFixture, testInitiation } from '../../../test/support/operatorFixture.ts';
import { operator, stub, useOperatorStub } from '../../../test/support/operatorStub.ts';

useOperatorStub();
afterEach(() => vi.restoreAllMocks());

test('the operator client sends no initiation that its caller no longer allows', async () => {
  const client = operator();
  expect(await client.initiate(testInitiation(), async () => false)).toEqual({
    kind: 'not_sent',
    code: 'not_sent',
    reason: 'the companion paused or stopped before it sent the request',
  });
  expect([stub.tokenRequests.length, stub.paymentRequests.length]).toEqual([1, 0]);
});

const { now } = performance;

test.each<readonly [string, (client: OperatorFixture) => void]>([
  ['too long a pause', () => vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 60_000)],
  ['the machine has slept', ({ clock }) => clock.advance(60_000)],
])('the operator client sends no initiation after %s while it connects', async (_what, pause) => {
  const client = operator({}, { OPERATOR_TIMEOUT_MS: '60000' });
  await client.ready();
  const outcome = client.initiate(testInitiation(), async () => {
    // In the next turn of the event loop, when it connects.
    setImmediate(() => pause(client));
    return true;
  });
  expect(await outcome).toEqual({
    kind: 'not_sent',
    code: 'operator_unreachable',
    reason: 'never_sent: CONNECTED_TOO_LATE',
  });
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
    stub.payments(reply(200, { status: 'completed', serverCorrelationId: 'sc-1' }));
    expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
    expect(warnings(client)).toMatchObject([{ serverCorrelationId: 'sc-1', status: 'completed' }]);
  });
});

test('outcomes and the log contain no number, token, credential or callback address', async () => {
  const client = operator();
  const echo: StubAnswer = (answer, request) => {
    const words = `0343500003 +261 34 35 000 04 ${request.headers.Authorization} ${request.headers['X-Callback-URL']}`;
    reply(400, { errorCategory: 'validation', errorCode: words, errorDescription: `${request.body} ${words}` })(
      answer,
      request,
    );
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

test('the operator client ignores the environment’s proxies', async () => {
  const proxy = await startOperatorStub();
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'])
    vi.stubEnv(name, proxy.baseUrl);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
  const client = operator();
  expect(await client.initiate(testInitiation())).toMatchObject({ kind: 'accepted' });
  await client.status('a-1');
  vi.unstubAllEnvs();
  expect(proxy.requests).toEqual([]);
  await proxy.close();
});
