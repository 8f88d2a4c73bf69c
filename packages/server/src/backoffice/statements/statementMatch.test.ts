import { describe, expect, it } from 'vitest';
import {
  type ComparedPayment,
  isCompared,
  maskPayer,
  matchPayment,
  matchRefund,
  type StatementLine,
} from './statementMatch.ts';

const line: StatementLine = {
  line: 2,
  at: 1000,
  reference: 'T1',
  amount: 2_500_000,
  fee: 37_500,
  payer: '034 35 000 03',
} as never;
const payment: ComparedPayment = {
  status: 'completed',
  resolution: null,
  amount: 25_000,
  fees: '375',
  msisdn: '0343500003',
  payer: '034 •• ••0 03',
};
const lines = (...changes: object[]) => changes.map((change) => ({ ...line, ...change }));

describe('a row of received money', () => {
  it.each([
    ['status', {}, { status: 'pending' }],
    ['status', {}, { status: 'failed', resolution: 'not_received' }],
    ['amount', { amount: 2_500_001 }, {}],
    ['amount', { amount: 25_000 }, {}],
    ['fee', { fee: 37_400 }, {}],
    ['fee', { fee: 37_500 }, { fees: '375.01' }],
    ['payer', { payer: '0343500009' }, {}],
    ['payer', { payer: '034 35 990 03' }, {}],
  ])('names the %s that differs', (difference, ofLine, ofPayment) => {
    expect(matchPayment(lines(ofLine), { ...payment, ...ofPayment } as ComparedPayment)).toEqual([
      { result: 'different', differences: [difference] },
    ]);
  });

  it.each([
    ['a payment that the merchant recorded as received', {}, { status: 'unresolved', resolution: 'received' }],
    ['a fee with a minus sign', { fee: -37_500 }, {}],
    ['a fee in hundredths', { fee: 37_550 }, { fees: '375.5' }],
    ['a row without a fee', { fee: null }, {}],
    ['a payment without known fees', {}, { fees: null }],
    ['a row without a payer', { payer: null }, {}],
    ['a payer whose number is cut', { payer: '****0009' }, {}],
    ['a payer with the country’s code', { payer: '+261 34 35 000 03' }, {}],
  ])('agrees for %s', (_name, ofLine, ofPayment) => {
    expect(matchPayment(lines(ofLine), { ...payment, ...ofPayment } as ComparedPayment)).toEqual([
      { result: 'matched', differences: [] },
    ]);
  });

  it('is compared with the masked number once the number is erased', () => {
    const erased = { ...payment, msisdn: null, payer: maskPayer('0343500003') };
    expect(matchPayment(lines({}, { payer: '0343511103' }), erased)).toEqual([
      { result: 'matched', differences: [] },
      { result: 'different', differences: ['duplicate', 'payer'] },
    ]);
  });

  it('is the payment’s if it is the first that agrees; the others are duplicates', () => {
    expect(matchPayment(lines({ amount: 1 }, {}, {}), payment)).toEqual([
      { result: 'different', differences: ['duplicate', 'amount'] },
      { result: 'matched', differences: [] },
      { result: 'different', differences: ['duplicate'] },
    ]);
    expect(matchPayment(lines({ amount: 1 }, { fee: 1 }), payment)).toEqual([
      { result: 'different', differences: ['amount'] },
      { result: 'different', differences: ['duplicate', 'fee'] },
    ]);
  });
});

describe('a row of sent money', () => {
  it('agrees with the sum of the refunds that name it', () => {
    expect(matchRefund(lines({ amount: -1_000_000 }), 10_000)).toEqual([{ result: 'refund', differences: [] }]);
    expect(matchRefund(lines({ amount: -1_000_001 }, { amount: -1_000_000 }), 10_000)).toEqual([
      { result: 'different', differences: ['duplicate', 'amount'] },
      { result: 'refund', differences: [] },
    ]);
    expect(matchRefund(lines({ amount: 1_000_000 }), 10_000)).toEqual([
      { result: 'different', differences: ['amount'] },
    ]);
  });
});

it('a payer is kept as a masked number, and a text that is no number as dots', () => {
  expect(maskPayer('Rakoto')).toBe('••••');
  expect(maskPayer('0343500003')).toBe(maskPayer('+261343500003'));
  expect(maskPayer('0343500003')).not.toContain('3500003');
});

it.each([
  [999, 1, false],
  [1000, 1, true],
  [1999, -1, true],
  [2000, 1, false],
  [1500, 0, false],
  [1500, null, false],
  [null, 1, false],
])('a row of %s with the amount %s is compared in the period 1000 to 2000: %s', (at, amount, is) => {
  expect(isCompared({ ...line, at, amount } as StatementLine, { from: 1000, to: 2000 })).toBe(is);
});
