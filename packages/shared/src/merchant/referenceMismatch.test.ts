import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { referenceMismatchSchema } from './referenceMismatch.ts';

it.each([
  { kind: 'absent' },
  { kind: 'differs', fields: ['amount'], amount: '700' },
  { kind: 'differs', fields: [], amount: null },
  { kind: 'time' },
  { kind: 'used', order: 'ORDER-1' },
  { kind: 'inconclusive' },
])('a refused reference may be %j', (mismatch) => {
  expect(z.parse(referenceMismatchSchema, mismatch)).toEqual(mismatch);
});

it.each([{}, { kind: 'late' }, { kind: 'differs', amount: null }, { kind: 'differs', fields: [] }, { kind: 'used' }])(
  'a refused reference is not %j',
  (mismatch) => {
    expect(z.safeParse(referenceMismatchSchema, mismatch).success).toBe(false);
  },
);
