import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { totalsQuerySchema } from './totals.ts';

it('totals are of the last 30 days, or of 1 to 400, or from one day to another', () => {
  expect(z.parse(totalsQuerySchema, {})).toEqual({ days: 30 });
  expect(z.parse(totalsQuerySchema, { days: '1' })).toEqual({ days: 1 });
  expect(z.parse(totalsQuerySchema, { days: '400' })).toEqual({ days: 400 });
  expect(z.parse(totalsQuerySchema, { from: '2026-03-01', to: '2026-03-09' })).toMatchObject({ from: '2026-03-01', to: '2026-03-09' });
});
