import { describe, expect, it } from 'vitest';
import { proveSoak } from './soak.ts';

// `pnpm prove soak` takes an hour.
const SIZE = { samples: 20, paymentsPerSample: 40 } as const;

describe('a companion under load', () => {
  it('pays every order, and holds no more in the end than in the beginning', async () => {
    const report = await proveSoak(SIZE);
    expect(report.orders).toBe(800);
    expect(report.completed).toBe(800);
    // Half a minute say nothing about latency on a machine that does other things too.
    expect(report.violations.filter((violation) => !violation.startsWith('latency'))).toEqual([]);
  }, 600_000);

  it('is found to grow where it keeps 1 KiB of each payment', async () => {
    const report = await proveSoak({ ...SIZE, leakBytes: 1024 });
    expect(report.completed).toBe(800);
    expect(report.violations.filter((violation) => violation.startsWith('the heap'))).toHaveLength(1);
  }, 600_000);
});
