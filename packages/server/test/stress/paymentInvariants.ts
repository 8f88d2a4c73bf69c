import type { RequestView, TransactionView } from '@tsena/sandbox';
import type { PaymentStatus } from '@tsena/shared/checkout';
import { STEP_MS } from '../../src/time/clock.ts';
import { groupBy } from './groupBy.ts';
import { STATUS_AFTER } from './history.ts';
import type { PaymentRow } from './storedPayments.ts';

/** The operator's record of a transaction. */
export type OperatorRecord = Pick<TransactionView, 'reference' | 'status' | 'amount' | 'objectReference'>;
/** A request that the operator received, or that got lost on the way to it. */
export type RequestRecord = Pick<RequestView, 'on' | 'reference' | 'outcome'>;

/** What the payments are compared with. */
export interface OperatorRecords {
  readonly transactions: readonly OperatorRecord[];
  readonly requests: readonly RequestRecord[];
  /**
   * Whether the operator corrects results, contradicts itself, and has no details: a payment can fail before it
   * completes, and complete without verification.
   */
  readonly hasCorrections?: boolean;
}

const NOT_FINAL: readonly PaymentStatus[] = ['created', 'sending', 'pending'];
/** The answers that refuse an initiation for certain. After any other answer, or none, the outcome is unknown. */
const REFUSALS: readonly unknown[] = [400, 401, 402, 403, 404, 429];

