import { describe, expect, it } from 'vitest';
import { chooseLabels, chooseTicks } from './scale.ts';

describe('chooseTicks', () => {
  it('returns round numbers from 0 to at least the highest', () => {
    expect(chooseTicks(574_700)).toEqual([0, 200_000, 400_000, 600_000]);
    expect(chooseTicks(100)).toEqual([0, 50, 100]);
    expect(chooseTicks(3)).toEqual([0, 1, 2, 3]);
    expect(chooseTicks(0)).toEqual([0]);
  });

  it.each([1, 7, 99, 100, 101, 1234, 99_999, 1_000_001, 9e15])('returns at most five numbers for %i', (highest) => {
    const ticks = chooseTicks(highest);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(ticks.length).toBeLessThanOrEqual(5);
  });
});

describe('chooseLabels', () => {
  it('returns as many labels as fit, the last one always', () => {
    expect(chooseLabels(30, 64, 300)).toEqual([5, 13, 21, 29]);
    expect(chooseLabels(7, 64, 900)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(chooseLabels(3, 64, 10)).toEqual([2]);
  });
});
