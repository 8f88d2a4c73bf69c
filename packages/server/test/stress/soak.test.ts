import { describe, expect, it } from 'vitest';
import { runSoakTest } from './soak.ts';

// `pnpm prove soak` takes an hour. Within a minute the limits for orders and phones give nothing back: about 0.8 KiB
// for each payment.
const SIZE = { samples: 14, paymentsPerSample: 40, maxHeapKb: 2.5 } as const;

describe('runSoakTest', () => {
  it('finds that a companion under load completes each order and does not grow', async () => {
    const report = await runSoakTest(SIZE);
    expect(report.orders).toBe(560);
    expect(report.completed).toBe(560);
    expect(report.violations).toEqual([]);
  }, 600_000);
});
