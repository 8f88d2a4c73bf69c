import type { CreatedKey } from '@tsena/shared/merchant';
import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asMerchant, finish } from '../../../test/support/merchant.ts';
import { MERCHANT_API_KEY, type ProblemAnswer, type Stack, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds } from '../../../test/support/use.ts';
import { setCaller } from '../../http/kit/caller.ts';
import { serveRoutes } from '../../http/kit/route.ts';
import { listenRoutes } from './listenRoutes.ts';

let stack: Stack;
afterEach(() => stack.close());

interface Message {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
}

/** Opens the stream and reads it. */
async function open(url = stack.served.url, key = MERCHANT_API_KEY, query = '') {
  const stop = new AbortController();
  const response = await fetch(`${url}/v1/merchant/webhooks/events${query}`, {
    signal: stop.signal,
    headers: { Authorization: `Bearer ${key}` },
  });
  const messages: Message[] = [];
  const read = async () => {
    const field = (message: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts)
        if (/^id/m.test(part))
          messages.push({ id: field(part, 'id'), event: field(part, 'event'), data: field(part, 'data') });
    }
  };
  const ended = response.status === 200 ? read() : Promise.resolve();
  ended.catch(() => undefined);
  return { status: response.status, messages, ended, close: () => stop.abort() };
}

describe('GET /v1/merchant/webhooks/events', () => {
  it('first names its place, then sends each event as it is delivered, while the deliveries go on', async () => {
    stack = await startStack();
    const stream = await open();
    await vi.waitFor(() => expect(stream.messages).toEqual([{ id: 'start', event: undefined, data: undefined }]));
    const { id } = (await stack.pay('ORDER-1')).body;
    await finish(stack, id, 'approve');
    await vi.waitFor(() => expect(stream.messages).toHaveLength(2), { timeout: 5000 });
    await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(1));
    const [delivered] = stack.receiver.webhooks;
    expect(stream.messages[1]).toMatchObject({ id: delivered?.id, event: 'webhook' });
    expect(JSON.parse(stream.messages[1]?.data ?? '')).toEqual(delivered?.event);
    stream.close();
  });

  it('sends events without a WEBHOOK_URL, which the list of webhooks does not have', async () => {
    stack = await startStack({ env: { WEBHOOK_URL: '', WEBHOOK_SECRET: '' } });
    const { id } = (await stack.pay('ORDER-1')).body;
    await finish(stack, id, 'approve');
    const stream = await open(stack.served.url, MERCHANT_API_KEY, '?since=start');
    await vi.waitFor(() => expect(stream.messages).toHaveLength(2), { timeout: 5000 });
    expect(JSON.parse(stream.messages[1]?.data ?? '')).toMatchObject({ type: 'payment.completed', data: { id } });
    const { body } = await stack.get<{ data: unknown[] }>('/v1/merchant/webhooks', asMerchant);
    expect(body.data).toEqual([]);
    const replay = await stack.post<ProblemAnswer>(
      `/v1/merchant/webhooks/${stream.messages[1]?.id}/replay`,
      {},
      asMerchant,
    );
    expect([replay.status, replay.body.code]).toEqual([404, 'webhook_not_found']);
    stream.close();
  });

  it('answers 410 to an unknown id, 429 to the sixth stream of a key, and 403 to a key of the counter', async () => {
    stack = await startStack();
    const unknown = await stack.get<ProblemAnswer>('/v1/merchant/webhooks/events?since=msg_1', asMerchant);
    expect([unknown.status, unknown.body.code]).toEqual([410, 'event_unknown']);
    const create = async (scope: string) =>
      (await stack.post<CreatedKey>('/v1/merchant/keys', { name: scope, scope }, asMerchant)).body.secret;
    const key = await create('read');
    const streams = await Promise.all(Array.from({ length: 5 }, () => open(stack.served.url, key)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await open(stack.served.url, key)).status).toBe(429);
    expect((await open()).status).toBe(200);
    expect((await open(stack.served.url, await create('counter'))).status).toBe(403);
    streams[0]?.close();
    await vi.waitFor(async () => expect((await open(stack.served.url, key)).status).toBe(200));
  });

  it('records in the audit who reads old events, as for the pages of a list, once an hour', async () => {
    stack = await startStack();
    const readings = async () =>
      (await stack.get<{ data: { action: string; subject: string }[] }>('/v1/merchant/audit', asMerchant)).body.data
        .filter(({ action }) => action === 'list_read')
        .map(({ subject }) => subject);
    (await open()).close();
    expect(await readings()).toEqual([]);
    for (const _ of [1, 2]) (await open(stack.served.url, MERCHANT_API_KEY, '?since=start')).close();
    expect(await readings()).toEqual(['webhooks']);
  });

  it('ends after a while, so that a revoked key reads no longer', async () => {
    stack = await startStack();
    const app = express();
    app.use((_request, response, next) => {
      setCaller(response, { keyId: null, name: 'owner', scope: 'admin' }, '127.0.0.1');
      next();
    });
    app.use(serveRoutes(listenRoutes, { ...stack.served.companion.context, maxAgeMs: 1 }));
    const { url } = await untilTestEnds(serve(app));
    const stream = await open(url);
    await stream.ended;
    expect(stream.messages).toHaveLength(1);
  });
});
