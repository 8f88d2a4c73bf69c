import type { Webhook } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { findMerchantViolations, type MerchantFacts } from './merchantInvariants.ts';

const payment: MerchantFacts['payments'][number] = {
  id: 'pay_AAAAAAAAAAAAAAAAAAAAAA',
  order: 'LNK-1',
  attemptNumber: 1,
  status: 'completed',
  amount: '25000',
  reference: 'ref-1',
  transactionReference: '636042511',
  verified: true,
  resolution: null,
  createdAt: 0,
  history: [],
  amountRefunded: 10_000,
  linkId: 'link_1',
  formHash: 'form-1',
  receiptNumber: '2026-000001',
};
const taken = { ...payment, id: 'pay_2', order: 'CTR-1', linkId: null, formHash: null, amountRefunded: 0, receiptNumber: '2026-000002' };
const refund = { id: 'ref_1', paymentId: payment.id, amount: 10_000 };
const acknowledged = { ...refund, key: 'key-1' };
const refunded = (id: string, refundId = 'ref_1') => ({
  id,
  event: { type: 'payment.refunded', timestamp: '', data: { id: payment.id, refund: { id: refundId } } } as unknown as Webhook,
});
const right: MerchantFacts = {
  payments: [payment, taken],
  counterPayments: [
    { id: 'pay_2', key: 'tap-1' },
    { id: 'pay_2', key: 'tap-1' },
  ],
  refunds: [refund],
  acknowledgedRefunds: [acknowledged, acknowledged],
  links: [{ id: 'link_1', isReusable: false, shown: { status: 'paid', order: 'LNK-1' } }],
  webhooks: [refunded('msg_1'), refunded('msg_1')],
};

it('accepts what is right, with a webhook that was delivered twice under one id', () => {
  expect(findMerchantViolations(right)).toEqual([]);
});

it.each<readonly [string, Partial<MerchantFacts>, RegExp]>([
  ['a lost refund', { refunds: [], payments: [{ ...payment, amountRefunded: 0 }], webhooks: [] }, /ref_1 was acknowledged and lost/],
  ['another amount', { acknowledgedRefunds: [{ ...acknowledged, amount: 1 }] }, /is not the one that was acknowledged/],
  ['two refunds by one key', { acknowledgedRefunds: [acknowledged, { ...acknowledged, id: 'ref_2' }] }, /one Idempotency-Key recorded/],
  ['a wrong sum', { payments: [{ ...payment, amountRefunded: 0 }] }, /has refunds of 10000 and says 0/],
  ['more than was paid', { payments: [{ ...payment, amount: '9000' }] }, /has refunds of 10000 and was paid 9000/],
  ['a refund of what was not paid', { payments: [{ ...payment, status: 'failed' }] }, /was paid 0/],
  ['a refund that nobody got', { acknowledgedRefunds: [] }, /no request was answered with it/],
  ['two payments of a form', { payments: [payment, { ...payment, id: 'pay_2', amountRefunded: 0 }] }, /one form started the payments/],
  [
    'two payments of a tap',
    {
      counterPayments: [
        { id: 'pay_2', key: 'a' },
        { id: 'pay_3', key: 'a' },
      ],
    },
    /led to the payments pay_2/,
  ],
  ['a payment of no tap', { counterPayments: [] }, /counter payment pay_2 is stored/],
  ['a gap in the receipts', { payments: [payment, { ...taken, receiptNumber: '2026-000003' }] }, /2026-000003 comes after a gap/],
  [
    'a receipt number twice',
    { payments: [payment, { ...taken, receiptNumber: '2026-000001' }] },
    /2026-000001 comes after a gap, or twice/,
  ],
  ['a payment without a receipt', { payments: [payment, { ...taken, receiptNumber: null }] }, /2 payments are verified, and 1 have/],
  ['no webhook', { webhooks: [] }, /received 0 webhooks about the refund ref_1/],
  ['two webhooks', { webhooks: [refunded('msg_1'), refunded('msg_2')] }, /received 2 webhooks about the refund ref_1/],
  ['a webhook about nothing', { webhooks: [refunded('msg_1'), refunded('msg_2', 'ref_9')] }, /ref_9, which does not exist/],
  ['a lost link', { links: [{ id: 'link_1', isReusable: false, shown: null }] }, /link_1 was acknowledged and lost/],
  ['an unpaid link', { links: [{ id: 'link_1', isReusable: false, shown: { status: 'active', order: 'LNK-1' } }] }, /is active, with 1/],
  ['a paid reusable link', { links: [{ id: 'link_1', isReusable: true, shown: { status: 'paid', order: 'LNK' } }] }, /is paid, with 1/],
  ['another order', { links: [{ id: 'link_1', isReusable: false, shown: { status: 'paid', order: 'LNK-2' } }] }, /pays the order LNK-1/],
])('finds %s', (_name, change, expected) => {
  expect(findMerchantViolations({ ...right, ...change }).join('\n')).toMatch(expected);
});
