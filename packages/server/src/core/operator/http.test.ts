import https from 'node:https';
import { deferred } from '@tsena/testkit/deferred';
import { reply, reset, startOperatorStub } from '@tsena/testkit/operatorStub';
import { selfSigned } from '@tsena/testkit/selfSigned';
import { listen } from '@tsena/testkit/serve';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testClock } from '../../../test/support/operatorFixture.ts';
import { useForEach } from '../../../test/support/use.ts';
import { createOperatorHttp, type OperatorHttp } from './http.ts';

const LIMIT_MS = 30_000;

const stub = useForEach(startOperatorStub);
let operator: OperatorHttp;
beforeEach(async () => {
  operator = createOperatorHttp(stub.baseUrl, LIMIT_MS, testClock(Date.parse('2026-11-20T12:00:00Z')));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  operator.close();
});

/** Nothing in this process runs for so many ms. */
const stopProcess = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const get = (path = '/x') => operator.send({ method: 'GET', path, headers: {} });

describe('the operator’s HTTP client', () => {
  test('sends method, path, headers and body as they are', async () => {
    stub.payments(reply(200, {}));
    const body = '{"amount": "25000"} and more';
    await operator.send({
      method: 'POST',
      path: '/a/b?c=d',
      headers: { 'Content-Type': 'application/json', 'X-One': 'two' },
      body,
    });
    expect(stub.requests).toMatchObject([
      { method: 'POST', path: '/a/b?c=d', headers: { 'Content-Type': 'application/json', 'X-One': 'two' }, body },
    ]);
  });

  test.each([
    ['nothing', '', true],
    ['white space', ' \r\n', true],
    ['HTML', '<html>', false],
  ])('returns no body for an answer of %s', async (_name, text, empty) => {
    stub.payments(reply(500, text));
    expect(await get()).toEqual({ kind: 'answer', status: 500, body: undefined, empty, retryAfterMs: null });
  });

  test.each(['GET', 'POST'] as const)(
    'ends a %s that is under way when it closes: its outcome is unknown',
    async (method) => {
      const received = deferred();
      stub.payments(() => received.resolve());
      const sent = operator.send({ method, path: '/x', headers: {} });
      await received.promise;
      operator.close();
      expect(await sent).toEqual({ kind: 'no_answer', reason: 'ECONNRESET' });
    },
  );

  test('reports no answer if a reused connection is reset', async () => {
    stub.payments(reply(200, {}), reset);
    expect(await get()).toMatchObject({ kind: 'answer' });
    expect(await get()).toEqual({ kind: 'no_answer', reason: 'ECONNRESET' });
    expect(stub.requests).toHaveLength(2);
  });

  test('reads an answer that came while the process was stopped past its time limit', async () => {
    const client = createOperatorHttp(stub.baseUrl, 250, testClock());
    stub.payments((answer) => void answer.writeHead(202).end('{}', () => stopProcess(300)));
    expect(await client.send({ method: 'POST', path: '/x', headers: {}, body: '{}' })).toMatchObject({
      kind: 'answer',
      status: 202,
    });
    // Decompression would need more turns of the event loop.
    expect(stub.requests).toMatchObject([{ headers: { 'Accept-Encoding': 'identity' } }]);
    client.close();
  });

  test('says without details why a request could not be built', async () => {
    const outcome = await operator.send({ method: 'GET', path: '/x', headers: { 'of 0343500003': 'x' } });
    expect(outcome).toEqual({ kind: 'never_sent', reason: expect.stringMatching(/^[A-Z_]+$|^TypeError$/) });
    expect(stub.requests).toEqual([]);
  });
});

describe('over TLS, the operator’s HTTP client', () => {
  let server: https.Server;
  let client: OperatorHttp;
  let received: string[];
  beforeEach(async () => {
    received = [];
    server = https.createServer(selfSigned(), (request, answer) => {
      received.push(`${request.method} ${request.url} ${request.headers.connection}`);
      answer.end('{}');
    });
    client = createOperatorHttp(`https://localhost:${await listen(server)}`, LIMIT_MS, testClock());
  });
  afterEach(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });

  test('cannot know what became of a request whose connection breaks after the handshake', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    server.removeAllListeners('request').on('request', (request) => request.socket.destroy());
    for (const method of ['GET', 'POST'] as const) {
      expect(await client.send({ method, path: '/x', headers: {} })).toEqual({
        kind: 'no_answer',
        reason: 'ECONNRESET',
      });
    }
  });

  test('keeps the connection of a GET, and uses a new one for each POST', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    for (const method of ['GET', 'POST'] as const) {
      expect(await client.send({ method, path: '/x', headers: {} })).toMatchObject({ kind: 'answer', status: 200 });
    }
    expect(received).toEqual(['GET /x keep-alive', 'POST /x close']);
  });
});
