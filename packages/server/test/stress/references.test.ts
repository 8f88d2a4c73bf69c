import { REFERENCE_VERDICTS } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { runReferencesTest } from './references.ts';

// `pnpm prove references` tries 100,000.
it('of invented, used, foreign and edited references and messages, none counts as unused by mistake', async () => {
  const report = await runReferencesTest({ size: 1200, seed: 20_261_129 });
  expect(report.violations).toEqual([]);
  expect(report.sales).toBeGreaterThan(20);
  for (const byVerdict of [report.sqlite, report.postgres]) {
    // Of checks or of sales.
    const words = Object.keys(byVerdict).join(' ');
    for (const word of ['sold', ...REFERENCE_VERDICTS.filter((verdict) => verdict !== 'unavailable')])
      expect(words).toContain(word);
  }
}, 600_000);
