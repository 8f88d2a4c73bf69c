import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { readEvents } from '@tsena/testkit/events';
import { openSocket, rawGet } from '@tsena/testkit/raw';
import type express from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { startHost } from '../../../test/support/host.ts';
import { asMerchant, eventually, finish, payOnPage, settleNewest } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { type Stack, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds } from '../../../test/support/use.ts';

async function streamsOpen(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tsena_streams_open (\d+)$/m.exec(text)?.[1]);
}

it('an event stream sends the current state, each change, and ends when final', async () => {
  const stack = await untilTestEnds(startStack());
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
});

it('an event stream says that the payment is retryable, although another one begins when it is', async () => {
  const stack = await untilTestEnds(
    startStack({ env: { OPERATOR_TIMEOUT_MS: '1000', ATTEMPT_COOLDOWN_SECONDS: '3' } }),
  );
  const { body } = await stack.pay('ORDER-1');
  const first = await readEvents(stack.served.url, body.id);
  await vi.waitFor(() => expect(first.payments.at(-1)).toMatchObject({ status: 'pending', retryable: false }));
  await eventually(async () => expect((await stack.get<Payment>(`/v1/payments/${body.id}`)).body.retryable).toBe(true));
  const second = await readEvents(stack.served.url, body.id);
  await vi.waitFor(() => expect(second.payments[0]?.retryable).toBe(true));
  await vi.waitFor(() => expect(first.payments.at(-1)?.retryable).toBe(true), 5000);
  second.close();
  first.close();
});

/** Opens the event stream of a payment, which the test ends. */
async function follow(stack: Stack, id: string) {
  const events = await readEvents(stack.served.url, id);
  onTestFinished(() => events.close());
  return {
    ...events,
    until: (state: Partial<Payment>) => vi.waitFor(() => expect(events.payments.at(-1)).toMatchObject(state), 20_000),
  };
}

describe('an event stream goes on', () => {
  it('after a refusal, and shows that the payment was paid all the same', async () => {
    const faults = [{ on: 'initiate', do: 'accept-then-status', value: 402, times: 1 } as const];
    const stack = await untilTestEnds(startStack({ sandbox: { faults } }));
    const { body } = await stack.pay('ORDER-1');
    expect(body).toMatchObject({ status: 'failed', view: 'failed', nextPollMs: expect.any(Number) });
    const events = await follow(stack, body.id);
    await events.until({ view: 'failed' });
    settleNewest(stack, 'approve');
    await events.until({ status: 'completed', view: 'paid', nextPollMs: null });
    await events.ended;
  });

  it('until the second request of an order is declined too, although the first one has paid', async () => {
    let aheadMs = 0;
    const env = { OPERATOR_TIMEOUT_MS: '1000', ATTEMPT_COOLDOWN_SECONDS: '3' };
    const stack = await untilTestEnds(startStack({ env, wall: () => Date.now() + aheadMs }));
    const { body: first } = await stack.pay('ORDER-1');
    await stack.until(first.id, 'pending');
    aheadMs = 4000;
    const second = await eventually(async () => {
      const { status, body } = await stack.pay('ORDER-1');
      expect(status).toBe(201);
      return body;
    });
    await stack.until(second.id, 'pending');
    const [ofFirst, ofSecond] = [await follow(stack, first.id), await follow(stack, second.id)];
    stack.sandbox.approve(stack.sandbox.transactions().at(-1)?.serverCorrelationId ?? expect.unreachable());
    await ofFirst.until({ status: 'completed', view: 'paid', nextPollMs: expect.any(Number) });
    await ofSecond.until({ status: 'pending', view: 'paid_by_another', paidBy: first.id });
    settleNewest(stack, 'reject');
    await Promise.all([ofFirst.ended, ofSecond.ended]);
    expect(ofSecond.payments.at(-1)).toMatchObject({
      status: 'failed',
      view: 'paid_by_another',
      paidBy: first.id,
      nextPollMs: null,
    });
  });

  it('while a payment is under review, and ends when the merchant records that it was received', async () => {
    const stack = await untilTestEnds(startStack());
    const { store } = stack.served.companion.storage;
    const differing = await seedPayment(store, {
      status: 'failed',
      failure_code: 'payment_failed',
      differences: 'amount',
      final_at: 1,
    });
    const events = await follow(stack, differing);
    await events.until({ view: 'review', nextPollMs: 15_000 });
    const body = { resolution: 'received', reason: 'in the statement' };
    expect((await stack.post(`/v1/merchant/payments/${differing}/resolve`, body, asMerchant)).status).toBe(200);
    await events.until({ view: 'paid', nextPollMs: null });
    await events.ended;
  });

  it('for ten minutes after the payment has failed', async () => {
    let aheadMs = 0;
    const env = { OPERATOR_TIMEOUT_MS: '1000', ATTEMPT_COOLDOWN_SECONDS: '1' };
    const stack = await untilTestEnds(startStack({ env, wall: () => Date.now() + aheadMs }));
    const { body } = await stack.pay('ORDER-1');
    const events = await follow(stack, body.id);
    await finish(stack, body.id, 'reject');
    await events.until({ view: 'failed', nextPollMs: expect.any(Number) });
    aheadMs = 10 * 60_000;
    await events.ended;
    expect(events.payments.at(-1)).toMatchObject({ view: 'failed', nextPollMs: null });
  });
});

