import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@tsena/sandbox';
import type { Payment } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { readEvents } from '@tsena/testkit/events';
import { type HoldingOperator, startHoldingOperator } from '@tsena/testkit/holdingOperator';
import { reply } from '@tsena/testkit/operatorStub';
import { freePort } from '@tsena/testkit/port';
import { closed, openSocket, rawGet, received } from '@tsena/testkit/raw';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asMerchant, eventually, settleNewest } from '../../test/support/merchant.ts';
import { type CompanionProcess, startProcess } from '../../test/support/process.ts';
import { PAYER, type Stack, startStack, testEnvironment } from '../../test/support/stack.ts';
import { systemClock } from '../clock.ts';
import { type AssembledCompanion, assembleCompanion } from '../companion.ts';
import { readSettings } from '../config/readSettings.ts';
import { createLog } from '../log.ts';
import { createOrderTokens } from '../orders/orderToken.ts';

const HEARTBEAT = ': heartbeat';
const countOf = (text: string, part: string) => text.split(part).length - 1;

async function streamsOpen(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tsena_streams_open (\d+)$/m.exec(text)?.[1]);
}

describe('the companion process', () => {
  let folder: string;
  let operator: HoldingOperator;
  let companion: CompanionProcess;
  let url: string;
  let pay: (order: string) => Promise<Payment>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tsena-streams-'));
    operator = await startHoldingOperator();
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    const env = { ...testEnvironment(operator.baseUrl, 'http://127.0.0.1:9/', folder), PORT: port, OPERATOR_TIMEOUT_MS: '30000' };
    companion = startProcess({ ...env, HEARTBEAT_MS: '20', LOG_LEVEL: 'warn' });
    await companion.ready;
    const tokens = createOrderTokens(readSettings(env).orderTokenSecrets, systemClock());
    pay = async (order) => {
      const body = JSON.stringify({ orderToken: await tokens.mint({ sub: order, amount: '25000' }, 900), msisdn: PAYER });
      const headers = { 'Content-Type': 'application/json', Connection: 'close' };
      return (await (await fetch(`${url}/v1/payments`, { method: 'POST', headers, body })).json()) as Payment;
    };
  });
  afterEach(async () => {
    operator.release();
    companion.kill('SIGTERM');
    await companion.ended;
    await operator.close();
    rmSync(folder, { recursive: true });
  });

  it('survives pipelined event streams whose answers queue, and its initiations reach pending', async () => {
    const open = await pay('OPEN');
    operator.payments(reply(402, { errorCategory: 'businessRule', errorCode: 'x', errorDescription: 'x' }));
    const final = await pay('FINAL');
    expect([open.status, final.status]).toEqual(['pending', 'failed']);
    operator.accept();
    operator.hold();
    const sendingIds = Array.from({ length: 20 }, (_, index) => pay(`UNDER-WAY-${index}`));
    await vi.waitFor(() => expect(operator.waiting()).toBe(20));

    const streams = [open, final, open, final].map(({ id }) => rawGet(`/v1/payments/${id}/events`)).join('');
    const gone = await openSocket(url);
    const readGone = received(gone);
    gone.write(streams);
    await vi.waitFor(() => expect(readGone()).toContain('event: payment'));
    gone.destroy();
    const socket = await openSocket(url);
    const read = received(socket);
    socket.write(streams);
    // Each heartbeat is one at which the process could have ended.
    await vi.waitFor(() => expect(countOf(read(), HEARTBEAT)).toBeGreaterThan(20));
    // Those behind the first one are refused and not counted.
    expect(await streamsOpen(url)).toBe(1);

    operator.release();
    expect((await Promise.all(sendingIds)).map(({ status }) => status)).toEqual(Array(20).fill('pending'));
    socket.destroy();
    await vi.waitFor(async () => expect(await streamsOpen(url)).toBe(0));
    expect(companion.stderr()).not.toContain('could not be written');
  });
});

