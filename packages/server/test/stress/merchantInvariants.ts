import type { LinkStatus } from '@tsena/shared/merchant';
import type { AcknowledgedCounterPayment, AcknowledgedLink, AcknowledgedRefund } from './merchantTraffic.ts';
import type { PaymentRow } from './storedPayments.ts';
import type { ReceivedWebhook } from './webhookInvariants.ts';

/** A refund as the companion stored it. */
export interface RefundRow {
  readonly id: string;
  readonly paymentId: string;
  /** Whole Ariary. */
  readonly amount: number;
}

/** A link as the merchant API shows it at the end; null if it has none with this id. */
export interface ShownLink extends AcknowledgedLink {
  readonly shown: { readonly status: LinkStatus; readonly order: string } | null;
}

/** What links and refunds are compared with. */
export interface MerchantFacts {
  readonly payments: readonly PaymentRow[];
  readonly counterPayments: readonly AcknowledgedCounterPayment[];
  readonly refunds: readonly RefundRow[];
  readonly acknowledgedRefunds: readonly AcknowledgedRefund[];
  readonly links: readonly ShownLink[];
  readonly webhooks: readonly ReceivedWebhook[];
}

/**
 * Checks that no acknowledged link or refund is lost, that no refund is recorded twice or without an answer, that no form of a link starts
 * two payments, and that a link is paid when its payment is. Every request for a refund has been answered.
 */
export function findMerchantViolations(facts: MerchantFacts): string[] {
  return [
    ...findRefundViolations(facts),
    ...findFormViolations(facts),
    ...findCounterViolations(facts),
    ...findReceiptViolations(facts),
    ...facts.links.flatMap((link) => findLinkViolations(link, facts.payments)),
  ];
}

function findRefundViolations({ payments, refunds, acknowledgedRefunds, webhooks }: MerchantFacts): string[] {
  const stored = new Map(refunds.map((refund) => [refund.id, refund]));
  const byKey = new Map<string, string>();
  const violations: string[] = [];
  for (const { id, key, paymentId, amount } of acknowledgedRefunds) {
    const row = stored.get(id);
    if (row === undefined) violations.push(`the refund ${id} was acknowledged and lost`);
    else if (row.paymentId !== paymentId || row.amount !== amount) violations.push(`the refund ${id} is not the one that was acknowledged`);
    const other = byKey.get(key);
    if (other !== undefined && other !== id) violations.push(`one Idempotency-Key recorded the refunds ${other} and ${id}`);
    byKey.set(key, id);
  }
  for (const payment of payments) {
    const sum = refunds.filter(({ paymentId }) => paymentId === payment.id).reduce((all, { amount }) => all + amount, 0);
    if (sum !== payment.amountRefunded) violations.push(`${payment.id} has refunds of ${sum} and says ${payment.amountRefunded}`);
    const paid = payment.status === 'completed' || payment.resolution === 'received' ? Number(payment.amount) : 0;
    if (sum > paid) violations.push(`${payment.id} has refunds of ${sum} and was paid ${paid}`);
  }
  const answered = new Set(acknowledgedRefunds.map(({ id }) => id));
  for (const { id, paymentId } of refunds)
    if (!answered.has(id)) violations.push(`the refund ${id} of ${paymentId} is stored, and no request was answered with it`);
  const sent = new Map<string, Set<string>>();
  for (const { id, event } of webhooks) {
    if (event.type !== 'payment.refunded') continue;
    const refund = event.data.refund?.id ?? 'none';
    sent.set(refund, (sent.get(refund) ?? new Set()).add(id));
  }
  for (const { id } of refunds) {
    const count = sent.get(id)?.size ?? 0;
    if (count !== 1) violations.push(`the shop received ${count} webhooks about the refund ${id}`);
  }
  for (const id of sent.keys())
    if (!stored.has(id)) violations.push(`the shop received a webhook about the refund ${id}, which does not exist`);
  return violations;
}

/** In the crash test no payer tries again from the page of a payment, so that a form starts one payment, however often it is pressed. */
function findFormViolations({ payments }: MerchantFacts): string[] {
  const started = new Map<string, string>();
  return payments.flatMap(({ id, formHash }) => {
    const other = formHash === null ? undefined : started.get(formHash);
    if (formHash !== null) started.set(formHash, id);
    return other === undefined ? [] : [`one form started the payments ${other} and ${id}`];
  });
}

/** Every tap has been answered: a key led to one payment, however often it came, and no payment is without a key. */
function findCounterViolations({ payments, counterPayments }: MerchantFacts): string[] {
  const byKey = new Map<string, string>();
  const violations: string[] = [];
  for (const { id, key } of counterPayments) {
    const other = byKey.get(key);
    if (other !== undefined && other !== id) violations.push(`one Idempotency-Key led to the payments ${other} and ${id}`);
    byKey.set(key, id);
  }
  const answered = new Set(byKey.values());
  for (const { id, order } of payments) {
    if (order.startsWith('CTR-') && !answered.has(id))
      violations.push(`the counter payment ${id} is stored, and no tap was answered with it`);
  }
  return violations;
}

/** The receipts of the payments that are completed and verified are numbered from 1, without a gap. */
function findReceiptViolations({ payments }: MerchantFacts): string[] {
  const numbers = payments.flatMap(({ receiptNumber }) => (receiptNumber === null ? [] : [receiptNumber])).sort();
  const verified = payments.filter((payment) => payment.status === 'completed' && payment.verified === true).length;
  const placeInYear = (number: string) => numbers.filter((one) => one.slice(0, 4) === number.slice(0, 4)).indexOf(number) + 1;
  const wrong = numbers.filter((number, index) => Number(number.slice(5)) !== placeInYear(number) || numbers[index - 1] === number);
  return [
    ...(numbers.length === verified ? [] : [`${verified} payments are verified, and ${numbers.length} have a receipt number`]),
    ...wrong.map((number) => `the receipt ${number} comes after a gap, or twice`),
  ];
}

function findLinkViolations({ id, isReusable, shown }: ShownLink, payments: MerchantFacts['payments']): string[] {
  if (shown === null) return [`the link ${id} was acknowledged and lost`];
  const paid = payments.filter(({ linkId, status }) => linkId === id && status === 'completed');
  const expected: LinkStatus = !isReusable && paid.length > 0 ? 'paid' : 'active';
  return [
    ...(shown.status === expected ? [] : [`the link ${id} is ${shown.status}, with ${paid.length} completed payments`]),
    ...paid
      .filter(({ order }) => (isReusable ? !order.startsWith(`${shown.order}-`) : order !== shown.order))
      .map((payment) => `${payment.id} of the link ${id} pays the order ${payment.order}`),
  ];
}
