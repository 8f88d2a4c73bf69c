import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { linkQuerySchema } from './links.ts';
import { pagingQuerySchema } from './paging.ts';
import { paymentQuerySchema, paymentSearchSchema } from './payments.ts';
import { webhookQuerySchema } from './webhooks.ts';

describe.each([
  ['a list without filters', pagingQuerySchema],
  ['links', linkQuerySchema],
  ['payments', paymentQuerySchema],
  ['searched payments', paymentSearchSchema],
  ['webhooks', webhookQuerySchema],
])('a page of %s', (_name, schema) => {
  it('has 50 unless the query asks for 1 to 200', () => {
    expect(z.parse(schema, {})).toMatchObject({ limit: 50 });
    expect(z.parse(schema, { limit: '1' })).toMatchObject({ limit: 1 });
    expect(z.parse(schema, { limit: '200' })).toMatchObject({ limit: 200 });
  });

  it.each(['0', '201', '1.5', '-1', 'all'])('is refused with a limit of %s', (limit) => {
    expect(z.safeParse(schema, { limit }).success).toBe(false);
  });

  it('begins where a cursor of at most 100 characters says', () => {
    expect(z.parse(schema, { cursor: 'c'.repeat(100) })).toMatchObject({ cursor: 'c'.repeat(100) });
    expect(z.safeParse(schema, { cursor: 'c'.repeat(101) }).success).toBe(false);
  });
});
