import { setImmediate as pause } from 'node:timers/promises';
import { foldReference } from '@tsena/shared';
import type { RefundId } from '@tsena/shared/merchant';
import type { Reader } from '../../core/storage/reads.ts';
import { referenceKey } from './statementCells.ts';
import {
  isCompared,
  type LineResult,
  matchPayment,
  matchRefund,
  type Period,
  type StatementLine,
} from './statementMatch.ts';
import { paymentsOfTransactions, refundsOfTransactions, type StatementPayment } from './statementReads.ts';

/** How many references are looked up at once, and how much the process does before it answers other requests. */
const PART_SIZE = 250;
/** How many lines are grouped before the process answers other requests. */
const LINES_AT_ONCE = 5000;

/** A result, and the payment and the refund that a row was compared with. */
interface Matched extends LineResult {
  readonly payment: StatementPayment['id'] | null;
  readonly refund: RefundId | null;
}

/** A row of a file with its result; or a payment that the file does not contain, without a line. */
export interface ComparedRow extends Matched {
  readonly line: StatementLine | null;
}

/** Where the rows that have the same reference are in the file, by the key of the reference. */
type Groups = Map<string, number[]>;

/** Gives the results of the rows of one reference. */
type MatchGroup = (reference: string, lines: readonly StatementLine[]) => readonly Matched[];

const IGNORED: Matched = { result: 'ignored', differences: [], payment: null, refund: null };
const ONLY_AT_OPERATOR: Matched = { ...IGNORED, result: 'onlyAtOperator' };

/** Compares the rows of a file with the payments and refunds: a result for each row, in the order of the file. */
export async function compareStatement(
  db: Reader,
  lines: readonly StatementLine[],
  period: Period,
): Promise<ComparedRow[]> {
  const rows: ComparedRow[] = [];
  const received: Groups = new Map();
  const sent: Groups = new Map();
  for (const [index, line] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await pause();
    const isReceived = (line.amount ?? 0) > 0;
    const hasNoPayment = line.reference === null && isReceived && isCompared(line, period);
    rows.push({ line, ...(hasNoPayment ? ONLY_AT_OPERATOR : IGNORED) });
    if (line.reference === null || !isCompared(line, period)) continue;
    const groups = isReceived ? received : sent;
    const key = referenceKey(line.reference);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }

  async function compareGroups(groups: Groups, matching: (folds: readonly string[]) => Promise<MatchGroup>) {
    for (const part of partsOf(groups, PART_SIZE)) {
      await pause();
      const match = await matching(part.map(([reference]) => foldReference(reference)));
      for (const [reference, indexes] of part) {
        const own = indexes.flatMap((index) => lines[index] ?? []);
        const found = match(reference, own);
        for (const [at, line] of own.entries()) rows[indexes[at] ?? 0] = { line, ...(found[at] ?? IGNORED) };
      }
    }
  }
  await compareGroups(received, (folds) => matchingPayments(db, folds));
  await compareGroups(sent, (folds) => matchingRefunds(db, folds));
  return rows;
}

/** The row of a payment that the file does not contain. */
export function rowOnlyHere(payment: StatementPayment['id']): ComparedRow {
  return { line: null, ...IGNORED, result: 'onlyHere', payment };
}

function* partsOf<One>(all: Iterable<One>, size: number): Generator<readonly One[]> {
  let part: One[] = [];
  for (const one of all) {
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
