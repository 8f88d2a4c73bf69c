import { expect, it } from 'vitest';
import { runSeeds } from './simulate.ts';

it('each payment ends with the operator’s result after all kinds of events, one after the other', async () => {
  const { figures, failed } = await runSeeds({ seed: 1, size: 30, pace: 'calm' });
  expect(failed).toEqual([]);
  expect(figures.debits).toBeGreaterThan(30);
  expect(figures.refundsVoided).toBeGreaterThan(0);
  expect(figures.overpaidRefunded).toBeGreaterThan(0);
}, 600_000);
