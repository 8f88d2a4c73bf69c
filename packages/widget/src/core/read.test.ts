import { problemSchema } from '@tsena/shared';
import { checkoutSchema, paymentSchema } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { someCheckout, somePayment } from '../testing/payments.ts';
import { readAmount, readCheckout, readPayment, readProblem } from './read.ts';

const oddities = [
  undefined,
  null,
  '',
  'x',
  '12',
  '12.5',
  '12.555',
  0,
  7,
  true,
  {},
  [],
  { code: 'c', message: 'm' },
  { code: 1 },
  '2026-01-01',
  '2026-01-01T10:00:00Z',
  '2026-01-01T10:00:00Z.',
  'x2026-01-01T10:00:00Z',
  'xpay_0000000000000000000001',
  'pay_00000000000000000000012',
  ['pay_0000000000000000000001'],
];

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

describe('the readers agree with the schemas of shared', () => {
  const payment = { ...somePayment(), more: 'than the contract names' };
  it.each(Object.keys(somePayment()))('on whatever stands in a payment’s %s', (key) => {
    for (const value of [...oddities, payment.id]) {
      const given = { ...payment, [key]: value };
      expect(
        outcome(() => readPayment(given)),
        String(value),
      ).toEqual(outcome(() => paymentSchema.parse(given)));
    }
  });

  const checkout = someCheckout(somePayment());
  it.each(Object.keys(checkout))('on whatever stands in a checkout’s %s', (key) => {
    for (const value of [...oddities, 'sandbox', payment]) {
      const given = { ...checkout, [key]: value };
      expect(
        outcome(() => readCheckout(given)),
        String(value),
      ).toEqual(outcome(() => checkoutSchema.parse(given)));
    }
  });

  it('on a problem, but for members that the widget does not use', () => {
    const problem = { type: 'about:blank', title: 'Busy', status: 429, detail: 'Wait.', code: 'prompt_open' };
    expect(readProblem(problem)).toEqual({ problem: problemSchema.parse(problem), payment: null });
    expect(readProblem({ ...problem, payment: somePayment() }).payment).toEqual(somePayment());
    expect(readProblem({ ...problem, payment: null }).payment).toBeNull();
    for (const key of Object.keys(problem)) expect(() => readProblem({ ...problem, [key]: {} })).toThrow();
  });

  it.each([null, undefined, 'text', 3, []])('on %j, which is neither', (value) => {
    expect(() => readPayment(value)).toThrow();
    expect(() => readCheckout(value)).toThrow();
    expect(() => readProblem(value)).toThrow();
  });
});

describe('an order token', () => {
  const token = (payload: string) => `e30.${Buffer.from(payload).toString('base64url')}.c2ln`;

  it('tells what is to be paid', () => {
    expect(readAmount(token('{"sub":"TS-1","amount":"25000","description":"Voatabia ★ éà"}'))).toBe('25000');
  });

  it.each(['?', '??', '???', '>', '>>', '>>>', '?>?>?>'])('is read in the alphabet of a JWT: a description of %j', (description) => {
    const payload = JSON.stringify({ description: description.repeat(3), amount: '25000' });
    expect(readAmount(token(payload))).toBe('25000');
  });

  it.each(['', 'x', 'a.b.c', '..', token('null'), token('{"sub":"TS-1"}'), token('{"sub":"TS-1","amount":"<b>"}')])(
    'that cannot be read tells nothing: %s',
    (unreadable) => expect(readAmount(unreadable)).toBeUndefined(),
  );
});
