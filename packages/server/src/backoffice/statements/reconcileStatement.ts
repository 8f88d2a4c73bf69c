import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { maskMsisdn, readMsisdn } from '@tsena/shared';
import {
  dayOf,
  endOfDay,
  type PreviewedStatement,
  type StatementCounts,
  startOfDay,
  type statementFieldsSchema,
} from '@tsena/shared/merchant';
import type * as z from 'zod/mini';
import type { Storage } from '../../core/storage/storage.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordAudit } from '../shared/auditLog.ts';
import { type ComparedRow, compareStatement, rowOnlyHere } from './compareStatement.ts';
import { readBeginning, readStatement, suggestColumns } from './readStatement.ts';
import { referenceKey } from './statementCells.ts';
import type { Period, StatementLine } from './statementMatch.ts';
import { completedWithin, type StatementPayment } from './statementReads.ts';

/** The longest period of a statement, days. */
const MAX_PERIOD_DAYS = 400;
/** The most completed payments that a file may lack. More are a sign of a wrong period. */
const MAX_ONLY_HERE = 100_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * A file to compare. Without columns, as the names of the columns suggest. Without a period, payments are expected in
 * the file on the days of its rows.
 */
export interface ReconcileRequest extends Omit<z.output<typeof statementFieldsSchema>, 'separator'> {
  readonly file: Uint8Array;
  readonly by: Doer;
}

/** A comparison. It is not stored. */
export interface Reconciliation {
  /** In which payments are expected in the file. */
  readonly period: Period;
  readonly counts: StatementCounts;
  /** In the order of the file; then the payments that it does not contain. */
  readonly rows: readonly ComparedRow[];
}

/**
 * Compares a statement of the operator with the payments and refunds. It changes no payment, and stores nothing but an
 * entry of the audit log.
 *
 * @throws CsvUnreadable if the file cannot be read, and ProblemError if it has no such columns or period
 */
export async function reconcileStatement(storage: Storage, request: ReconcileRequest): Promise<Reconciliation> {
  const { file, by, dateFormat = null, decimal = null } = request;
  const columns = request.columns ?? (await previewStatement(file)).suggestion;
  if (columns === null) throw wrong('columns', 'the columns of date, transactionReference and amount');
  const lines = await readStatement(file, { columns, dateFormat, decimal });
  const period = periodOf(lines, request, storage.clock.now());
  if (period === null) throw wrong('from', `a period of at most ${MAX_PERIOD_DAYS} days up to "to"`);

  const { db } = storage.store;
  const missing = await findMissing(storage, lines, period);
  if (missing === null)
    throw wrong('from', `a shorter period: the file lacks more than ${MAX_ONLY_HERE} payments of it`);
  const rows = await compareStatement(db, lines, period);
  for (const payment of missing) rows.push(rowOnlyHere(payment));

  const counts = countResults(rows, lines.length);
  const entry = {
    action: 'statement_imported',
    subject: createHash('sha256').update(file).digest('hex'),
    changes: Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
  } as const;
  await storage.store.write((writer) => recordAudit(storage, writer, by, entry));
  return { period, counts, rows };
}

function countResults(rows: readonly ComparedRow[], lines: number): StatementCounts {
  const counts = { rows: lines, matched: 0, onlyHere: 0, onlyAtOperator: 0, different: 0, refund: 0, ignored: 0 };
  for (const { result } of rows) counts[result] += 1;
  return counts;
}

function wrong(field: 'columns' | 'from', detail: string): ProblemError {
  return new ProblemError('invalid_request', { errors: [{ pointer: `/${field}`, detail }] });
}

/** Reads the beginning of a file: its columns, its first rows with masked numbers, and what the names suggest. */
export async function previewStatement(file: Uint8Array): Promise<PreviewedStatement> {
  const { columns, rows } = await readBeginning(file);
  return { columns, rows: rows.map((row) => row.map(maskNumber)), suggestion: suggestColumns(columns) };
}

function maskNumber(cell: string): string {
  const reading = readMsisdn(cell);
  return reading.ok ? maskMsisdn(reading.msisdn) : cell;
}

/**
 * From the first to the last day of the rows, if the request names no other period; null if it is empty or too long.
 */
function periodOf(lines: readonly StatementLine[], request: ReconcileRequest, now: number): Period | null {
  const times = lines.flatMap(({ at }) => at ?? []);
  const first = times.reduce((earliest, at) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
  const last = times.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  const from = request.from ?? (times.length === 0 ? now : startOfDay(dayOf(first)));
  const to = request.to ?? (times.length === 0 ? Math.max(now, from) : endOfDay(dayOf(last)));
  const isNamed = request.from !== undefined || request.to !== undefined;
  const isEmpty = isNamed ? from >= to : from > to;
  return isEmpty || to - from > MAX_PERIOD_DAYS * DAY_MS ? null : { from, to };
}

/** The completed payments of the period that no row names; null if there are too many. */
async function findMissing(
  { store: { db } }: Storage,
  lines: readonly StatementLine[],
  period: Period,
): Promise<ReadonlySet<StatementPayment['id']> | null> {
  const received = new Set(
    lines.flatMap(({ reference, amount }) =>
      reference !== null && (amount ?? 0) > 0 ? [referenceKey(reference)] : [],
    ),
  );
  const missing = new Set<StatementPayment['id']>();
  for await (const payments of completedWithin(db, period)) {
    for (const { id, transaction_id } of payments) {
      if (transaction_id === null || !received.has(referenceKey(transaction_id))) missing.add(id);
    }
    if (missing.size > MAX_ONLY_HERE) return null;
    await pause();
  }
  return missing;
}
