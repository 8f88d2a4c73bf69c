import { expect, it } from 'vitest';
import { MOMENTS, runSalesAtOnceTest } from './salesAtOnce.ts';

// `pnpm prove sales` has 200 rounds.
it('two cashiers with one reference make one sale, whatever companion crashes at which step', async () => {
  const report = await runSalesAtOnceTest({ size: 2 * MOMENTS.length, seed: 20_261_129 });
  expect(report.violations).toEqual([]);
  for (const { sales, crashes } of [report.sqlite, report.postgres]) {
    expect(sales).toBeGreaterThanOrEqual(MOMENTS.length);
    expect(crashes).toEqual({ 'reference read': 1, 'sale decided': 1, 'sale written': 1, none: 1 });
  }
}, 600_000);
