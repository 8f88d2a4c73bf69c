import { expect, it } from 'vitest';
import { proveKills, STEPS } from './kills.ts';

it('a companion that is killed at each step of a payment, and at random, loses nothing and sends nothing twice', async () => {
  const report = await proveKills({ kills: STEPS.length * 2, ordersPerRound: 3, seed: 1 });
  expect(report.breaches).toEqual([]);
  expect(report.debits).toBeGreaterThan(0);
  expect(Object.keys(report.killsByMoment).sort()).toEqual([...STEPS, 'a random moment'].sort());
}, 180_000);
