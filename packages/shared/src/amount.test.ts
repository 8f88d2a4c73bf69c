import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Ariary, amountSchema, isAmount, sumFees } from './amount.ts';

describe('amounts', () => {
  it.each([
    ['100', 100],
    ['25000', 25000],
    ['999999999999', 999999999999],
  ])('%s is accepted', (digits, amount) => {
    expect(z.parse(amountSchema, digits)).toBe(amount);
  });

  it.each([['99'], ['0100'], ['100.00'], ['-100'], ['1e5'], ['१००'], [' 100'], [''], ['1000000000000'], [25000]])(
    '%j is refused',
    (text) => {
      expect(z.safeParse(amountSchema, text).success).toBe(false);
    },
  );

  it.each([
    ['25000', true],
    ['25000.00', true],
    ['25000.', true],
    ['025000', true],
    [' 25000 ', true],
    ['Ar25000', false],
    ['-25000', false],
    ['25000.00 Ar', false],
    ['25000.50', false],
    ['2500', false],
    ['250000', false],
    ['25,000', false],
    ['', false],
    ['0', false],
  ])('the operator’s %j equals Ar 25 000: %s', (wire, same) => {
    expect(isAmount(wire, 25000 as Ariary)).toBe(same);
  });

  it.each([
    [['150'], '150'],
    [['5.46'], '5.46'],
    [['5.46', '150', '0.5'], '155.96'],
    [['0.54', '0.46'], '1'],
    [['5.05'], '5.05'],
    [['5.50'], '5.50'],
    [['5.5'], '5.50'],
    [['5.04', '0.01'], '5.05'],
    [['0.05'], '0.05'],
    [['5.460'], '5.46'],
    [[' 150 '], '150'],
    [['-150'], null],
    [['150 Ar'], null],
    [['5.467'], null],
    [['150', 'free'], null],
    [[], null],
    [['free'], null],
  ])('fees %j add up to %j', (fees, sum) => {
    expect(sumFees(fees)).toBe(sum);
  });
});
