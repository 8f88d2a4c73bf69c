import type { RequestView, TransactionView } from '@tsena/sandbox';
import type { PaymentStatus } from '@tsena/shared/checkout';
import { STATUS_AFTER } from './history.ts';
import type { PaymentRow } from './rows.ts';

/** What the payments are held against: the operator's transactions, and the requests that it was sent. */
export interface OperatorSide {
  readonly transactions: readonly TransactionView[];
  readonly requests: readonly RequestView[];
}

const NOT_OVER: readonly PaymentStatus[] = ['created', 'sending', 'pending'];
/** The answers that refuse an initiation for certain. After any other one, or none, nobody knows what became of it. */
const REFUSALS: readonly unknown[] = [400, 401, 402, 403, 404, 429];

/** Holds each payment against what the operator has of it, once everything has come to rest. */
export function judgePayments(payments: readonly PaymentRow[], { transactions, requests }: OperatorSide): string[] {
  const byReference = groupBy(transactions, ({ reference }) => reference);
  const sent = groupBy(
    // A token that has expired is renewed and the request repeated: the first one did nothing.
    requests.filter(({ on, outcome }) => on === 'initiate' && outcome !== 401),
    ({ reference }) => reference ?? '',
  );
  const ours = new Set(payments.map(({ reference }) => reference));
  return [
    ...[...sent].filter(([, some]) => some.length > 1).map(([reference, some]) => `${reference} was sent ${some.length} times`),
    ...[...byReference.keys()]
      .filter((reference) => !ours.has(reference))
      .map((reference) => `the operator has ${reference}, the companion does not`),
    ...payments.flatMap((payment) => [
      ...judgeHistory(payment),
      ...judgeOne(payment, byReference.get(payment.reference) ?? [], sent.get(payment.reference) ?? []),
    ]),
  ];
}

function judgeHistory({ id, status, history }: PaymentRow): string[] {
  if (history.some(({ version }, index) => version !== index + 1)) return [`the history of ${id} has a gap`];
  const last = history.map(({ kind }) => STATUS_AFTER[kind]).findLast((one) => one !== undefined);
  return last === status ? [] : [`${id} is ${status}, its history says ${last}`];
}

function judgeOne(payment: PaymentRow, transactions: readonly TransactionView[], sent: readonly RequestView[]): string[] {
  const { id, status } = payment;
  const debits = transactions.filter((transaction) => transaction.status === 'completed');
  if (debits.length > 1) return [`${id} was debited ${debits.length} times`];
  if (transactions.length > 1) return [`${id} made ${transactions.length} transactions`];
  const [transaction] = transactions;
  const theirs = transaction === undefined ? 'the operator does not have it' : `the operator has it ${transaction.status}`;
  if (NOT_OVER.includes(status)) return [`${id} is still ${status} at the end; ${theirs}`];
  if (transaction === undefined) return judgeAbsent(payment, theirs, sent);
  if (status !== transaction.status) return [`${id} is ${status}; ${theirs}`];
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

/** The operator has nothing of it: then it failed for certain, or nobody can know. */
function judgeAbsent({ id, status, history }: PaymentRow, theirs: string, sent: readonly RequestView[]): string[] {
  if (status === 'completed') return [`${id} is completed; ${theirs}`];
  if (status === 'unresolved') {
    return history.some(({ kind }) => kind === 'sending') ? [] : [`${id} is unresolved, and it was never about to be sent`];
  }
  const open = sent.find(({ outcome }) => !REFUSALS.includes(outcome));
  return open === undefined ? [] : [`${id} is failed after an answer that leaves it open: ${open.outcome ?? 'none'}`];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return groups;
}
