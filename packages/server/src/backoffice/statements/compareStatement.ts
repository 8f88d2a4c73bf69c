import type { Reader } from '../../core/storage/reads.ts';
import type { StoredStatementRow } from '../../database/schema.ts';
import { readReferenceCell, writeHundredths } from './statementCells.ts';
import { isCompared, type LineResult, maskPayer, matchPayment, matchRefund, type Period, type StatementLine } from './statementMatch.ts';
import { paymentsOfTransactions, refundsOfTransactions, type StatementPayment } from './statementReads.ts';
import type { NewStatementRow } from './statementRows.ts';

/** How many groups of rows are compared at once, and how much the process does before it answers other requests. */
const PART_SIZE = 500;

/** A row with its place in the file; the first is 1. */
interface PlacedLine {
  readonly position: number;
  readonly line: StatementLine;
}

/** Rows that have the same reference and direction, or one row without a reference. */
type Group = readonly PlacedLine[];

interface Matched extends LineResult {
  readonly payment: StatementPayment['id'] | null;
  readonly refund: StoredStatementRow['refund_id'];
}

const IGNORED: Matched = { result: 'ignored', differences: [], payment: null, refund: null };
const ONLY_AT_OPERATOR: Matched = { ...IGNORED, result: 'onlyAtOperator' };

/** Compares the rows of a file with the payments and refunds. The rows of one reference come when the last of them was read. */
export async function* compareStatement(
  db: Reader,
  lines: AsyncIterable<StatementLine>,
  survey: StatementSurvey,
  period: Period,
): AsyncGenerator<NewStatementRow> {
  for await (const groups of partsOf(groupsOf(lines, survey), PART_SIZE)) {
    const compare = await comparison(db, groups, period);
    for (const group of groups) {
      const found = compare(group.flatMap(({ line }) => (isCompared(line, period) ? [line] : [])));
      let next = 0;
      for (const one of group) {
        const result = isCompared(one.line, period) ? found[next++] : undefined;
        yield rowOf(one, result ?? IGNORED);
      }
    }
  }
}

/** Collects items. Of the last part, there may be fewer. */
export async function* partsOf<One>(all: AsyncIterable<One>, size: number): AsyncGenerator<readonly One[]> {
  let part: One[] = [];
  for await (const one of all) {
    part.push(one);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

async function* groupsOf(lines: AsyncIterable<StatementLine>, { received, sent }: StatementSurvey): AsyncGenerator<Group> {
  const incomplete = { received: new Map<string, PlacedLine[]>(), sent: new Map<string, PlacedLine[]>() };
  let position = 0;
  for await (const line of lines) {
    position += 1;
    const { reference, amount } = line;
    const isReceived = amount !== null && amount > 0;
    const size = reference === null ? undefined : (isReceived ? received : sent).get(reference);
    if (reference === null || size === undefined || size === 1 || !amount) {
      yield [{ position, line }];
      continue;
    }
    const groups = isReceived ? incomplete.received : incomplete.sent;
    const group = groups.get(reference) ?? [];
    group.push({ position, line });
    groups.set(reference, group);
    if (group.length < size) continue;
    groups.delete(reference);
    yield group;
  }
}

/** Reads the payments and refunds that these groups name. Returns a function that gives the results of the compared rows of one group. */
async function comparison(db: Reader, groups: readonly Group[], period: Period): Promise<(lines: readonly StatementLine[]) => Matched[]> {
  const first = groups.flatMap((group) => group.find(({ line }) => isCompared(line, period))?.line ?? []);
  const referencesOf = (isReceived: boolean) =>
    first.flatMap(({ reference, amount }) => (reference !== null && (amount ?? 0) > 0 === isReceived ? [reference] : []));
  const payments = new Map<string, StatementPayment>();
  for (const payment of await paymentsOfTransactions(db, spellings(referencesOf(true)))) {
    if (payment.transaction_id !== null) payments.set(referenceKey(payment.transaction_id), payment);
  }
  const refunds = await refundsOfTransactions(db, spellings(referencesOf(false)));

  return (lines) => {
    const { reference, amount } = lines[0] ?? { reference: null, amount: null };
    if (amount === null) return [];
    if (amount > 0) {
      const payment = reference === null ? undefined : payments.get(reference);
      if (payment === undefined) return lines.map(() => ONLY_AT_OPERATOR);
      return matchPayment(lines, payment).map((one) => ({ ...one, payment: payment.id, refund: null }));
    }
    if (reference === null) return [];
    const named = refunds.filter(({ transaction_reference: own }) => own !== null && referenceKey(own) === reference);
    const refunded = named.length === 0 ? undefined : named.reduce((sum, refund) => sum + refund.amount, 0);
    const [refund] = named;
    return matchRefund(lines, refunded).map((one) => ({ ...one, payment: refund?.payment_id ?? null, refund: refund?.id ?? null }));
  };
}

/** The spelling by which references are compared: that of the file's cells. */
export function referenceKey(reference: string): string {
  return readReferenceCell(reference) ?? reference;
}

/** References as the payments may have them: the operator's own letters may be small. */
function spellings(keys: readonly string[]): string[] {
  return [...new Set(keys.flatMap((key) => [key, key.toLowerCase()]))];
}

function rowOf({ position, line }: PlacedLine, { result, differences, payment, refund }: Matched): NewStatementRow {
  return {
    position,
    result,
    line: line.line,
    dated_at: line.at,
    transaction_reference: line.reference,
    amount: line.amount === null ? null : writeHundredths(line.amount),
    fee: line.fee === null ? null : writeHundredths(line.fee),
    payer: line.payer === null ? null : maskPayer(line.payer),
    payment_id: payment,
    refund_id: refund,
    differences: differences.length === 0 ? null : differences.join(','),
  };
}

/** What a first reading of a file finds, so that the second one needs no more than a few rows of it in memory. */
export interface StatementSurvey {
  readonly rows: number;
  /** The times of its rows, ms since 1970; null if none has a time. */
  readonly times: { readonly first: number; readonly last: number } | null;
  /** How many rows of received money have a reference. */
  readonly received: ReadonlyMap<string, number>;
  /** How many rows of sent money have a reference. */
  readonly sent: ReadonlyMap<string, number>;
}

/** Reads all rows of a file once. */
export async function surveyStatement(lines: AsyncIterable<StatementLine>): Promise<StatementSurvey> {
  const received = new Map<string, number>();
  const sent = new Map<string, number>();
  let rows = 0;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const { at, reference, amount } of lines) {
    rows += 1;
    if (at !== null) [first, last] = [Math.min(first, at), Math.max(last, at)];
    if (reference === null || amount === null || amount === 0) continue;
    const counts = amount > 0 ? received : sent;
    counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return { rows, times: first <= last ? { first, last } : null, received, sent };
}
