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

describe('the body with a transaction reference', () => {
  it.each([
    ['636042511', '636042511'],
    [' 636 042 511 ', '636042511'],
    ['abc12', 'ABC12'],
    [`6${' '.repeat(55)}36042511`, '636042511'],
  ])('%j is read as %j', (text, transactionReference) => {
    expect(z.parse(referenceBodySchema, { transactionReference: text })).toEqual({ transactionReference });
  });

  it.each(['', '1234', '0636042511', '636-042-511', '1'.repeat(21), `6${' '.repeat(56)}36042511`])('%j is none', (text) => {
    expect(z.safeParse(referenceBodySchema, { transactionReference: text }).success).toBe(false);
  });
});
