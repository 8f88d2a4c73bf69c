import http from 'node:http';
import net from 'node:net';
import { listen, type OperatorStub, reply, type StubAnswer, startOperatorStub } from '@tsena/testkit/operatorStub';
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
  operator.close();
  await stub.close();
});

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

  test('sends nothing if it connects at the end of its time limit', async () => {
    vi.spyOn(performance, 'now')
      .mockReturnValueOnce(1000)
      .mockReturnValue(1000 + LIMIT_MS);
    expect(await get()).toEqual({ kind: 'never_sent', reason: 'CONNECTED_TOO_LATE' });
    expect(stub.requests).toEqual([]);
  });

  test('says without details why a request could not be built', async () => {
    const outcome = await operator.send({ method: 'GET', path: '/x', headers: { 'of 0343500003': 'x' } });
    expect(outcome).toEqual({ kind: 'never_sent', reason: expect.stringMatching(/^[A-Z_]+$|^TypeError$/) });
    expect(stub.requests).toEqual([]);
  });
});
