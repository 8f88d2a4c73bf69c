import type { PaymentId } from '@tsena/shared/checkout';
import type { Webhook } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { paymentRow } from '../support/paymentState.ts';
import {
  type AcknowledgedRefund,
  findRefundViolations,
  findRefundWebhookViolations,
  findUnansweredRefunds,
} from './refundInvariants.ts';
import type { PaymentRow, RefundRow } from './storedPayments.ts';

const PAYMENT = 'pay_AAAAAAAAAAAAAAAAAAAAAA';
const row = (id: string, status: RefundRow['status'] = 'recorded', amount = 10_000) =>
  ({ id, payment_id: PAYMENT, amount, reason: 'returned', status }) as RefundRow;
const webhook = (type: Webhook['type'], amountRefunded: string, refund?: object) =>
  ({
    type,
    timestamp: '',
    data: { id: PAYMENT, amount: '25000', amountRefunded, ...(refund === undefined ? {} : { refund }) },
  }) as Webhook;
const refund = (id: string, change: object = {}) => ({
  id,
  paymentId: PAYMENT,
  amount: '10000',
  currency: 'MGA',
  reason: 'returned',
  status: 'recorded',
  voidedAt: null,
  voidedBy: null,
  ...change,
});
const VOIDED = { status: 'voided', voidedAt: '2026-01-01T00:00:00.000Z', voidedBy: 'Hanta' };
const completed = webhook('payment.completed', '0');
const first = webhook('payment.refunded', '10000', refund('ref_1'));
const second = webhook('payment.refunded', '20000', refund('ref_2'));
const firstVoided = webhook('payment.refund_voided', '10000', refund('ref_1', VOIDED));

it('accepts two refunds of which one is voided, and no refunds', () => {
  expect(
    findRefundWebhookViolations([row('ref_1', 'voided'), row('ref_2')], [completed, first, second, firstVoided]),
  ).toEqual([]);
  expect(findRefundWebhookViolations([], [completed])).toEqual([]);
});

it.each<readonly [string, readonly RefundRow[], readonly Webhook[], RegExp]>([
  [
    'a refund without a webhook',
    [row('ref_1')],
    [completed],
    /ref_1 is recorded; the shop was sent that it is nothing/,
  ],
  [
    'a voided refund without a webhook',
    [row('ref_1', 'voided')],
    [first],
    /ref_1 is voided; the shop was sent that it is recorded/,
  ],
  [
    'a refund that is sent twice',
    [row('ref_1')],
    [first, webhook('payment.refunded', '20000', refund('ref_1'))],
    /came when it was rec/,
  ],
  ['a voided refund that was never recorded', [row('ref_1', 'voided')], [firstVoided], /ref_1 came when it was new/],
  ['a refund that is not stored', [], [first], /names ref_1, which is not stored/],
  ['no refund', [], [webhook('payment.refunded', '0')], /names no refund, which is not stored/],
  [
    'another amount',
    [row('ref_1', 'recorded', 9000)],
    [webhook('payment.refunded', '9000', refund('ref_1'))],
    /has another refund/,
  ],
  [
    'another reason',
    [row('ref_1')],
    [webhook('payment.refunded', '10000', refund('ref_1', { reason: 'lost' }))],
    /has another refund/,
  ],
  [
    'another payment',
    [row('ref_1')],
    [webhook('payment.refunded', '10000', refund('ref_1', { paymentId: 'pay_2' }))],
    /has another ref/,
  ],
  [
    'a recorded refund as voided',
    [row('ref_1')],
    [webhook('payment.refunded', '10000', refund('ref_1', VOIDED))],
    /has another refund/,
  ],
  [
    'a wrong sum',
    [row('ref_1')],
    [webhook('payment.refunded', '0', refund('ref_1'))],
    /says that 0 is refunded instead of 10000/,
  ],
  [
    'a wrong sum afterwards',
    [row('ref_1')],
    [first, webhook('order.overpaid', '0')],
    /order.overpaid .* 0 is refunded instead of 10000/,
  ],
  [
    'a refund in another webhook',
    [],
    [webhook('payment.completed', '0', refund('ref_1'))],
    /payment.completed of .* has a refund/,
  ],
  [
    'more than was paid',
    [row('ref_1', 'recorded', 25_001)],
    [webhook('payment.refunded', '25001', refund('ref_1', { amount: '25001' }))],
    /says that 25001 of 25000 is refunded/,
  ],
])('finds %s', (_name, refunds, webhooks, expected) => {
  expect(findRefundWebhookViolations(refunds, webhooks).join('\n')).toMatch(expected);
});

const refunded = (change: Partial<PaymentRow> = {}): PaymentRow => {
  const row = paymentRow({ id: PAYMENT as PaymentId, status: 'completed', amount_refunded: 10_000 });
  return { ...row, history: [], ...change };
};
const acknowledged: AcknowledgedRefund = { id: 'ref_1', key: 'key-1', paymentId: PAYMENT, amount: 10_000 };

it('accepts a refund that was acknowledged twice', () => {
  expect(
    findRefundViolations({ payments: [refunded()], refunds: [row('ref_1')] }, [acknowledged, acknowledged]),
  ).toEqual([]);
  expect(findUnansweredRefunds([row('ref_1')], [acknowledged])).toEqual([]);
});

it.each<readonly [string, Partial<PaymentRow>, readonly RefundRow[], readonly AcknowledgedRefund[], RegExp]>([
  ['a lost refund', { amount_refunded: 0 }, [], [acknowledged], /ref_1 was acknowledged and lost/],
  ['another amount', {}, [row('ref_1')], [{ ...acknowledged, amount: 1 }], /is not the one that was acknowledged/],
  [
    'a voided one',
    {},
    [row('ref_1')],
    [{ ...acknowledged, isVoided: true }],
    /acknowledged as voided, and counts again/,
  ],
  [
    'two by one key',
    {},
    [row('ref_1')],
    [acknowledged, { ...acknowledged, id: 'ref_2' }],
    /one Idempotency-Key recorded/,
  ],
  ['a wrong sum', { amount_refunded: 0 }, [row('ref_1')], [], /has refunds of 10000 and says 0/],
  ['more than was paid', { amount: 9000 }, [row('ref_1')], [], /has refunds of 10000 and was paid 9000/],
  ['one of what was not paid', { status: 'failed' }, [row('ref_1')], [], /was paid 0/],
])('finds %s', (_name, change, refunds, answered, expected) => {
  expect(findRefundViolations({ payments: [refunded(change)], refunds }, answered).join('\n')).toMatch(expected);
});

it('finds a refund with which no request was answered', () => {
  expect(findUnansweredRefunds([row('ref_1')], []).join('\n')).toMatch(
    /the refund ref_1 of pay_A+ is stored, and no request/,
  );
});
