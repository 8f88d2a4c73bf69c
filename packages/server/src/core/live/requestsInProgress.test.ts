import { deferred } from '@tsena/testkit/deferred';
import { expect, it } from 'vitest';
import { createRequestsInProgress } from './requestsInProgress.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it('a stop waits for all work, also for what begins meanwhile and for what fails', async () => {
  const { run, idle } = createRequestsInProgress();
  const [first, second] = [deferred(), deferred()];
  const failing = expect(
    run(async () => {
      await first.promise;
      void run(() => second.promise);
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  let isIdle = false;
  const waiting = idle().then(() => {
    isIdle = true;
  });
  await settle();
  expect(isIdle).toBe(false);
  first.resolve();
  await failing;
  await settle();
  expect(isIdle).toBe(false);
  second.resolve();
  await waiting;
});
