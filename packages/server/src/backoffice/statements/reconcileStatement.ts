import { setImmediate as pause } from 'node:timers/promises';
import { maskMsisdn, readMsisdn } from '@tsena/shared';
import {
  dayOf,
  endOfDay,
  type PreviewedStatement,
  type Statement,
  type StatementCounts,
  type StatementId,
  type StatementMapping,
  startOfDay,
  statementMappingSchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { AtStep } from '../../core/payments/steps.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredStatementRow } from '../../database/schema.ts';
import { hasColumns, previewStatement, readStatement, suggestMapping } from './readStatement.ts';
import { readReferenceCell, writeHundredths } from './statementCells.ts';
import {
  isCompared,
  isExpectedIn,
  type LineResult,
  maskPayer,
  matchPayment,
  matchRefund,
  type Period,
  type StatementLine,
} from './statementMatch.ts';
import { completedWithin, listedOutside, paymentsOfTransactions, refundsOfTransactions, type StatementPayment } from './statementReads.ts';
import {
  abandonStatement,
  beginStatement,
  finishStatement,
  insertStatementRows,
  listStatements,
  type NewStatementRow,
  tidyStatements,
} from './statementRows.ts';
import { viewStatement } from './statementView.ts';

/** The longest period of a statement, days. */
const MAX_PERIOD_DAYS = 400;
/** The most completed payments that a file may lack. More are a sign of a wrong period. */
const MAX_ONLY_HERE = 100_000;
const DAY_MS = 24 * 60 * 60_000;
/** How much of the work the process does before it answers other requests. */
const PART_SIZE = 500;
const INSERTED_ROWS = 1000;
const LOOKED_AT_ROWS = 5000;
/** Among so many of the newest statements, a mapping is looked for. */
const REMEMBERED_STATEMENTS = 20;

/** A file to import. */
export interface ImportRequest {
  readonly file: Uint8Array;
  /** The name of the key that imports it. */
  readonly by: string;
  /** Absent: as the newest statement that matched something, else as the names of the columns suggest. */
  readonly columns?: StatementMapping['columns'] | undefined;
  readonly dateFormat?: string | undefined;
  readonly decimal?: ',' | '.' | undefined;
  /** The period in which payments are expected in the file, ms since 1970; absent: the days of its rows. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The result of {@link importStatement}. `invalid`: the field that is wrong, and what it must be. */
export type ImportResult =
  | { readonly kind: 'imported'; readonly statement: Statement }
  | { readonly kind: 'invalid'; readonly field: 'columns' | 'from'; readonly detail: string };

interface Matched extends LineResult {
  readonly payment: StatementPayment['id'] | null;
  readonly refund: StoredStatementRow['refund_id'];
}

const IGNORED: Matched = { result: 'ignored', differences: [], payment: null, refund: null };
/** One object for all such rows, of which a file can have 100,000. */
const ONLY_AT_OPERATOR: Matched = { ...IGNORED, result: 'onlyAtOperator' };

/**
 * Compares a statement of the operator with the payments and refunds, and stores the result. It changes no payment. The rows become
 * visible together at the end: after a crash in the middle, nothing of the import is shown, and a later import deletes what is left.
 *
 * @throws StatementUnreadable if the file cannot be read; nothing is stored
 */
export async function importStatement(storage: Storage, request: ImportRequest, at: AtStep): Promise<ImportResult> {
  const mapping = await mappingFor(storage, request);
  if (mapping === null) return { kind: 'invalid', field: 'columns', detail: 'the columns of date, transactionReference and amount' };
  const lines = await readStatement(request.file, mapping);
  const period = periodOf(lines, request, storage.clock.now());
  if (period === null) return { kind: 'invalid', field: 'from', detail: `a period of at most ${MAX_PERIOD_DAYS} days up to "to"` };

  await tidyStatements(storage);
  const { results, references } = await matchLines(storage, lines, period);
  const missing = await findMissing(storage, references, period);
  if (missing === null)
    return { kind: 'invalid', field: 'from', detail: `a shorter period: the file lacks more than ${MAX_ONLY_HERE} payments of it` };

  const { id } = await beginStatement(storage, { by: request.by, mapping, ...period });
  at('import begun');
  try {
    await storeRows(storage, id, rowsOf(lines, results, missing), at);
    const stored = await finishStatement(storage, id, countResults(results, missing.length), lines.length + missing.length);
    at('import finished');
    return { kind: 'imported', statement: viewStatement(stored) };
  } catch (error) {
    // If the storage is gone, a later import finds this one as interrupted.
    await abandonStatement(storage, id).catch(() => undefined);
    throw error;
  }
}

/** Reads the beginning of a file: its columns, its first rows with masked numbers, and the mapping to offer. */
export async function previewImport(storage: Storage, file: Uint8Array): Promise<PreviewedStatement> {
  const { columns, rows } = await previewStatement(file);
  const remembered = await rememberedMapping(storage);
  const mapping = remembered !== null && hasColumns(columns, remembered.columns) ? remembered : suggestMapping(columns);
  return { columns: [...columns], rows: rows.map((row) => row.map(maskNumber)), mapping };
}

function maskNumber(cell: string): string {
  const reading = readMsisdn(cell);
  return reading.ok ? maskMsisdn(reading.msisdn) : cell;
}

/** That of the newest statement by which rows agreed with payments or refunds: another one may have been a mistake. */
async function rememberedMapping(storage: Storage): Promise<StatementMapping | null> {
  const { rows } = await listStatements(storage.store.db, REMEMBERED_STATEMENTS);
  const proven = rows.map(viewStatement).find(({ matched, refund }) => matched + refund > 0);
  return proven === undefined ? null : z.parse(statementMappingSchema, proven);
}

async function mappingFor(storage: Storage, { file, columns, dateFormat, decimal }: ImportRequest): Promise<StatementMapping | null> {
  const named = { dateFormat: dateFormat ?? null, decimal: decimal ?? null };
  if (columns !== undefined) return { columns, ...named };
  const { mapping } = await previewImport(storage, file);
  return mapping === null
    ? null
    : { ...mapping, ...(dateFormat === undefined ? {} : { dateFormat }), ...(decimal === undefined ? {} : { decimal }) };
}

/** From the first to the last day of the rows, if the request names no other period; null if it is empty or too long. */
function periodOf(lines: readonly StatementLine[], request: ImportRequest, now: number): Period | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of lines) {
    if (at === null) continue;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  const hasDates = first <= last;
  const from = request.from ?? (hasDates ? startOfDay(dayOf(first)) : now);
  const to = request.to ?? (hasDates ? endOfDay(dayOf(last)) : Math.max(now, from));
  const isNamed = request.from !== undefined || request.to !== undefined;
  const isEmpty = isNamed ? from >= to : from > to;
  return isEmpty || to - from > MAX_PERIOD_DAYS * DAY_MS ? null : { from, to };
}

/** The results of the rows, in their order, and the references of all rows of received money. */
async function matchLines(
  { store: { db } }: Storage,
  lines: readonly StatementLine[],
  period: Period,
): Promise<{ readonly results: Matched[]; readonly references: ReadonlySet<string> }> {
  const results: Matched[] = lines.map(() => IGNORED);
  // Most references have one row: an array for each would take as much memory as the references.
  const received = new Map<string, number | number[]>();
  const sent = new Map<string, number | number[]>();
  const references = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (index % LOOKED_AT_ROWS === 0) await pause();
    const { reference, amount } = line;
    if (reference !== null && amount !== null && amount > 0) references.add(reference);
    if (!isCompared(line, period) || amount === null) continue;
    if (reference === null) {
      if (amount > 0) results[index] = ONLY_AT_OPERATOR;
      continue;
    }
    const groups = amount > 0 ? received : sent;
    const group = groups.get(reference);
    if (group === undefined) groups.set(reference, index);
    else if (typeof group === 'number') groups.set(reference, [group, index]);
    else group.push(index);
  }

  function keep(indexes: readonly number[], found: readonly LineResult[], payment: Matched['payment'], refund: Matched['refund']): void {
    for (const [place, index] of indexes.entries()) {
      const one = found[place];
      if (one !== undefined) results[index] = { ...one, payment, refund };
    }
  }
  const linesAt = (indexes: readonly number[]) => indexes.flatMap((index) => lines[index] ?? []);

  for (const part of partsOf(received)) {
    const payments = new Map<string, StatementPayment>();
    for (const payment of await paymentsOfTransactions(db, spellings(part.map(([reference]) => reference)))) {
      if (payment.transaction_id !== null) payments.set(referenceKey(payment.transaction_id), payment);
    }
    for (const [reference, group] of part) {
      const indexes = [group].flat();
      const payment = payments.get(reference);
      if (payment === undefined) for (const index of indexes) results[index] = ONLY_AT_OPERATOR;
      else keep(indexes, matchPayment(linesAt(indexes), payment), payment.id, null);
    }
    await pause();
  }
  for (const part of partsOf(sent)) {
    const refunds = await refundsOfTransactions(db, spellings(part.map(([reference]) => reference)));
    for (const [reference, group] of part) {
      const indexes = [group].flat();
      const named = refunds.filter(({ transaction_reference: own }) => own !== null && referenceKey(own) === reference);
      const refunded = named.length === 0 ? undefined : named.reduce((sum, { amount }) => sum + amount, 0);
      keep(indexes, matchRefund(linesAt(indexes), refunded), named[0]?.payment_id ?? null, named[0]?.id ?? null);
    }
    await pause();
  }
  return { results, references };
}

