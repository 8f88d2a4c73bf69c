import { describe, expect, it } from 'vitest';
import { runPlan, runSeeds } from './simulate.ts';
import { planOf } from './simulationPlan.ts';

describe('runSeeds', () => {
  it('each payment ends with the operator’s result, whatever fails on the way', async () => {
    const report = await runSeeds({ seed: 1, seeds: 16 });
    expect(report.failed).toEqual([]);
    expect(report.debits).toBeGreaterThan(20);
    expect(report.crashes).toBeGreaterThan(2);
    expect(report.refunds).toBeGreaterThan(0);
  }, 600_000);
});

describe('runPlan', () => {
  it('runs the same steps for the same seed', async () => {
    const [first, second, other] = [await runPlan(planOf(7)), await runPlan(planOf(7)), await runPlan(planOf(9))];
    expect(second).toEqual(first);
    expect(other.hash).not.toBe(first.hash);
  }, 600_000);
});
