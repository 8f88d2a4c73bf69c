import { expect, it } from 'vitest';
import { proveModel } from './model.ts';

it('whatever comes in whatever order, each payment ends where the money is', async () => {
  const report = await proveModel({ runs: 150, seed: 20261120 });
  expect(report.debits).toBeGreaterThan(30);
}, 600_000);
