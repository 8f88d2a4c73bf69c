import { type DetailsResponse, detailsResponseSchema } from '@tsena/shared/operator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { viewTransaction } from './views.ts';

const detailsOf = (details: object): DetailsResponse => z.parse(detailsResponseSchema, details);

describe('a transaction', () => {
  it.each([
    ['25000.50', '25000.50'],
    ['25000.0', '25000'],
    ['10', '10'],
    ['100000', '100000'],
    [undefined, null],
  ])('writes the amount %s as %s', (amount, written) => {
    expect(viewTransaction('1', detailsOf({ amount }), null).amount).toBe(written);
  });

  it.each([
    ['AR', 'MGA'],
    ['ar', 'MGA'],
    ['MGA', 'MGA'],
    ['EUR', 'EUR'],
    [undefined, null],
  ])('writes the currency %s as %s', (currency, written) => {
    expect(viewTransaction('1', detailsOf({ currency }), null).currency).toBe(written);
  });
});
