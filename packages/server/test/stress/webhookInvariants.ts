import type { PaymentStatus } from '@tsena/shared/checkout';
import type { Webhook, WebhookType } from '@tsena/shared/merchant';
import { groupBy } from './groupBy.ts';
import { WEBHOOK_AFTER } from './history.ts';
import { findRefundWebhookViolations } from './refundInvariants.ts';
import type { PaymentRow, RefundRow } from './storedPayments.ts';

/** A webhook as the shop received it. */
export interface ReceivedWebhook {
  /** webhook-id. */
  readonly id: string;
  readonly event: Webhook;
}

/** The status of the payment in each webhook type; null if several are possible. */
const STATUS_IN: Readonly<Record<WebhookType, PaymentStatus | null>> = {
  'payment.completed': 'completed',
  'payment.failed': 'failed',
  'payment.unresolved': 'unresolved',
  'payment.review_required': null,
  'payment.refunded': null,
  'payment.refund_voided': null,
  'order.overpaid': null,
  'tsena.ping': null,
};

/**
 * Compares the webhooks that the shop received with the histories of the payments and their refunds.
 *
 * @param webhooks in order of arrival, with repeated deliveries
 */
export function findWebhookViolations(
  payments: readonly PaymentRow[],
  webhooks: readonly ReceivedWebhook[],
  refunds: readonly RefundRow[],
): string[] {
  const first = new Map<string, ReceivedWebhook>();
  const violations: string[] = [];
  for (const webhook of webhooks) {
    const known = first.get(webhook.id);
    if (known === undefined) first.set(webhook.id, webhook);
    else if (JSON.stringify(known.event) !== JSON.stringify(webhook.event))
      violations.push(`${webhook.id} came with two different bodies`);
  }
  const events = [...first.values()].map(({ event }) => event);
  const received = groupBy(events, ({ data }) => data.id);
  const known = new Set<string>(payments.map(({ id }) => id));
  const refunded = groupBy(refunds, (refund) => refund.payment_id);
  for (const [id, some] of received) {
    if (!known.has(id))
      violations.push(`the shop was sent ${list(some.map(({ type }) => type))} of ${id}, which does not exist`);
  }
  return [
    ...violations,
    ...payments.flatMap((payment) => {
      const events = received.get(payment.id) ?? [];
      return [
        ...findViolationsOf(payment, events),
        ...findRefundWebhookViolations(refunded.get(payment.id) ?? [], events),
      ];
    }),
  ];
}

function findViolationsOf(payment: PaymentRow, events: readonly Webhook[]): string[] {
  const due = payment.history.flatMap(({ kind }) => WEBHOOK_AFTER[kind] ?? []);
  const types = events.map(({ type }) => type);
  if (types.join() !== due.join()) return [`the shop was sent ${list(types)} of ${payment.id}; due was ${list(due)}`];
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const isInOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
  return [
    ...(isInOrder ? [] : [`the webhooks of ${payment.id} came out of the order of their timestamps`]),
    ...events.flatMap((event) => findContentViolations(payment, event)),
  ];
}

function findContentViolations(payment: PaymentRow, { type, data }: Webhook): string[] {
  const { id, amount, order_reference: order, transaction_id: transactionReference } = payment;
  const status = STATUS_IN[type];
  const wrong = (what: string, was: unknown, is: unknown) => `${type} of ${id} has the ${what} ${was} instead of ${is}`;
  return [
    ...(status === null || data.status === status ? [] : [wrong('status', data.status, status)]),
    ...(data.amount === String(amount) ? [] : [wrong('amount', data.amount, amount)]),
    ...(data.order === order ? [] : [wrong('order', data.order, order)]),
    ...(data.status !== 'completed' || data.transactionReference === transactionReference
      ? []
      : [wrong('transaction reference', data.transactionReference, transactionReference)]),
  ];
}

function list(types: readonly WebhookType[]): string {
  return types.length === 0 ? 'nothing' : types.join(', ');
}