describe('the count of open event streams', () => {
  let stack: Stack;
  const warnings: string[] = [];
  const warn = ({ message }: Error) => warnings.push(message);
  beforeEach(() => {
    warnings.length = 0;
    process.on('warning', warn);
  });
  afterEach(async () => {
    process.off('warning', warn);
    await stack.close();
  });

  it('counts one stream per connection, and none after clients end or break 480 connections with ten streams each', async () => {
    stack = await startStack({ env: { MAX_STREAMS: '480', MAX_STREAMS_PER_ADDRESS: '480' } });
    const { body } = await stack.pay('ORDER-1');
    const { url, companion } = stack.served;
    const ten = rawGet(`/v1/payments/${body.id}/events`).repeat(10);
    const sockets = await Promise.all(Array.from({ length: 480 }, () => openSocket(url)));
    for (const socket of sockets) socket.resume().write(ten);
    await vi.waitFor(async () => expect(await streamsOpen(url)).toBe(480));
    expect((await fetch(`${url}/v1/payments/${body.id}/events`)).status).toBe(429);

    for (const [index, socket] of sockets.entries()) {
      if (index % 2 === 0) socket.end();
      else socket.resetAndDestroy();
    }
    await vi.waitFor(async () => expect(await streamsOpen(url)).toBe(0));
    expect(companion.subscriptions.orders()).toEqual([]);
    const again = await fetch(`${url}/v1/payments/${body.id}/events`);
    expect(again.status).toBe(200);
    await again.body?.cancel();
    expect(warnings).toEqual([]);
  });

  it('does not count HEAD requests, however many wait behind one another', async () => {
    stack = await startStack({ env: { MAX_STREAMS: '1', MAX_STREAMS_PER_ADDRESS: '1' } });
    const { body } = await stack.pay('ORDER-1');
    const { url } = stack.served;
    const socket = await openSocket(url);
    const read = received(socket);
    const head = rawGet(`/v1/payments/${body.id}/events`).replace('GET ', 'HEAD ');
    socket.write(head.repeat(110));
    await vi.waitFor(() => expect(countOf(read(), 'HTTP/1.1 200')).toBe(110));
    expect(await streamsOpen(url)).toBe(0);
    expect((await fetch(`${url}/v1/payments/pay_0000000000000000000000/events`, { method: 'HEAD' })).status).toBe(404);
    socket.destroy();
  });

  it('drops at a final state; streams queued behind an open one are refused, and each answer arrives', async () => {
    stack = await startStack({ heartbeatMs: 10 });
    const failed = await stack.pay('FAILED');
    stack.sandbox.reject(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await stack.until(failed.body.id, 'failed');
    const open = await stack.pay('OPEN');
    const { url } = stack.served;
    const socket = await openSocket(url);
    const read = received(socket);
    socket.write(rawGet(`/v1/payments/${open.body.id}/events`) + rawGet(`/v1/payments/${failed.body.id}/events`).repeat(10));
    await vi.waitFor(async () => {
      expect(countOf(read(), HEARTBEAT)).toBeGreaterThan(3);
      expect(await streamsOpen(url)).toBe(1);
    });
    expect(countOf(read(), 'HTTP/1.1 200')).toBe(1);

    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await vi.waitFor(() => expect(countOf(read(), 'HTTP/1.1 429')).toBe(10));
    expect(countOf(read(), '"code":"too_many_streams"')).toBe(10);
    expect(countOf(read(), 'HTTP/1.1 200')).toBe(1);
    expect(await streamsOpen(url)).toBe(0);
    socket.destroy();
  });

  it('drops at a final state, and the connection closes at once if the client asked for that', async () => {
    stack = await startStack();
    const { body } = await stack.pay('ORDER-1');
    const { url } = stack.served;
    const socket = await openSocket(url);
    const read = received(socket);
    const hasClosed = closed(socket);
    socket.write(rawGet(`/v1/payments/${body.id}/events`, 'Connection: close\r\n'));
    await vi.waitFor(() => expect(countOf(read(), 'HTTP/1.1 200')).toBe(1));
    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await hasClosed;
    expect(read()).toMatch(/^Connection: close\r$/im);
    expect(await streamsOpen(url)).toBe(0);
  });

  it('is unchanged after a queued stream of an unknown payment', async () => {
    stack = await startStack({ env: { MAX_STREAMS: '3' } });
    const { body } = await stack.pay('ORDER-1');
    const { url } = stack.served;
    const socket = await openSocket(url);
    const read = received(socket);
    socket.write(rawGet(`/v1/payments/${body.id}/events`) + rawGet('/v1/payments/pay_AAAAAAAAAAAAAAAAAAAAAA/events').repeat(20));
    await vi.waitFor(async () => {
      expect(read()).toContain('event: payment');
      expect(await streamsOpen(url)).toBe(1);
    });
    const other = await fetch(`${url}/v1/payments/${body.id}/events`);
    expect(other.status).toBe(200);
    await other.body?.cancel();
    socket.destroy();
  });
});

it('a payer of a link does not see the payment of another payer of the link', async () => {
  const msisdns = ['0343500003', '0343500004', '0343500005'];
  const stack = await startStack({ sandbox: { msisdns }, env: { OPERATOR_TIMEOUT_MS: '1000', ATTEMPT_COOLDOWN_SECONDS: '1' } });
  const { url } = stack.served;
  const { body: link } = await stack.post<Link>('/v1/merchant/links', { amount: '25000' }, asMerchant);
  const payOn = async (msisdn: string): Promise<string> => {
    const [, form = ''] = /name="form" value="([^"]*)"/.exec(await (await fetch(`${url}/pay/${link.id}`)).text()) ?? [];
    const body = new URLSearchParams({ form, msisdn });
    const { headers } = await fetch(`${url}/pay/${link.id}`, { method: 'POST', redirect: 'manual', body });
    const [id = ''] = /pay_[\w-]{22}/.exec(headers.get('location') ?? '') ?? [];
    expect(id).not.toBe('');
    return id;
  };
  const first = await payOn('0343500003');
  const events = await readEvents(url, first);
  // Another person's payment can begin only after the cooldown.
  const second = await eventually(() => payOn('0343500005'));
  expect(second).not.toBe(first);
  settleNewest(stack, 'approve');
  await stack.until(second, 'completed');
  await events.ended;
  expect(new Set(events.payments.map(({ id }) => id))).toEqual(new Set([first]));
  await stack.close();
});

