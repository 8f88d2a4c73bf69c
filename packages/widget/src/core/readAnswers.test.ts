import { problemSchema } from '@tsena/shared';
import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { describe, expect, it } from 'vitest';
import { readCheckout, readPayment, readProblem } from './readAnswers.ts';

const omit = (object: object, ...keys: readonly string[]) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

describe('a payment', () => {
  it('is read without the fields that the contract does not name', () => {
    expect(readPayment({ ...somePayment(), tip: '500', shop: { name: 'Soa' } })).toEqual(somePayment());
  });

  it('of an older companion, which does not know what a page can do without, is read', () => {
    const lacking = [
      ...['linkId', 'finalAt', 'paidAt', 'transactionReference', 'fees', 'receiptNumber', 'failure', 'paidBy'],
      'retryableAt',
    ];
    expect(readPayment(omit(somePayment({ status: 'completed' }), ...lacking))).toEqual(
      somePayment({ status: 'completed', ...Object.fromEntries(lacking.map((key) => [key, null])) }),
    );
  });

  it.each(['id', 'status', 'view', 'amount', 'payer', 'retryable', 'nextPollMs', 'serverTime'])(
    'without %s is refused: no value of it would be true',
    (key) => {
      expect(() => readPayment(omit(somePayment(), key))).toThrow();
    },
  );

  it.each([
    ['id', 'pay_1'],
    ['status', 'paid'],
    ['view', 'unknown'],
    ['amount', '25 000'],
    ['updatedAt', 'today'],
    ['currency', 'EUR'],
    ['paidBy', 'pay_1'],
    ['nextPollMs', '5000'],
    ['failure', { code: 'payment_declined' }],
  ])('whose %s is %j is refused', (key, value) => {
    expect(() => readPayment({ ...somePayment(), [key]: value })).toThrow();
  });

  it('that has the values of what may be absent keeps them', () => {
    const values = {
      status: 'failed',
      linkId: `link_${'a'.repeat(22)}`,
      finalAt: '2026-01-01T10:01:00.000Z',
      paidAt: '2026-01-01T10:01:01Z',
      transactionReference: '636042511',
      fees: '5.05',
      receiptNumber: '2026-000123',
      failure: { code: 'payment_declined', message: 'The payment was declined.' },
      paidBy: paymentId('2'),
      retryableAt: '2026-01-01T10:01:30.000Z',
    } as const;
    expect(readPayment(somePayment(values))).toEqual(somePayment(values));
  });
});

describe('an order', () => {
  it('is read with its payment and without the fields that the contract does not name', () => {
    const order = someCheckout(somePayment());
    expect(readCheckout({ ...order, discount: true, payment: { ...somePayment(), tip: '500' } })).toEqual(order);
    expect(readCheckout(someCheckout())).toEqual(someCheckout());
  });

  it('of an older companion is read without the description, the operator’s name and the way back', () => {
    expect(readCheckout(omit(someCheckout(), 'description', 'operatorName', 'returnUrl'))).toMatchObject({
      description: null,
      operatorName: null,
      returnUrl: null,
    });
  });

  it('without a payment is refused: only null says that there is none', () => {
    expect(() => readCheckout(omit(someCheckout(), 'payment'))).toThrow();
    expect(() => readCheckout({ ...someCheckout(), payment: {} })).toThrow();
  });
});

it('a problem is read with its payment, and without the errors of single fields', () => {
  const problem = { type: 'about:blank', title: 'Busy', status: 429, detail: 'Wait.', code: 'prompt_open' };
  expect(readProblem({ ...problem, errors: [] })).toEqual({ problem: problemSchema.parse(problem), payment: null });
  expect(readProblem({ ...problem, payment: somePayment() }).payment).toEqual(somePayment());
  expect(readProblem({ ...problem, payment: null }).payment).toBeNull();
  for (const key of Object.keys(problem)) expect(() => readProblem({ ...problem, [key]: {} })).toThrow();
});

it.each([null, undefined, 'text', 3, []])('%j, which is no object of the contract, is refused', (value) => {
  expect(() => readPayment(value)).toThrow();
  expect(() => readCheckout(value)).toThrow();
  expect(() => readProblem(value)).toThrow();
});
