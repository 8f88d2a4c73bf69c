import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { readEvents } from '@tsena/testkit/events';
import { type HoldingOperator, startHoldingOperator } from '@tsena/testkit/holdingOperator';
import { reply } from '@tsena/testkit/operatorStub';
import { freePort } from '@tsena/testkit/port';
import { openSocket, rawGet, received } from '@tsena/testkit/raw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { asMerchant, eventually, settleNewest } from '../../test/support/merchant.ts';
import { type CompanionProcess, startProcess } from '../../test/support/process.ts';
import { PAYER, type Stack, startStack, testEnvironment } from '../../test/support/stack.ts';
import { systemClock } from '../clock.ts';
import { readSettings } from '../config/readSettings.ts';
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

it('an event stream sends the current state, then each change, and ends after a final state', async () => {
  const stack = await startStack();
  const { body } = await stack.pay('ORDER-1');
  const response = await fetch(`${stack.served.url}/v1/payments/${body.id}/events`);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(response.headers.get('cache-control')).toContain('no-store');
  const text = response.text();
  settleNewest(stack, 'approve');
  const events = (await text)
    .split('\n\n')
    .filter((event) => event.startsWith('event: payment\ndata: '))
    .map((event) => z.parse(paymentSchema, JSON.parse(event.slice('event: payment\ndata: '.length))));
  expect(events[0]).toMatchObject({ id: body.id, status: 'pending' });
  expect(events.at(-1)).toMatchObject({ id: body.id, status: 'completed', nextPollMs: null });
  await stack.close();
});

describe('the count of open event streams', () => {
  let stack: Stack;
  afterEach(() => stack.close());

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
