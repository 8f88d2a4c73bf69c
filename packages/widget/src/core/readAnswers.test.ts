import { problemSchema } from '@tsena/shared';
import { checkoutSchema, paymentSchema } from '@tsena/shared/checkout';
import { someCheckout, somePayment } from '@tsena/testkit/payments';
import { describe, expect, it } from 'vitest';
import { readCheckout, readPayment, readProblem } from './readAnswers.ts';

const unexpectedValues = [
  undefined,
  null,
  '',
  'x',
  '12',
  '12.5',
  0,
  true,
  {},
  [],
  { code: 'c', message: 'm' },
  '2026-01-01',
  '2026-01-01T10:00:00Z',
  '2026-01-01T10:00:00Z.',
  'xpay_0000000000000000000001',
  'pay_00000000000000000000012',
  ['pay_0000000000000000000001'],
];

function getResult(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'rejected';
  }
}

describe('the readers agree with the schemas of @tsena/shared', () => {
  const payment = { ...somePayment(), unknown: 'a field that the contract does not name' };
  it.each(Object.keys(somePayment()))('on any value of a payment’s %s', (key) => {
    for (const value of [...unexpectedValues, payment.id]) {
      const given = { ...payment, [key]: value };
      expect(
        getResult(() => readPayment(given)),
        String(value),
      ).toEqual(getResult(() => paymentSchema.parse(given)));
    }
  });

  const checkout = someCheckout(somePayment());
  it.each(Object.keys(checkout))('on any value of a checkout’s %s', (key) => {
    for (const value of [...unexpectedValues, 'sandbox', payment]) {
      const given = { ...checkout, [key]: value };
      expect(
        getResult(() => readCheckout(given)),
        String(value),
      ).toEqual(getResult(() => checkoutSchema.parse(given)));
    }
  });

  it('on a problem, except members that the widget does not use', () => {
    const problem = { type: 'about:blank', title: 'Busy', status: 429, detail: 'Wait.', code: 'prompt_open' };
    expect(readProblem(problem)).toEqual({ problem: problemSchema.parse(problem), payment: null });
    expect(readProblem({ ...problem, payment: somePayment() }).payment).toEqual(somePayment());
    expect(readProblem({ ...problem, payment: null }).payment).toBeNull();
    for (const key of Object.keys(problem)) expect(() => readProblem({ ...problem, [key]: {} })).toThrow();
  });

  it.each([null, undefined, 'text', 3, []])('on %j, which is not an object of the contract', (value) => {
    expect(() => readPayment(value)).toThrow();
    expect(() => readCheckout(value)).toThrow();
    expect(() => readProblem(value)).toThrow();
  });
});
