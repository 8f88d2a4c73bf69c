import { expect, it } from 'vitest';
import { createTotals, MERCHANT } from '../testing/fixtures.ts';
import { takeFirstData } from './firstData.ts';

const answersOf = (arrived: Readonly<Record<string, unknown>>) => ({
  language: 'en' as const,
  take: async () => undefined,
  takeArrived: (path: string) => arrived[path],
});

it('the first data are the merchant and today’s totals that have arrived', () => {
  const totals = createTotals([240_000, 125_500]);
  expect(takeFirstData(answersOf({ '': MERCHANT, '/totals?days=2': totals }))).toEqual({ merchant: MERCHANT, totals });
  expect(takeFirstData(answersOf({ '': MERCHANT }))).toEqual({ merchant: MERCHANT, totals: undefined });
});

it('the first data lack what cannot be read', () => {
  const totals = createTotals([240_000, 125_500]);
  expect(takeFirstData(answersOf({ '': { partnerName: 'Lamba' }, '/totals?days=2': totals }))).toEqual({ merchant: undefined, totals });
});
