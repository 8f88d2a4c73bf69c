import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { initiateBodySchema, referenceBodySchema } from './checkout.ts';

const BODY = { orderToken: 't', msisdn: '0343500003' };
const accepts = (change: object) => z.safeParse(initiateBodySchema, { ...BODY, ...change }).success;

describe('the body that starts a payment', () => {
  it('has the order token and the number, and no amount', () => {
    expect(z.parse(initiateBodySchema, { ...BODY, amount: '1' })).toEqual(BODY);
  });

  it('may have a language, and the payment that is tried again', () => {
    const more = { language: 'mg', retryOf: `pay_${'A'.repeat(22)}` };
    expect(z.parse(initiateBodySchema, { ...BODY, ...more })).toEqual({ ...BODY, ...more });
    expect([accepts({ language: 'de' }), accepts({ retryOf: 'pay_1' })]).toEqual([false, false]);
  });
});

it('the body with a transaction reference has it in one spelling, from at most 64 characters', () => {
  const parse = (transactionReference: string) => z.safeParse(referenceBodySchema, { transactionReference });
  expect(parse(`6${' '.repeat(55)}36042511`).data).toEqual({ transactionReference: '636042511' });
  expect(parse(`6${' '.repeat(56)}36042511`).success).toBe(false);
  expect(parse('1234').success).toBe(false);
});
