import type { Socket } from 'node:net';
import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { expect, it } from 'vitest';
import { openStorages } from '../../../../test/support/storages.ts';
import { untilTestEnds } from '../../../../test/support/use.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { setCaller } from '../../../http/kit/caller.ts';
import { serveRoutes } from '../../../http/kit/route.ts';
import { createOpenStreams } from '../../../http/kit/streams/openStreams.ts';
import { createLog } from '../../../log/log.ts';
import { listenRoutes } from '../listenRoutes.ts';
import { followEvents } from './followEvents.ts';

const EVENTS = 10_000;
/** Cuts 200 connections. */
const CUT_AFTER = 50;
const WRITTEN_AT_ONCE = 500;

const idOf = (index: number) => `msg_${String(index).padStart(5, '0')}`;

/** Writes events as payments do: at both instances, some of them while earlier ones are being read. */
async function writeEvents(instances: readonly Storage[]): Promise<void> {
  for (let from = 0; from < EVENTS; from += WRITTEN_AT_ONCE) {
    const storage = instances[(from / WRITTEN_AT_ONCE) % instances.length];
    const rows = Array.from({ length: WRITTEN_AT_ONCE }, (_, index) => ({
      id: idOf(from + index),
      payment_id: null,
      version: 1,
      type: 'payment.completed' as const,
      payload: JSON.stringify({ type: 'payment.completed', data: { order: 'é'.repeat(200) } }),
      created_at: 1,
      status: 'pending' as const,
      delivery_attempts: 0,
      next_attempt_at: 1,
      fence: 0,
    }));
    await storage?.store.db.insertInto('outbox').values(rows).execute();
  }
}

it('followEvents forwards 10,000 events of two instances once each, across 200 connections that are cut', {
  timeout: 60_000,
}, async () => {
  const storages = await untilTestEnds(openStorages('postgres', 2));
  const stopping = new AbortController();
  const streams = createOpenStreams({
    stopping: stopping.signal,
    metrics: { streamOpened: () => undefined, streamClosed: () => undefined },
    addressOf: () => '127.0.0.1',
    heartbeatMs: 60_000,
    limits: { MAX_STREAMS: 100, MAX_STREAMS_PER_ADDRESS: 100 },
  });
  const routers = [0, 1].map((instance) =>
    serveRoutes(listenRoutes, {
      ...{ storage: storages.at(instance), streams, stopping: stopping.signal, log: createLog('silent') },
      readEveryMs: 1,
    }),
  );
  let opened = 0;
  let socket: Socket | undefined;
  const app = express();
  app.use((request, response, next) => {
    setCaller(response, { keyId: 'key_1', name: 'laptop', scope: 'read' }, '127.0.0.1');
    opened += 1;
    socket = request.socket;
    routers[opened % 2]?.(request, response, next);
  });
  const { url } = await untilTestEnds(serve(app));

  const forwarded: string[] = [];
  const end = new AbortController();
  const writing = writeEvents(storages.instances);
  await followEvents({
    companionUrl: url,
    key: 'tsena_test_1',
    since: 'start',
    signal: end.signal,
    async forward(id) {
      forwarded.push(id);
      if (forwarded.length % CUT_AFTER === 0) socket?.destroy();
      if (forwarded.length === EVENTS) end.abort();
    },
    onPlace: () => undefined,
    onInterrupted: () => undefined,
  });
  await writing;
  expect(forwarded.toSorted()).toEqual(Array.from({ length: EVENTS }, (_, index) => idOf(index)));
  expect(opened).toBeGreaterThanOrEqual(200);
});
