import { expect, it } from 'vitest';
import { runModelTest } from './model.ts';

it('each payment ends with the operator’s result after random commands in random order', async () => {
  const report = await runModelTest({ size: 150, seed: 20261120 });
  expect(report.debits).toBeGreaterThan(30);
  expect(report.linkPayments).toBeGreaterThan(10);
  expect(report.violations).toEqual([]);
  expect(report.refunds).toBeGreaterThan(30);
}, 600_000);