it('every open event stream gets heartbeats', async () => {
  const stack = await untilTestEnds(startStack({ heartbeatMs: 160 }));
  const { body } = await stack.pay('ORDER-1');
  const untilTwoHeartbeats = async (): Promise<string> => {
    const { body: events } = await fetch(`${stack.served.url}/v1/payments/${body.id}/events`);
    let text = '';
    for await (const chunk of events?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.split('\n\n').filter((event) => event === ': heartbeat').length >= 2) break;
    }
    return text;
  };
  const texts = await Promise.all(Array.from({ length: 20 }, untilTwoHeartbeats));
  expect(texts.filter((text) => text.includes('"status":"pending"'))).toHaveLength(20);
});

it('event streams are limited by address and in total, until they end', async () => {
  const stack = await startStack({ env: { MAX_STREAMS: '3', MAX_STREAMS_PER_ADDRESS: '2', TRUST_PROXY: 'loopback' } });
  const { body } = await stack.pay('ORDER-1');
  const from = (address: string) =>
    fetch(`${stack.served.url}/v1/payments/${body.id}/events`, { headers: { 'X-Forwarded-For': address } });
  const open = [await from('192.0.2.1'), await from('192.0.2.1')];
  const refused = await from('192.0.2.1');
  expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ code: 'too_many_streams' })]);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  open.push(await from('192.0.2.2'));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await from('192.0.2.3')).status).toBe(429);
  await open[0]?.body?.cancel();
  const again = await eventually(async () => {
    const response = await from('192.0.2.3');
    expect(response.status).toBe(200);
    return response;
  });
  const ended = Promise.all([...open.slice(1), again].map((response) => response.text()));
  await Promise.all([stack.served.stop(), ended]);
});

it('event streams are not counted for a client that has disconnected', async () => {
  let passed = 0;
  const untilGone: express.RequestHandler = (request, response, next) => {
    if (request.headers['x-leaves'] === undefined) return next();
    const pass = () => {
      passed += 1;
      next();
    };
    response.once('close', () => setImmediate(pass));
  };
  const host = await startHost({ env: { MAX_STREAMS: '1' }, before: (app) => app.use(untilGone) });
  const { id } = (await (await host.pay('ORDER-1')).json()) as Payment;
  for (let client = 1; client <= 5; client += 1) {
    const socket = await openSocket(host.url);
    socket.write(rawGet(`/v1/payments/${id}/events`, 'X-Leaves: 1\r\n'), () => socket.destroy());
  }
  await vi.waitFor(() => expect(passed).toBe(5));
  const stream = await fetch(`${host.url}/v1/payments/${id}/events`);
  expect([stream.status, await streamsOpen(host.url)]).toEqual([200, 1]);
  await stream.body?.cancel();
  await host.close();
});

describe('the count of open event streams', () => {
  it('counts one stream per connection, and none after clients end or break 480 connections with ten streams each', async () => {
    const stack = await untilTestEnds(startStack({ env: { MAX_STREAMS: '480', MAX_STREAMS_PER_ADDRESS: '480' } }));
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
    expect(companion.context.subscriptions.orders()).toEqual([]);
    const again = await fetch(`${url}/v1/payments/${body.id}/events`);
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });
});

it('a payer of a link does not see the payment of another payer of the link', async () => {
  const msisdns = ['0343500003', '0343500004', '0343500005'];
  const stack = await untilTestEnds(
    startStack({ sandbox: { msisdns }, env: { OPERATOR_TIMEOUT_MS: '1000', ATTEMPT_COOLDOWN_SECONDS: '1' } }),
  );
  const { url } = stack.served;
  const { body: link } = await stack.post<Link>('/v1/merchant/links', { amount: '25000' }, asMerchant);
  const payOn = async (msisdn: string, query = ''): Promise<string> => {
    const { headers } = await payOnPage(`${url}/pay/${link.id}${query}`, msisdn);
    const [id = ''] = /pay_[\w-]{22}/.exec(headers.get('location') ?? '') ?? [];
    expect(id).not.toBe('');
    return id;
  };
  const first = await payOn('0343500003');
  const events = await readEvents(url, first);
  // Another person's payment can begin only after the cooldown, behind the question about the secret code.
  const second = await eventually(() => payOn('0343500005', '?view=retry'));
  expect(second).not.toBe(first);
  await finish(stack, second, 'approve');
  // Its own prompt is still open.
  await vi.waitFor(() =>
    expect(events.payments.at(-1)).toMatchObject({ status: 'pending', view: 'paid_by_another', paidBy: null }),
  );
  const open = stack.sandbox.transactions().at(-1);
  stack.sandbox.reject(open?.serverCorrelationId ?? expect.unreachable());
  await events.ended;
  expect(events.payments.at(-1)).toMatchObject({
    status: 'failed',
    view: 'paid_by_another',
    paidBy: null,
    nextPollMs: null,
  });
  expect(new Set(events.payments.map(({ id }) => id))).toEqual(new Set([first]));
});
