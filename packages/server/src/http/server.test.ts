import { closed, openSocket, rawGet, received, sendRaw } from '@tsena/testkit/raw';
import { describe, expect, it, vi } from 'vitest';
import { startStack } from '../../test/support/stack.ts';
import { untilTestEnds, useForAll } from '../../test/support/use.ts';
import { readSettings } from '../config/readSettings.ts';
import { serve } from '../main.ts';

const QUICK = { headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 };

describe('a stop', () => {
  it('closes unused and idle connections, and finishes the request of another one', async () => {
    const stack = await untilTestEnds(startStack());
    const open = () => openSocket(stack.served.url);
    const [unused, idle, used] = [await open(), await open(), await open()];
    const readIdle = received(idle);
    idle.write(rawGet('/healthz'));
    await vi.waitFor(() => expect(readIdle()).toContain('alive'));
    const read = received(used);
    used.write('POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{');
    // The half request is read before this one.
    expect((await fetch(`${stack.served.url}/healthz`, { headers: { Connection: 'close' } })).status).toBe(200);
    const stopped = stack.served.stop();
    await Promise.all([closed(unused.resume()), closed(idle)]);
    used.write('}');
    await closed(used);
    expect(read()).toMatch(/^HTTP\/1\.1 400 /);
    await stopped;
  });
});

describe('the HTTP server', () => {
  const stack = useForAll(startStack);
  const served = useForAll(async () => {
    const other = readSettings({ ...stack.env, PORT: '0', DATABASE_URL: `${stack.env.DATABASE_URL}.2` });
    const { url, stop } = await serve(other, undefined, QUICK);
    return { url, close: stop };
  });

  /** The answer's status, problem code and media type. */
  function read(answer: string): { status: number; code: string | undefined; type: string | undefined } {
    return {
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]),
      code: /"code":"(\w+)"/.exec(answer)?.[1],
      type: /content-type: ([^\r;]+)/i.exec(answer)?.[1],
    };
  }

  it.each([
    ['a request that is not HTTP', 'hello\r\n\r\n'],
    ['another protocol', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 0, 0, 0x0d, 0x0a, 0x0d, 0x0a])],
    ['a header without end', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}`],
    ['a thousand headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'X-Header: aaaaaaaaaaaaaaaa\r\n'.repeat(1000)}\r\n`],
    ['two lengths', 'POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1'],
    [
      'a length and chunks at once',
      'POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('answers %s with a problem document and closes the connection', async (_what, bytes) => {
    const answer = await sendRaw(served.url, bytes);
    expect(read(answer)).toEqual({ status: 400, code: 'invalid_request', type: 'application/problem+json' });
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  });

  it.each([
    ['nothing', ''],
    ['half a header', 'GET /healthz HTTP/1.1\r\nHo'],
    [
      'half a body',
      'POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"order',
    ],
  ])('closes a connection on which a client sends %s and then waits', async (_what, bytes) => {
    const socket = await openSocket(served.url);
    socket.resume();
    socket.write(bytes);
    await closed(socket);
  });

  it('closes connections that send a header byte by byte, and serves others meanwhile', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(served.url)));
    const trickle = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('X');
    }, 20);
    for (const socket of sockets) socket.resume().write('GET /healthz HTTP/1.1\r\nX-Slow: ');
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    await Promise.all(sockets.map(closed));
    clearInterval(trickle);
  });

  it('keeps an idle connection longer than proxies do, and longer than the header timeout', async () => {
    const idle = await openSocket(served.url);
    const read = received(idle);
    idle.write(rawGet('/healthz'));
    await vi.waitFor(() => expect(read()).toContain('alive'));
    // nginx and AWS load balancers keep an idle connection for 60 s, Caddy for 120 s.
    expect(Number(/\r\nKeep-Alive: timeout=(\d+)\r\n/.exec(read())?.[1])).toBe(125);
    // When the slow connection is closed, the server has checked the idle one too.
    const slow = await openSocket(served.url);
    slow.resume().write('GET /healthz HTTP/1.1\r\nX-Slow: ');
    await closed(slow);
    idle.write(rawGet('/readyz'));
    await vi.waitFor(() => expect(read()).toContain('ready'));
    idle.destroy();
  });

  it('rejects an oversized body without a length by its size', async () => {
    const head = 'POST /v1/payments HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n';
    const chunk = `${(8000).toString(16)}\r\n${' '.repeat(8000)}\r\n`;
    const answer = await sendRaw(served.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`);
    expect(read(answer).code).toBe('body_too_large');
  });

  it('decompresses no body beyond the limit', async () => {
    const { gzipSync } = await import('node:zlib');
    const response = await fetch(`${served.url}/v1/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(10_000_000, ' ')),
    });
    expect(response.status).toBe(413);
  });
});