/** The completed payments of the period that no row names; null if there are too many. */
async function findMissing(
  { store: { db } }: Storage,
  references: ReadonlySet<string>,
  period: Period,
): Promise<StatementPayment['id'][] | null> {
  const missing = new Set<StatementPayment['id']>();
  for await (const payments of completedWithin(db, period.from, period.to)) {
    const unnamed = payments.filter(
      ({ final_at, transaction_created_at, transaction_id }) =>
        final_at !== null &&
        isExpectedIn({ final_at, transaction_created_at }, period) &&
        (transaction_id === null || !references.has(referenceKey(transaction_id))),
    );
    const keys = unnamed.flatMap(({ transaction_id }) => (transaction_id === null ? [] : [referenceKey(transaction_id)]));
    const elsewhere = await listedOutside(db, keys, period.from, period.to);
    for (const { id, transaction_id } of unnamed) {
      if (transaction_id === null || !elsewhere.has(referenceKey(transaction_id))) missing.add(id);
    }
    if (missing.size > MAX_ONLY_HERE) return null;
    await pause();
  }
  return [...missing];
}

/** The spelling by which references are compared: that of the file's cells. */
function referenceKey(reference: string): string {
  return readReferenceCell(reference) ?? reference;
}

/** References as the payments may have them: the operator's own letters may be small. */
function spellings(keys: readonly string[]): string[] {
  return [...new Set(keys.flatMap((key) => [key, key.toLowerCase()]))];
}

