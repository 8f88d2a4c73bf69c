import { expect, it } from 'vitest';
import { proveSoak } from './soak.ts';

// `pnpm prove soak` takes an hour; this shows that it would see something.
it('a companion under steady load pays every order and stays as it is', async () => {
  const samples: number[] = [];
  const report = await proveSoak({ minutes: 0.1, perSecond: 4, sampleEvery: 1, progress: ({ half }) => samples.push(half) });
  expect(report.orders).toBeGreaterThan(10);
  expect(report.completed).toBe(report.orders);
  expect(samples.length).toBeGreaterThanOrEqual(4);
  // Six seconds are all warm-up: whether something grows is for the hour to tell.
  expect(report.breaches.filter((breach) => !/grew/.test(breach))).toEqual([]);
}, 60_000);
