import type { RequestView, TransactionView } from '@tsena/sandbox';
import type { Payment } from '@tsena/shared/checkout';
import type { Receiver } from '../testing/stack.ts';

/** What the books say of a payment, as the merchant's list gives it. */
export interface BookedPayment extends Payment {
  readonly verified: boolean | null;
}

/** All that a judgement looks at. */
export interface Case {
  readonly payments: readonly BookedPayment[];
  /** Ids that a caller was given. */
  readonly acknowledged: readonly string[];
  readonly transactions: readonly TransactionView[];
  readonly requests: readonly RequestView[];
  readonly webhooks: Receiver['webhooks'];
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

/**
 * Holds the books against the operator's own ledger.
 *
 * @returns every breach of what must always hold, in words; empty if there is none
 */
export function judge({ payments, acknowledged, transactions, requests, webhooks }: Case): string[] {
  const breaches: string[] = [];
  const sent = requests.filter((request) => request.on === 'initiate');
  for (const reference of repeated(sent.map((request) => request.reference ?? ''))) breaches.push(`reference ${reference} was sent twice`);
  for (const reference of repeated(transactions.map((transaction) => transaction.reference))) {
    breaches.push(`reference ${reference} made two transactions`);
  }

  const debits = transactions.filter((transaction) => transaction.status === 'completed');
  const booked = new Map(payments.map((payment) => [payment.transactionReference, payment]));
  for (const debit of debits) {
    const payment = booked.get(debit.objectReference);
    if (payment?.status !== 'completed') breaches.push(`the debit ${debit.objectReference} is not in the books as completed`);
    else if (payment.amount !== debit.amount) breaches.push(`the debit ${debit.objectReference} has another amount in the books`);
  }
  const known = new Set(debits.map((debit) => debit.objectReference));
  for (const payment of payments) {
    if (payment.status === 'completed' && !known.has(payment.transactionReference))
      breaches.push(`${payment.id} is completed without a debit`);
  }
  for (const order of repeated(payments.filter((payment) => payment.status === 'completed').map((payment) => payment.order))) {
    breaches.push(`order ${order} was debited twice`);
  }

  const ids = new Set(payments.map((payment) => payment.id as string));
  for (const id of acknowledged) if (!ids.has(id)) breaches.push(`${id} was acknowledged and is not in the books`);

  const told = new Map<string, Set<string>>();
  for (const { id, event } of webhooks) {
    const key = `${event.data.id} ${event.type}`;
    told.set(key, (told.get(key) ?? new Set()).add(id));
  }
  for (const payment of payments) {
    if (payment.status === 'completed' && !told.has(`${payment.id} payment.completed`))
      breaches.push(`the shop was not told of ${payment.id}`);
  }
  for (const [key, webhookIds] of told) if (webhookIds.size > 1) breaches.push(`${key} was told under ${webhookIds.size} ids`);
  return breaches;
}
