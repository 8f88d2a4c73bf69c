import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { deferred } from '@tsena/testkit/deferred';
import { listen, type OperatorStub, reply, reset, type StubAnswer, startOperatorStub } from '@tsena/testkit/operatorStub';
import { selfSigned } from '@tsena/testkit/selfSigned';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testClock } from '../../test/support/operatorFixture.ts';
import { createOperatorHttp, type OperatorHttp } from './http.ts';

const LIMIT_MS = 30_000;

let stub: OperatorStub;
let operator: OperatorHttp;
beforeEach(async () => {
  stub = await startOperatorStub();
  operator = createOperatorHttp(stub.baseUrl, LIMIT_MS, testClock(Date.parse('2026-11-20T12:00:00Z')));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  operator.close();
  await stub.close();
});

/** Nothing in this process runs for so many ms. */
const stopProcess = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const get = (path = '/x') => operator.send({ method: 'GET', path, headers: {} });

describe('the operator’s HTTP client', () => {
  test('sends method, path, headers and body as they are', async () => {
    stub.payments(reply(200, {}));
    const body = '{"amount": "25000"} and more';
    await operator.send({ method: 'POST', path: '/a/b?c=d', headers: { 'Content-Type': 'application/json', 'X-One': 'two' }, body });
    expect(stub.requests).toMatchObject([
      { method: 'POST', path: '/a/b?c=d', headers: { 'Content-Type': 'application/json', 'X-One': 'two' }, body },
    ]);
  });

  test('returns the status and the parsed body of an answer', async () => {
    stub.payments(reply(202, { status: 'pending' }));
    expect(await get()).toEqual({ kind: 'answer', status: 202, body: { status: 'pending' }, empty: false, retryAfterMs: null });
  });

  test.each([
    ['nothing', '', true],
    ['white space', ' \r\n', true],
    ['HTML', '<html>', false],
  ])('returns no body for an answer of %s', async (_name, text, empty) => {
    stub.payments(reply(500, text));
    expect(await get()).toEqual({ kind: 'answer', status: 500, body: undefined, empty, retryAfterMs: null });
  });

  test('reads Retry-After of any answer, and waits at least a second after a 429', async () => {
    const wait = async (answer: StubAnswer) => {
      stub.payments(answer);
      const read = await get();
      return read.kind === 'answer' ? read.retryAfterMs : undefined;
    };
    expect(await wait(reply(503, '', { 'retry-after': '7' }))).toBe(7000);
    expect(await wait(reply(503, '', { 'retry-after': '0' }))).toBe(0);
    expect(await wait(reply(429, '', { 'retry-after': '0' }))).toBe(1000);
    expect(await wait(reply(429))).toBe(5000);
  });

  test('measures a date by the operator’s Date header, and by its own clock if there is none', async () => {
    const date = { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' };
    stub.payments(
      reply(503, '', { ...date, date: 'Fri, 20 Nov 2026 12:00:10 GMT' }),
      (answer) => {
        answer.sendDate = false;
        answer.writeHead(503, date).end();
      },
      reply(503, '', { ...date, date: 'today' }),
    );
    const waits = [await get(), await get(), await get()].map((read) => read.kind === 'answer' && read.retryAfterMs);
    expect(waits).toEqual([20_000, 30_000, 30_000]);
  });

  test('sends requests over connections that it closes when they were idle for 4 s: common servers close them after 5 s', async () => {
    const limits = vi.spyOn(net.Socket.prototype, 'setTimeout');
    stub.payments(reply(200, {}));
    await get();
    expect(limits.mock.calls.map(([ms]) => ms)).toContain(4000);
  });

  test('closes its idle connections', async () => {
    // Without the time after which an idle connection closes by itself.
    vi.spyOn(net.Socket.prototype, 'setTimeout').mockReturnThis();
    const closed: Promise<unknown>[] = [];
    const server = http.createServer((_request, answer) => answer.end('{}'));
    server.on('connection', (socket) => closed.push(new Promise((resolve) => socket.once('close', resolve))));
    const port = await listen(server);
    const client = createOperatorHttp(`http://127.0.0.1:${port}`, LIMIT_MS, testClock());
    for (let time = 0; time < 3; time += 1) await client.send({ method: 'GET', path: '/', headers: {} });
    expect(closed).toHaveLength(1);
    client.close();
    await Promise.all(closed);
    server.close();
  });

  test.each(['GET', 'POST'] as const)('ends a %s that is under way when it closes: its outcome is unknown', async (method) => {
    const received = deferred();
    stub.payments(() => received.resolve());
    const sent = operator.send({ method, path: '/x', headers: {} });
    await received.promise;
    operator.close();
    expect(await sent).toEqual({ kind: 'no_answer', reason: 'ECONNRESET' });
  });

  test('reports no answer if a reused connection is reset: the request may have been processed', async () => {
    stub.payments(reply(200, {}), reset);
    expect(await get()).toMatchObject({ kind: 'answer' });
    expect(await get()).toEqual({ kind: 'no_answer', reason: 'ECONNRESET' });
    expect(stub.requests).toHaveLength(2);
  });

  test('reads no answer of more than 256 kB', async () => {
    stub.payments(reply(200, { padding: 'x'.repeat(256 * 1024) }));
    expect(await get()).toMatchObject({ kind: 'no_answer' });
    stub.payments(reply(200, { padding: 'x'.repeat(250 * 1024) }));
    expect(await get()).toMatchObject({ kind: 'answer' });
  });

  test('follows no redirect: it returns the answer', async () => {
    stub.payments((answer) => answer.writeHead(307, { location: `${stub.baseUrl}/elsewhere` }).end());
    expect(await get()).toMatchObject({ kind: 'answer', status: 307 });
    expect(stub.requests).toHaveLength(1);
  });

  test('leaves no timer behind that would keep the process alive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stub.payments(reply(200, {}), reset);
    expect([(await get()).kind, (await get()).kind]).toEqual(['answer', 'no_answer']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('sends nothing if it connects at the end of its time limit', async () => {
    vi.spyOn(performance, 'now')
      .mockReturnValueOnce(1000)
      .mockReturnValue(1000 + LIMIT_MS);
    expect(await get()).toEqual({ kind: 'never_sent', reason: 'CONNECTED_TOO_LATE' });
    expect(stub.requests).toEqual([]);
  });

  test('reads an answer that came while the process was stopped past its time limit', async () => {
    const client = createOperatorHttp(stub.baseUrl, 50, testClock());
    stub.payments((answer) => void answer.writeHead(202).end('{}', () => stopProcess(60)));
    expect(await client.send({ method: 'POST', path: '/x', headers: {}, body: '{}' })).toMatchObject({ kind: 'answer', status: 202 });
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

  test('sends nothing to a server whose certificate it does not trust', async () => {
    const outcome = await client.send({ method: 'POST', path: '/x', headers: {}, body: '{}' });
    expect(outcome).toEqual({ kind: 'never_sent', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(received).toEqual([]);
  });

  test('cannot know what became of a request whose connection breaks after the handshake', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    server.removeAllListeners('request').on('request', (request) => request.socket.destroy());
    for (const method of ['GET', 'POST'] as const) {
      expect(await client.send({ method, path: '/x', headers: {} })).toEqual({ kind: 'no_answer', reason: 'ECONNRESET' });
    }
  });

  test('reads an answer that came while the process was stopped past its time limit', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const address = server.address() as AddressInfo;
    server.removeAllListeners('request').on('request', (_request, answer) => answer.end('{}', () => stopProcess(150)));
    const hurried = createOperatorHttp(`https://localhost:${address.port}`, 140, testClock());
    expect(await hurried.send({ method: 'POST', path: '/x', headers: {}, body: '{}' })).toMatchObject({ kind: 'answer', body: {} });
    hurried.close();
  });

  test('keeps the connection of a GET, and uses a new one for each POST', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    for (const method of ['GET', 'POST'] as const) {
      expect(await client.send({ method, path: '/x', headers: {} })).toMatchObject({ kind: 'answer', status: 200 });
    }
    expect(received).toEqual(['GET /x keep-alive', 'POST /x close']);
  });
});
