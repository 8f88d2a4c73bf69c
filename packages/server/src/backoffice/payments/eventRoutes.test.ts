import type { OrderReference } from '@tsena/shared/checkout';
import type { CreatedKey } from '@tsena/shared/merchant';
import { readMerchantEvents } from '@tsena/testkit/events';
import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asMerchant, finish } from '../../../test/support/merchant.ts';
import { MERCHANT_API_KEY, type ProblemAnswer, type Stack, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds } from '../../../test/support/use.ts';
import { setCaller } from '../../http/kit/caller.ts';
import { serveRoutes } from '../../http/kit/route.ts';
import { eventRoutes } from './eventRoutes.ts';

let stack: Stack;
afterEach(() => stack.close());

const readFrom = (url: string) => readMerchantEvents(url, MERCHANT_API_KEY);

describe('GET /v1/merchant/events', () => {
  it('first says to read everything, then names each payment that changes, without its data', async () => {
    stack = await startStack();
    const events = await readFrom(stack.served.url);
    await vi.waitFor(() => expect(events.changes).toEqual([{ paymentIds: null }]));
    const first = (await stack.pay('ORDER-1')).body.id;
    const second = (await stack.pay('ORDER-2', '31000')).body.id;
    await vi.waitFor(() =>
      expect(events.changes.flatMap(({ paymentIds }) => paymentIds)).toEqual(expect.arrayContaining([first, second])),
    );
    const before = events.changes.length;
    await finish(stack, second, 'approve');
    await vi.waitFor(() => expect(events.changes.slice(before)).toContainEqual({ paymentIds: [second] }));
    events.close();
  });

  it('says to read everything when a key is revoked, so that its dashboards learn that they are signed out', async () => {
    stack = await startStack();
    const { body: key } = await stack.post<CreatedKey>(
      '/v1/merchant/keys',
      { name: 'Hanta', scope: 'read' },
      asMerchant,
    );
    const events = await readMerchantEvents(stack.served.url, key.secret);
    await vi.waitFor(() => expect(events.changes).toHaveLength(1));
    await stack.send('DELETE', `/v1/merchant/keys/${key.id}`, undefined, asMerchant);
    await vi.waitFor(() => expect(events.changes).toEqual([{ paymentIds: null }, { paymentIds: null }]));
    events.close();
  });

  it('gathers changes that follow each other closely, and above 100 says that everything changed', async () => {
    stack = await startStack();
    const { watchers } = stack.served.companion.context;
    const events = await readFrom(stack.served.url);
    await vi.waitFor(() => expect(events.changes).toHaveLength(1));
    const ids = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => `pay_${String(from + index).padStart(22, '0')}` as const);
    for (const id of [...ids(50), ...ids(50)]) watchers.notify(id as never);
    await vi.waitFor(() =>
      expect(new Set(events.changes.slice(1).flatMap(({ paymentIds }) => paymentIds))).toEqual(new Set(ids(50))),
    );
    expect(events.changes.length).toBeLessThanOrEqual(3);
    const before = events.changes.length;
    for (const id of ids(150, 1000)) watchers.notify(id as never);
    await vi.waitFor(() => expect(events.changes.slice(before)).toContainEqual({ paymentIds: null }));
    events.close();
  });

  it('asks the operator nothing, however many dashboards read it', async () => {
    stack = await startStack({ callbacks: false });
    const dashboards = await Promise.all(Array.from({ length: 20 }, () => readFrom(stack.served.url)));
    const { id, order } = (await stack.pay('ORDER-1')).body;
    for (const { changes } of dashboards)
      await vi.waitFor(() => expect(changes.flatMap(({ paymentIds }) => paymentIds)).toContain(id));
    expect(stack.sandbox.requests().map(({ on }) => on)).toEqual(['token', 'initiate']);
    // A payment with subscribers is checked more often.
    expect(stack.served.companion.context.subscriptions.hasSubscribers(order as OrderReference)).toBe(false);
    for (const { close } of dashboards) close();
  });

  it('shares the limits of the other event streams, and frees its place', async () => {
    stack = await startStack({ env: { MAX_STREAMS: '1' } });
    const events = await readFrom(stack.served.url);
    const { status, body } = await stack.get<ProblemAnswer>('/v1/merchant/events', asMerchant);
    expect([status, body.code]).toEqual([429, 'too_many_streams']);
    const { id } = (await stack.pay('ORDER-1')).body;
    expect((await stack.get(`/v1/payments/${id}/events`)).status).toBe(429);
    events.close();
    await vi.waitFor(async () => (await readFrom(stack.served.url)).close());
  });

  it('ends after a while, so that the reader shows its key again', async () => {
    stack = await startStack();
    const app = express();
    app.use((_request, response, next) => {
      setCaller(response, { keyId: null, name: 'owner', scope: 'admin' }, '127.0.0.1');
      next();
    });
    app.use(serveRoutes(eventRoutes, { ...stack.served.companion.context, maxAgeMs: 1 }));
    const { url } = await untilTestEnds(serve(app));
    const events = await readFrom(url);
    await events.ended;
    expect(events.changes).toEqual([{ paymentIds: null }]);
  });
});
