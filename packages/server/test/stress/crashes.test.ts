import { expect, it } from 'vitest';
import { runCrashTest, STEPS } from './crashes.ts';

// `pnpm prove kills` makes a thousand crashes.
it('a companion that crashes at each step of a payment and at random, with an operator that has faults, loses no payment and sends none twice', async () => {
  const report = await runCrashTest({ size: STEPS.length * 2, seed: 1 });
  expect(report.violations).toEqual([]);
  expect(report.debits).toBeGreaterThan(0);
  expect(report.failed).toBeGreaterThan(0);
  expect(report.recovered).toBeGreaterThan(0);
  expect(report.linkPayments).toBeGreaterThan(0);
  expect(report.refunds).toBeGreaterThan(0);
  expect(Object.keys(report.crashesByMoment).sort()).toEqual([...STEPS, 'a random moment'].sort());
  const faultsOn = Object.keys(report.faults).map((fault) => fault.split(' ')[0]);
  expect(faultsOn).toEqual(expect.arrayContaining(['initiate', 'callback']));
}, 900_000);
