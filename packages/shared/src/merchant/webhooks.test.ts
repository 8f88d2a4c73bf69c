import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { webhookQuerySchema } from './webhooks.ts';

it('webhooks are listed by status, type and order', () => {
  const query = { status: 'failed', type: 'payment.completed', order: 'x'.repeat(50) };
  expect(z.parse(webhookQuerySchema, query)).toEqual({ ...query, limit: 50 });
  for (const other of [{ status: 'sent' }, { type: 'payment.paid' }, { order: 'x'.repeat(51) }]) {
    expect(z.safeParse(webhookQuerySchema, other).success).toBe(false);
  }
});
