import type { RequestView, TransactionView } from '@tsena/sandbox';
import type { PaymentStatus } from '@tsena/shared/checkout';
import { groupBy } from './groupBy.ts';
import { STATUS_AFTER } from './history.ts';
import { findModelViolation, type ModelTransition, readModelTransitions } from './modelTransitions.ts';
import type { PaymentRow } from './storedPayments.ts';

/** What the payments are compared with: the operator's transactions, and the requests that it received. */
export interface OperatorRecords {
  readonly transactions: readonly TransactionView[];
  readonly requests: readonly RequestView[];
}

const NOT_FINAL: readonly PaymentStatus[] = ['created', 'sending', 'pending'];
/** The answers that refuse an initiation for certain. After any other answer, or none, the outcome is unknown. */
const REFUSALS: readonly unknown[] = [400, 401, 402, 403, 404, 429];

/** Compares each payment with the operator's transactions, when nothing changes any more. */
export function findPaymentViolations(payments: readonly PaymentRow[], { transactions, requests }: OperatorRecords): string[] {
  const byReference = groupBy(transactions, ({ reference }) => reference);
  const sent = groupBy(
    // After a 401 the companion renews the token and repeats the request; the first one had no effect.
    requests.filter(({ on, outcome }) => on === 'initiate' && outcome !== 401),
    ({ reference }) => reference ?? '',
  );
  const ours = new Set(payments.map(({ reference }) => reference));
  const model = readModelTransitions();
  return [
    ...[...sent].filter(([, some]) => some.length > 1).map(([reference, some]) => `${reference} was sent ${some.length} times`),
    ...[...byReference.keys()]
      .filter((reference) => !ours.has(reference))
      .map((reference) => `the operator has ${reference}, the companion does not`),
    ...payments.flatMap((payment) => [
      ...findHistoryViolations(payment, model),
      ...findViolationsOf(payment, byReference.get(payment.reference) ?? [], sent.get(payment.reference) ?? []),
    ]),
  ];
}

function findHistoryViolations(payment: PaymentRow, model: readonly ModelTransition[]): string[] {
  const hasGap = payment.history.some(({ version }, index) => version !== index + 1);
  return hasGap ? [`the history of ${payment.id} has a gap`] : findModelViolation(payment, model);
}

function findViolationsOf(payment: PaymentRow, transactions: readonly TransactionView[], sent: readonly RequestView[]): string[] {
  const { id, status } = payment;
  const debits = transactions.filter((transaction) => transaction.status === 'completed');
  if (debits.length > 1) return [`${id} was debited ${debits.length} times`];
  if (transactions.length > 1) return [`${id} has ${transactions.length} transactions`];
  const [transaction] = transactions;
  const atOperator = transaction === undefined ? 'the operator does not have it' : `the operator has it ${transaction.status}`;
  if (NOT_FINAL.includes(status)) return [`${id} is still ${status} at the end; ${atOperator}`];
  if (transaction === undefined) return findViolationsWithoutTransaction(payment, atOperator, sent);
  if (status !== transaction.status) return [`${id} is ${status}; ${atOperator}`];
  if (status !== 'completed') return [];
  return [
    ...(payment.amount === transaction.amount
      ? []
      : [`${id} has the amount ${payment.amount}; the operator debited ${transaction.amount}`]),
    ...(payment.transactionReference === transaction.objectReference
      ? []
      : [`${id} is completed by ${payment.transactionReference}; the operator has ${transaction.objectReference}`]),
    ...(payment.verified === true ? [] : [`${id} is completed without verification`]),
    ...(payment.history.some(({ kind }) => STATUS_AFTER[kind] === 'failed') ? [`${id} was failed before it was completed`] : []),
  ];
}

/** A payment without a transaction: it failed for certain, or its outcome is unknown. */
function findViolationsWithoutTransaction({ id, status }: PaymentRow, atOperator: string, sent: readonly RequestView[]): string[] {
  if (status === 'completed') return [`${id} is completed; ${atOperator}`];
  if (status === 'unresolved') return [];
  const open = sent.find(({ outcome }) => !REFUSALS.includes(outcome));
  return open === undefined ? [] : [`${id} is failed after an answer that leaves the outcome open: ${open.outcome ?? 'none'}`];
}
