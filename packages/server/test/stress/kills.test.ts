import { expect, it } from 'vitest';
import { proveKills, STEPS } from './kills.ts';

// `pnpm prove kills` does it a thousand times.
it('a companion that is killed at each step of a payment, and at random, under an operator with faults, loses nothing and sends nothing twice', async () => {
  const report = await proveKills({ kills: STEPS.length * 2, ordersPerRound: 3, seed: 1 });
  expect(report.violations).toEqual([]);
  expect(report.debits).toBeGreaterThan(0);
  expect(report.failed).toBeGreaterThan(0);
  expect(report.recovered).toBeGreaterThan(0);
  expect(Object.keys(report.killsByMoment).sort()).toEqual([...STEPS, 'a random moment'].sort());
  const faultsOn = Object.keys(report.faults).map((fault) => fault.split(' ')[0]);
  expect(faultsOn).toEqual(expect.arrayContaining(['initiate', 'callback']));
}, 900_000);
