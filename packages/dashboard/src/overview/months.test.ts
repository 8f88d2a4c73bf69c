import { expect, it } from 'vitest';
import { addMonths, rangeOfMonth, readMonth } from './months.ts';

// 30 November, 23:30 in Madagascar.
const NOW = Date.parse('2026-11-30T20:30:00Z');

it('rangeOfMonth is the whole month, or the current one up to today in Madagascar', () => {
  expect(rangeOfMonth('2026-10', NOW)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(rangeOfMonth('2026-12', NOW + 31 * 60_000)).toEqual({ from: '2026-12-01', to: '2026-12-01' });
});

it('addMonths crosses the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-05', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-05',
  ]);
});

it('readMonth takes a month of any century, and otherwise the current one', () => {
  expect(['1999-01', '2101-12', '1999-13', '99-01', 'x', ''].map((text) => readMonth(text, NOW))).toEqual([
    '1999-01',
    '2101-12',
    ...Array(4).fill('2026-11'),
  ]);
});
