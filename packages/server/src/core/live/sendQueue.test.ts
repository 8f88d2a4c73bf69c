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
