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

it('the body with a transaction reference has it as it was typed, but for what nobody sees and the spaces', () => {
  const parse = (transactionReference: string) => z.safeParse(referenceBodySchema, { transactionReference });
  expect(parse('\u2068 636 042 511. \u2069').data).toEqual({ transactionReference: '636042511' });
  expect(parse('MP241128.1234.A12345').data).toEqual({ transactionReference: 'MP241128.1234.A12345' });
  expect(parse(`Nahazo 25 000 Ar. Ref: 636042511. ${'Misaotra. '.repeat(190)}`).data).toEqual({
    transactionReference: '636042511',
  });
  expect([parse(`Ref: 636042511${' '.repeat(2000)}`).success, parse('###').success]).toEqual([false, false]);
});
