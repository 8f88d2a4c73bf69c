import { expect, it } from 'vitest';
import { runChaosTest } from './chaos.ts';

// `pnpm prove chaos` makes 10,000 payments.
it('three companions on one PostgreSQL lose no payment and send none twice, while processes and the database crash', async () => {
  const report = await runChaosTest({ size: 50, seed: 3, atOnce: 8, crashIntervalMs: 4000 });
  expect(report.violations).toEqual([]);
  expect(report.crashes).toBeGreaterThan(0);
  expect(report.debits).toBeGreaterThan(35);
}, 900_000);
