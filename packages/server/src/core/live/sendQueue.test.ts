import { deferred } from '@tsena/testkit/deferred';
import { expect, it } from 'vitest';
import { createSendQueue } from './sendQueue.ts';

it('the send queue refuses work if too many wait, and accepts it again once one of them runs', async () => {
  const queue = createSendQueue(1, 1, new AbortController().signal);
  const [first, second] = [deferred(), deferred()];
  const running = queue.run(() => first.promise);
  const waiting = queue.run(() => second.promise);
  await expect(queue.run(async () => undefined)).rejects.toThrow('too many attempts wait to be sent');
  first.resolve();
  await running;
  const next = queue.run(async () => 'ran');
  second.resolve();
  await waiting;
  expect(await next).toBe('ran');
});

it('a turn can be taken only if one is free, and is one of those that run until it ends', async () => {
  const queue = createSendQueue(2, 10, new AbortController().signal);
  const running = deferred();
  const first = queue.run(() => running.promise);
  const end = queue.takeTurn();
  expect(queue.takeTurn()).toBeNull();
  let hasRun = false;
  const waiting = queue.run(async () => {
    hasRun = true;
  });
  await new Promise(setImmediate);
  expect(hasRun).toBe(false);
  end?.();
  await waiting;
  expect(queue.takeTurn()).not.toBeNull();
  running.resolve();
  await first;
});
