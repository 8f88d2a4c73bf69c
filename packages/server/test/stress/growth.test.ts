import { describe, expect, it } from 'vitest';
import { findGrowth, type GrowthSample } from './growth.ts';

/** Twenty samples, 40 payments apart. The heap grows by 3 MiB in the warm-up and then varies by 30 KiB. */
function samples(change: (index: number, payments: number) => Partial<GrowthSample> = () => ({})): GrowthSample[] {
  return Array.from({ length: 20 }, (_, index) => {
    const payments = (index + 1) * 40;
    const warmUp = index < 8 ? -400 * (8 - index) : 0;
    const steady = {
      payments,
      heapKb: 30_000 + warmUp + (index % 3) * 30,
      timers: 4,
      rows: 7 * payments,
      residentMb: 120,
      handles: 22,
    };
    return { ...steady, ...change(index, payments) };
  });
}

describe('findGrowth finds', () => {
  it.each<[string, GrowthSample[], string[]]>([
    ['nothing in a companion that does not grow', samples(), []],
    [
      'a leak of 1 KiB per payment',
      samples((index, payments) => ({ heapKb: 30_000 + payments + (index % 3) * 30 })),
      ['the heap grew by 1.0 KiB with each payment'],
    ],
    [
      'memory outside the heap',
      samples((index) => ({ residentMb: 100 + index * 8 })),
      ['resident memory grew from 156 to 244 MiB'],
    ],
    ['open handles', samples((index) => ({ handles: 20 + index * 3 })), ['the number of handles grew from 41 to 74']],
    ['timers', samples((_, payments) => ({ timers: payments })), ['the number of timers grew from 320 to 760']],
    [
      'payments that need more and more rows',
      samples((_, payments) => ({ rows: (payments * payments) / 20 })),
      ['a payment took 38.0 rows at first and 66.0 in the end'],
    ],
    ['too few samples', samples().slice(0, 11), ['11 samples over 400 payments are too few to measure growth']],
    ['no payments', samples(() => ({ payments: 40 })), ['20 samples over 0 payments are too few to measure growth']],
  ])('%s', (_what, some, violations) => {
    expect(findGrowth(some)).toEqual(violations);
  });
});