/** Compares each payment with the operator's transactions, when nothing changes any more. */
export function findPaymentViolations(payments: readonly PaymentRow[], records: OperatorRecords): string[] {
  // Without a reference of ours, money was sent by hand.
  const [byHand, transactions] = partition(records.transactions, ({ reference }) => reference === '');
  const [sales, prompted] = partition(payments, ({ method }) => method === 'reference');
  return [...findPromptViolations(prompted, { ...records, transactions }), ...findSaleViolations(sales, byHand)];
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [first: Item[], second: Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Each sale without a prompt is paid by money that was sent by hand, of its amount, and no two by the same. */
function findSaleViolations(sales: readonly PaymentRow[], byHand: readonly OperatorRecord[]): string[] {
  const paidBy = groupBy(sales, ({ transaction_id }) => transaction_id ?? '');
  return sales.flatMap(({ id, status, verified, amount, transaction_id: reference }) => {
    const money = byHand.find(({ objectReference }) => objectReference === reference);
    if (status !== 'completed' || verified !== 1) return [`${id} is a sale, and is ${status}`];
    if (money?.status !== 'completed') return [`${id} is a sale by ${reference}, which nobody sent by hand`];
    if (money.amount !== String(amount)) return [`${id} is a sale of ${amount}; the operator has ${money.amount}`];
    return paidBy.get(reference ?? '')?.length === 1 ? [] : [`${reference} pays ${id} and another sale`];
  });
}

function findPromptViolations(payments: readonly PaymentRow[], records: OperatorRecords): string[] {
  const byReference = groupBy(records.transactions, ({ reference }) => reference);
  const sent = groupBy(
    // After a 401 with a renewed token, and after the pause of a 429, the companion repeats the request; the first one
    // had no effect.
    records.requests.filter(({ on, outcome }) => on === 'initiate' && outcome !== 401 && outcome !== 429),
    ({ reference }) => reference ?? '',
  );
  const ours = new Set(payments.map(({ reference }) => reference));
  return [
    ...[...sent]
      .filter(([, some]) => some.length > 1)
      .map(([reference, some]) => `${reference} was sent ${some.length} times`),
    ...[...byReference.keys()]
      .filter((reference) => !ours.has(reference))
      .map((reference) => `the operator has ${reference}, the companion does not`),
    ...payments.flatMap((payment) => {
      const { reference } = payment;
      const found = { transactions: byReference.get(reference) ?? [], sent: sent.get(reference) ?? [] };
      // What the operator says after the completion differs from it.
      const isLater = payment.differences === 'secondTransaction' || payment.differences === 'transactionStatus';
      const hasDifferences = payment.verified === 1 && payment.differences !== null && !isLater;
      return [
        ...findViolationsOf(payment, found, records),
        ...(hasDifferences ? [`${payment.id} is verified and has differences`] : []),
      ];
    }),
  ];
}

/** What the operator has of one payment. */
interface Found {
  readonly transactions: readonly OperatorRecord[];
  readonly sent: readonly RequestRecord[];
}

function findViolationsOf(
  payment: PaymentRow,
  { transactions, sent }: Found,
  { hasCorrections }: OperatorRecords,
): string[] {
  const { id, status, history } = payment;
  const debits = transactions.filter((transaction) => transaction.status === 'completed');
  if (debits.length > 1) return [`${id} was debited ${debits.length} times`];
  if (transactions.length > 1) return [`${id} has ${transactions.length} transactions`];
  const [transaction] = transactions;
  const atOperator =
    transaction === undefined ? 'the operator does not have it' : `the operator has it ${transaction.status}`;
  const kinds = history.map(({ kind }) => kind);
  const wrong = [`${id} is ${status}; ${atOperator} (${kinds.join(', ')})`];
  if (status === 'pending' && transaction?.status === 'failed' && waitsForClock(payment)) return [];
  // The operator created it in the millisecond of another one, which looks the same: a person decides.
  if (status === 'pending' && transaction?.status === 'completed' && payment.differences === 'transactionReference')
    return [];
  if (NOT_FINAL.includes(status)) return [`${id} is still ${status} at the end; ${atOperator} (${kinds.join(', ')})`];
  if (transaction === undefined)
    return status === 'completed' ? wrong : findViolationsWithoutTransaction(payment, sent);
  // What a callback names fails nothing: a payment whose answer was lost waits for a person.
  const isLost = status === 'unresolved' && transaction.status === 'failed';
  if (status !== transaction.status && !isLost) return wrong;
  if (status !== 'completed') return [];
  return [
    ...(String(payment.amount) === transaction.amount
      ? []
      : [`${id} has the amount ${payment.amount}; the operator debited ${transaction.amount}`]),
    ...(payment.transaction_id === transaction.objectReference
      ? []
      : [`${id} is completed by ${payment.transaction_id}; the operator has ${transaction.objectReference}`]),
    ...(payment.verified === 1 || hasCorrections === true ? [] : [`${id} is completed without verification`]),
    ...(hasCorrections !== true && kinds.some((kind) => STATUS_AFTER[kind] === 'failed')
      ? [`${id} was failed before it was completed`]
      : []),
  ];
}

/** A callback came while the clock was ahead: it counts as new until the clock has caught up, and a person looks. */
function waitsForClock({ history, review_reasons }: PaymentRow): boolean {
  const wentBack = history.some(({ at }, index) => at < (history[index - 1]?.at ?? at) - STEP_MS);
  return wentBack && review_reasons !== null && history.some(({ kind }) => kind === 'callback');
}

/** A payment without a transaction: it failed for certain, or its outcome is unknown. */
function findViolationsWithoutTransaction({ id, status }: PaymentRow, sent: readonly RequestRecord[]): string[] {
  if (status === 'unresolved') return [];
  const open = sent.find(({ outcome }) => !REFUSALS.includes(outcome));
  return open === undefined
    ? []
    : [`${id} is failed after an answer that leaves the outcome open: ${open.outcome ?? 'none'}`];
}

/** The receipts of the payments that are completed and verified are numbered from 1, without a gap. */
export function findReceiptViolations(payments: readonly PaymentRow[]): string[] {
  const numbers = payments
    .flatMap(({ receipt_number: receiptNumber }) => (receiptNumber === null ? [] : [receiptNumber]))
    .sort();
  const verified = payments.filter((payment) => payment.status === 'completed' && payment.verified === 1).length;
  const placeInYear = (number: string) =>
    numbers.filter((one) => one.slice(0, 4) === number.slice(0, 4)).indexOf(number) + 1;
  const wrong = numbers.filter(
    (number, index) => Number(number.slice(5)) !== placeInYear(number) || numbers[index - 1] === number,
  );
  return [
    ...(numbers.length === verified
      ? []
      : [`${verified} payments are verified, and ${numbers.length} have a receipt number`]),
    ...wrong.map((number) => `the receipt ${number} comes after a gap, or twice`),
  ];
}
