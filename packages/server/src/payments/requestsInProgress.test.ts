import { deferred } from '@tsena/testkit/deferred';
import { expect, it } from 'vitest';
import { createRequestsInProgress } from './requestsInProgress.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it('work has the same result as without it', async () => {
  const { run } = createRequestsInProgress();
  expect(await run(async () => 'a result')).toBe('a result');
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

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

it('a stop with nothing in progress ends at once, also after work that failed', async () => {
  const { run, idle } = createRequestsInProgress();
  await idle();
  await run(() => Promise.reject(new Error('broken'))).catch(() => undefined);
  await idle();
});