function* partsOf<One>(all: Iterable<One>): Generator<readonly One[]> {
  let part: One[] = [];
  for (const one of all) {
    part.push(one);
    if (part.length < PART_SIZE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

const NO_ROW = {
  line: null,
  dated_at: null,
  transaction_reference: null,
  amount: null,
  fee: null,
  payer: null,
  refund_id: null,
  differences: null,
} as const;

function rowOf(
  { line, at, reference, amount, fee, payer }: StatementLine,
  { result, differences, payment, refund }: Matched,
): NewStatementRow {
  return {
    result,
    line,
    dated_at: at,
    transaction_reference: reference,
    amount: amount === null ? null : writeHundredths(amount),
    fee: fee === null ? null : writeHundredths(fee),
    payer: payer === null ? null : maskPayer(payer),
    payment_id: payment,
    refund_id: refund,
    differences: differences.length === 0 ? null : differences.join(','),
  };
}

/** One after another, so that they are not all in memory. */
function* rowsOf(
  lines: readonly StatementLine[],
  results: readonly Matched[],
  missing: readonly StatementPayment['id'][],
): Generator<NewStatementRow> {
  for (const [index, line] of lines.entries()) yield rowOf(line, results[index] ?? IGNORED);
  for (const payment of missing) yield { ...NO_ROW, result: 'onlyHere', payment_id: payment };
}

async function storeRows(storage: Storage, id: StatementId, rows: Iterable<NewStatementRow>, at: AtStep): Promise<void> {
  let position = 0;
  let part: StoredStatementRow[] = [];
  const store = async () => {
    await insertStatementRows(storage, part);
    at('rows stored');
    part = [];
  };
  for (const row of rows) {
    position += 1;
    part.push({ statement_id: id, position, ...row });
    if (part.length < INSERTED_ROWS) continue;
    await store();
    await pause();
  }
  if (part.length > 0) await store();
}

function countResults(results: readonly Matched[], onlyHere: number): StatementCounts {
  const counts = { rows: results.length, matched: 0, onlyHere, onlyAtOperator: 0, different: 0, refund: 0, ignored: 0 };
  for (const { result } of results) counts[result] += 1;
  return counts;
}
