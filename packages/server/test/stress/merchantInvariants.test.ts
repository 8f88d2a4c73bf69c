import type { LinkId, OrderReference, PaymentId } from '@tsena/shared/checkout';
import { expect, it } from 'vitest';
import { paymentRow } from '../support/paymentState.ts';
import { findMerchantViolations, type MerchantFacts } from './merchantInvariants.ts';

const common = { ...paymentRow({ status: 'completed' }), history: [] };
const payment = {
  ...common,
  order_reference: 'LNK-1' as OrderReference,
  link_id: 'link_1' as LinkId,
  form_hash: 'form-1',
};
const other = { ...payment, id: 'pay_2' as PaymentId };
const taken = { ...common, id: 'pay_2' as PaymentId, order_reference: 'CTR-1' as OrderReference };
const link = { id: 'link_1', isReusable: false, shown: { status: 'paid', order: 'LNK-1' } } as const;
const tap = (id: string, key = 'tap-1') => ({ id, key });
const right: MerchantFacts = {
  payments: [payment, taken],
  counterPayments: [tap('pay_2'), tap('pay_2')],
  links: [link],
};

it('accepts what is right', () => {
  expect(findMerchantViolations(right)).toEqual([]);
});

it.each<readonly [string, Partial<MerchantFacts>, RegExp]>([
  ['two payments of a form', { payments: [payment, other] }, /one form started the payments pay_1 and pay_2/],
  ['two payments of a tap', { counterPayments: [tap('pay_2'), tap('pay_3')] }, /led to the payments pay_2/],
  ['a payment of no tap', { counterPayments: [] }, /counter payment pay_2 is stored/],
  ['a lost link', { links: [{ ...link, shown: null }] }, /link_1 was acknowledged and lost/],
  ['an unpaid link', { links: [{ ...link, shown: { status: 'active', order: 'LNK-1' } }] }, /is active, with 1/],
  [
    'a paid reusable link',
    { links: [{ ...link, isReusable: true, shown: { status: 'paid', order: 'LNK' } }] },
    /is paid, with 1/,
  ],
  ['another order', { links: [{ ...link, shown: { status: 'paid', order: 'LNK-2' } }] }, /pays the order LNK-1/],
])('finds %s', (_name, change, expected) => {
  expect(findMerchantViolations({ ...right, ...change }).join('\n')).toMatch(expected);
});
