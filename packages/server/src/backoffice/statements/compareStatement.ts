import { setImmediate as pause } from 'node:timers/promises';
import { foldReference } from '@tsena/shared';
import type { Reader } from '../../core/storage/reads.ts';
import type { StoredStatementRow } from '../../database/schema.ts';
import { referenceKey, writeHundredths } from './statementCells.ts';
import {
  isCompared,
  type LineResult,
  maskPayer,
  matchPayment,
  matchRefund,
  NO_VALUES,
  type Period,
  type StatementLine,
} from './statementMatch.ts';
import { paymentsOfTransactions, refundsOfTransactions, type StatementPayment } from './statementReads.ts';
import type { NewStatementRow } from './statementRows.ts';

/** How many references are looked up at once, and how much the process does before it answers other requests. */
const PART_SIZE = 250;
/** How many lines are grouped before the process answers other requests. */
const LINES_AT_ONCE = 5000;

interface Matched extends LineResult {
  readonly payment: StatementPayment['id'] | null;
  readonly refund: StoredStatementRow['refund_id'];
}

/** Rows that have the same reference, by its key, each with its place in the file; the first is 1. */
type Groups = Map<string, { readonly position: number; readonly line: StatementLine }[]>;

/** Gives the results of the rows of one reference. */
type MatchGroup = (reference: string, lines: readonly StatementLine[]) => readonly Matched[];

const IGNORED: Matched = { result: 'ignored', differences: [], payment: null, refund: null };
const ONLY_AT_OPERATOR: Matched = { ...IGNORED, result: 'onlyAtOperator' };

/**
 * Compares the rows of a file with the payments and refunds.
 *
 * @param missing the completed payments that the file does not contain; they follow its rows
 */
export async function* compareStatement(
  db: Reader,
  lines: readonly StatementLine[],
  period: Period,
  missing: ReadonlySet<StatementPayment['id']>,
): AsyncGenerator<NewStatementRow> {
  const received: Groups = new Map();
  const sent: Groups = new Map();
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await pause();
    const position = index + 1;
    const reference = line.reference === null ? null : referenceKey(line.reference);
    const isReceived = (line.amount ?? 0) > 0;
    const groups = isReceived ? received : sent;
    const group = reference === null ? undefined : groups.get(reference);
    if (!isCompared(line, period)) yield rowOf(position, line, IGNORED);
    else if (reference === null) yield rowOf(position, line, isReceived ? ONLY_AT_OPERATOR : IGNORED);
    else if (group === undefined) groups.set(reference, [{ position, line }]);
    else group.push({ position, line });
  }
  yield* compareGroups(received, (folds) => matchingPayments(db, folds));
  yield* compareGroups(sent, (folds) => matchingRefunds(db, folds));
  let position = lines.length;
  for (const payment of missing) {
    position += 1;
    yield rowOf(position, { line: null, ...NO_VALUES }, { ...IGNORED, result: 'onlyHere', payment });
  }
}

async function* compareGroups(groups: Groups, matching: (folds: readonly string[]) => Promise<MatchGroup>) {
  for await (const part of partsOf(groups, PART_SIZE)) {
    await pause();
    const match = await matching(part.map(([reference]) => foldReference(reference)));
    for (const [reference, group] of part) {
      const lines = group.map(({ line }) => line);
      const found = match(reference, lines);
      yield* group.map(({ position, line }, index) => rowOf(position, line, found[index] ?? IGNORED));
    }
  }
}

/** Collects items. Of the last part, there may be fewer. */
export async function* partsOf<One>(
  all: Iterable<One> | AsyncIterable<One>,
  size: number,
): AsyncGenerator<readonly One[]> {
  let part: One[] = [];
  for await (const one of all) {
    part.push(one);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

async function matchingPayments(db: Reader, folds: readonly string[]): Promise<MatchGroup> {
  const payments = new Map<string, StatementPayment>();
  for (const payment of await paymentsOfTransactions(db, folds)) {
    if (payment.transaction_id !== null) payments.set(referenceKey(payment.transaction_id), payment);
  }
  return (reference, lines) => {
    const payment = payments.get(reference);
    if (payment === undefined) return lines.map(() => ONLY_AT_OPERATOR);
    return matchPayment(lines, payment).map((one) => ({ ...one, payment: payment.id, refund: null }));
  };
}

async function matchingRefunds(db: Reader, folds: readonly string[]): Promise<MatchGroup> {
  const refunds = await refundsOfTransactions(db, folds);
  return (reference, lines) => {
    const named = refunds.filter(({ transaction_reference: own }) => own !== null && referenceKey(own) === reference);
    const [refund] = named;
    const refunded = refund && named.reduce((sum, { amount }) => sum + amount, 0);
    return matchRefund(lines, refunded).map((one) => ({
      ...one,
      payment: refund?.payment_id ?? null,
      refund: refund?.id ?? null,
    }));
  };
}

/** @param line `null` in the row of a payment that the file does not contain */
function rowOf(
  position: number,
  { line, at, reference, amount, fee, payer }: Omit<StatementLine, 'line'> & { readonly line: number | null },
  { result, differences, payment, refund }: Matched,
): NewStatementRow {
  return {
    position,
    result,
    line,
    dated_at: at,
    transaction_reference: reference,
    transaction_fold: reference === null ? null : foldReference(reference),
    amount: amount === null ? null : writeHundredths(amount),
    fee: fee === null ? null : writeHundredths(fee),
    payer: payer === null ? null : maskPayer(payer),
    payment_id: payment,
    refund_id: refund,
    differences: differences.length === 0 ? null : differences.join(','),
  };
}
