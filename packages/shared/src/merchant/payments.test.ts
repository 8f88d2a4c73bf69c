import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  paymentExportSchema,
  paymentExportSearchSchema,
  paymentQuerySchema,
  paymentSearchSchema,
  resolveBodySchema,
} from './payments.ts';

describe('payments are listed', () => {
  it('from one day to another, both included', () => {
    expect(z.parse(paymentQuerySchema, { from: '2026-03-09', to: '2026-03-09' })).toMatchObject({
      from: Date.parse('2026-03-08T21:00:00Z'),
      to: Date.parse('2026-03-09T21:00:00Z'),
    });
  });

  it('by a number only in a body, in any spelling', () => {
    for (const schema of [paymentSearchSchema, paymentExportSearchSchema]) {
      expect(z.parse(schema, { msisdn: '+261 34 35 000 03' })).toMatchObject({ msisdn: '0343500003' });
      expect(z.safeParse(schema, { msisdn: '12' }).success).toBe(false);
    }
    for (const schema of [paymentQuerySchema, paymentExportSchema]) {
      expect(z.parse(schema, { msisdn: '0343500003' })).not.toHaveProperty('msisdn');
    }
  });
});

describe('a payment is resolved', () => {
  it.each(['received', 'not_received', 'closed'])('as %s, with a reason of 3 to 500 characters', (resolution) => {
    const accepts = (reason: string) => z.safeParse(resolveBodySchema, { resolution, reason }).success;
    expect([accepts('abc'), accepts('x'.repeat(500))]).toEqual([true, true]);
    expect([accepts('ab'), accepts(' ab '), accepts('x'.repeat(501))]).toEqual([false, false, false]);
    expect(z.parse(resolveBodySchema, { resolution, reason: ' by phone ' })).toEqual({
      resolution,
      reason: 'by phone',
    });
  });

  it('by a transaction reference, without spaces', () => {
    expect(z.parse(resolveBodySchema, { transactionReference: ' 636 042 511 ' })).toEqual({
      transactionReference: '636042511',
    });
  });

  it.each([
    {},
    { resolution: 'received' },
    { resolution: 'paid', reason: 'by phone' },
    { transactionReference: '---' },
    { transactionReference: '636042511', reason: 'by phone' },
    { resolution: 'received', reason: 'by phone', by: 'Hanta' },
  ])('not by %j', (body) => {
    expect(z.safeParse(resolveBodySchema, body).success).toBe(false);
  });
});