describe('event streams in a host app', () => {
  let folder: string;
  let sandbox: Sandbox;
  let companion: AssembledCompanion;
  let server: Server;
  let url: string;
  let id: string;
  let passing: Promise<unknown> = Promise.resolve();
  const entered = vi.fn();
  const connections: Socket[] = [];
  const answers: ServerResponse[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tsena-host-'));
    sandbox = await createSandbox();
    const settings = readSettings({ ...testEnvironment(sandbox.url, 'http://127.0.0.1:9/', folder), MAX_STREAMS: '1' });
    companion = await assembleCompanion({ settings, log: createLog('silent'), heartbeatMs: 20 });
    const app = express();
    // As a session store or a check of who asks would be.
    app.use(async (_request, response, next) => {
      answers.push(response);
      entered();
      await passing;
      next();
    });
    app.use('/pay', companion.router);
    server = createServer(app);
    server.on('connection', (socket) => connections.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
    await companion.start();
    const orderToken = await createOrderTokens(settings.orderTokenSecrets, systemClock()).mint({ sub: 'ORDER-1', amount: '25000' }, 60);
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ orderToken, msisdn: PAYER }) };
    ({ id } = (await (await fetch(`${url}/v1/payments`, init)).json()) as Payment);
    entered.mockClear();
    connections.length = 0;
    answers.length = 0;
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => server.close(resolve));
    await companion.stop();
    server.closeAllConnections();
    await ended;
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  it('do not count a client that disconnects during the host app’s middleware', async () => {
    const pass = new EventEmitter();
    passing = once(pass, 'on');
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(url)));
    for (const socket of sockets) socket.write(rawGet(`/pay/v1/payments/${id}/events`));
    await vi.waitFor(() => expect(entered).toHaveBeenCalledTimes(20));
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(connections.every((one) => one.closed)).toBe(true));
    pass.emit('on');
    passing = Promise.resolve();

    const stream = await openSocket(url);
    const read = received(stream);
    stream.write(rawGet(`/pay/v1/payments/${id}/events`));
    await vi.waitFor(() => expect(countOf(read(), HEARTBEAT)).toBeGreaterThan(2));
    expect(await streamsOpen(url)).toBe(1);
    stream.destroy();
    await vi.waitFor(async () => expect(await streamsOpen(url)).toBe(0));
    expect(companion.subscriptions.orders()).toEqual([]);
  });

  it('have an error listener on each answer, like every other route', async () => {
    const paths = [
      `/pay/v1/payments/${id}`,
      `/pay/v1/payments/${id}/events`,
      '/pay/healthz',
      '/pay/v1/checkout.js',
      '/pay/v1/payments/a/b/c',
    ];
    for (const path of paths) {
      const stream = await openSocket(url);
      const read = received(stream);
      stream.write(rawGet(path));
      await vi.waitFor(() => expect(read()).toContain('HTTP/1.1 '));
      const failed = answers.at(-1) ?? expect.unreachable('no answer was seen');
      // It throws where nobody listens, and from a callback that would end the process.
      expect(() => failed.emit('error', new Error('broken')), path).not.toThrow();
      stream.destroy();
    }
  });

  it('leave no listener on a kept connection', async () => {
    sandbox.reject(sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await vi.waitFor(async () => expect(await (await fetch(`${url}/v1/payments/${id}`)).text()).toContain('"status":"failed"'), 10_000);
    connections.length = 0;
    const socket = await openSocket(url);
    const read = received(socket);
    const listeners: number[] = [];
    for (let time = 1; time <= 20; time += 1) {
      socket.write(rawGet(`/pay/v1/payments/${id}/events`));
      await vi.waitFor(() => expect(countOf(read(), 'event: payment')).toBe(time), { interval: 2 });
      listeners.push(connections[0]?.listenerCount('close') ?? Number.NaN);
    }
    expect(listeners.slice(1)).toEqual(Array(19).fill(listeners[1]));
    const ended = closed(socket);
    socket.end();
    await ended;
  });
});
