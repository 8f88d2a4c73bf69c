import { describe, expect, it } from 'vitest';
import { addMonths, rangeOfMonth } from './months.ts';

// 30 November, 23:30 in Madagascar.
const NOW = Date.parse('2026-11-30T20:30:00Z');

describe('rangeOfMonth', () => {
  it.each([
    ['2026-11', '2026-11-30'],
    ['2026-10', '2026-10-31'],
    ['2024-02', '2024-02-29'],
    ['2026-12', '2026-12-31'],
  ])('of %s ends on %s', (month, to) => {
    expect(rangeOfMonth(month, NOW)).toEqual({ from: `${month}-01`, to });
  });

  it('of the current month ends today, in Madagascar’s time', () => {
    expect(rangeOfMonth('2026-12', NOW + 31 * 60_000)).toEqual({ from: '2026-12-01', to: '2026-12-01' });
  });
});

it('addMonths crosses the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-05', 0)]).toEqual(['2027-01', '2025-12', '2026-05']);
});
