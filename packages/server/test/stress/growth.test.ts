import { describe, expect, it } from 'vitest';
import { type GrowthSample, judgeGrowth } from './growth.ts';

/** Twenty samples, 40 payments apart; the heap warms up by 3 MiB in the first ones and then goes up and down by 30 KiB. */
function samples(change: (index: number, payments: number) => Partial<GrowthSample> = () => ({})): GrowthSample[] {
  return Array.from({ length: 20 }, (_, index) => {
    const payments = (index + 1) * 40;
    const warmUp = index < 8 ? -400 * (8 - index) : 0;
    const steady = { payments, heapKb: 30_000 + warmUp + (index % 3) * 30, timers: 4, rows: 7 * payments, residentMb: 120, handles: 22 };
    return { ...steady, ...change(index, payments) };
  });
}

describe('the judge of growth', () => {
  it('finds nothing in a companion that stays as it is', () => {
    expect(judgeGrowth(samples())).toEqual([]);
  });

  it('finds nothing where the system does not tell memory and handles', () => {
    expect(judgeGrowth(samples(() => ({ residentMb: null, handles: null })))).toEqual([]);
  });

  it('notices a leak of 1 KiB with each payment', () => {
    const leaking = samples((index, payments) => ({ heapKb: 30_000 + payments + (index % 3) * 30 }));
    expect(judgeGrowth(leaking)).toEqual(['the heap grew by 1.0 KiB with each payment']);
  });

  it('notices resident memory that grows beside the heap', () => {
    expect(judgeGrowth(samples((index) => ({ residentMb: 100 + index * 8 })))).toEqual(['resident memory grew from 156 to 244 MiB']);
  });

  it('notices handles that are not given back', () => {
    expect(judgeGrowth(samples((index) => ({ handles: 20 + index * 3 })))).toEqual(['the number of handles grew from 41 to 74']);
  });

  it('notices timers that go on', () => {
    expect(judgeGrowth(samples((_, payments) => ({ timers: payments })))).toEqual(['the number of timers grew from 320 to 760']);
  });

  it('notices payments that take more and more rows', () => {
    expect(judgeGrowth(samples((_, payments) => ({ rows: (payments * payments) / 20 })))).toEqual([
      'a payment took 38.0 rows at first and 66.0 in the end',
    ]);
  });

  it.each([
    ['too few samples', samples().slice(0, 11), '11 samples over 400 payments tell nothing about growth'],
    ['no samples', [], '0 samples over 0 payments tell nothing about growth'],
    ['no payments', samples(() => ({ payments: 40 })), '20 samples over 0 payments tell nothing about growth'],
  ])('does not pass %s', (_, some, violation) => {
    expect(judgeGrowth(some)).toEqual([violation]);
  });
});
