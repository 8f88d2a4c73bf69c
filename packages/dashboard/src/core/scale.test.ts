import { describe, expect, it } from 'vitest';
import { spread, ticksFor } from './scale.ts';

describe('the scale of a chart', () => {
  it('has round lines up to above the highest', () => {
    expect(ticksFor(574_700)).toEqual([0, 200_000, 400_000, 600_000]);
    expect(ticksFor(100)).toEqual([0, 50, 100]);
    expect(ticksFor(3)).toEqual([0, 1, 2, 3]);
    expect(ticksFor(0)).toEqual([0]);
  });

  it.each([1, 7, 99, 100, 101, 1234, 99_999, 1_000_001, 9e15])('fits %i', (highest) => {
    const ticks = ticksFor(highest);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(ticks.length).toBeLessThanOrEqual(5);
  });

  it('shows as many labels as have room, the last always', () => {
    expect(spread(30, 64, 300)).toEqual([1, 9, 17, 25].map((index) => index + 4));
    expect(spread(7, 64, 900)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(spread(3, 64, 10)).toEqual([2]);
  });
});
