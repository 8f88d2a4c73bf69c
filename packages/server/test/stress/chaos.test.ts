import { expect, it } from 'vitest';
import { proveChaos } from './chaos.ts';

// `pnpm prove chaos` pays 10,000.
it('three companions on one PostgreSQL lose nothing and send nothing twice, whatever breaks under them', async () => {
  const report = await proveChaos({ payments: 80, seed: 3, atOnce: 8, killEvery: 4000 });
  expect(report.violations).toEqual([]);
  expect(report.kills).toBeGreaterThan(0);
  expect(report.debits).toBeGreaterThan(60);
}, 900_000);
