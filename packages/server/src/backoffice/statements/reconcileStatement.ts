import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { maskMsisdn, readMsisdn } from '@tsena/shared';
import {
  dayOf,
  endOfDay,
  type PreviewedStatement,
  type Statement,
  type StatementId,
  type StatementMapping,
  type StatementResult,
  startOfDay,
  type statementFieldsSchema,
  statementMappingSchema,
} from '@tsena/shared/merchant';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import type { AtStep } from '../../core/payments/steps.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredStatement } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Actor } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordAudit } from '../shared/auditLog.ts';
import { createOnce } from '../shared/idempotencyKeys.ts';
import { transactOrRefuse } from '../shared/transactOrRefuse.ts';
import { viewRows } from '../shared/viewRow.ts';
import { compareStatement, partsOf } from './compareStatement.ts';
import { hasColumns, previewStatement, readStatement, suggestMapping } from './readStatement.ts';
import { referenceKey } from './statementCells.ts';
import type { Period, StatementLine } from './statementMatch.ts';
import { completedWithin, listedOutside, type StatementPayment } from './statementReads.ts';
import {
  abandonStatement,
  beginStatement,
  finishStatement,
  insertStatementRows,
  listStatements,
  type NewStatementRow,
  requireStatement,
  tidyStatements,
  viewStatement,
} from './statementRows.ts';

/** The longest period of a statement, days. */
const MAX_PERIOD_DAYS = 400;
/** The most completed payments that a file may lack. More are a sign of a wrong period. */
const MAX_ONLY_HERE = 100_000;
const DAY_MS = 24 * 60 * 60_000;
const INSERTED_ROWS = 1000;
/** Among so many of the newest statements, a mapping is looked for. */
const REMEMBERED_STATEMENTS = 20;

/** What a preview takes of the companion. */
type PreviewContext = Pick<HttpContext, 'storage' | 'log'>;

/** What {@link importStatement} takes of the companion. */
type ImportContext = Pick<HttpContext, 'storage' | 'log' | 'at'>;

/**
 * A file to import. Without columns, as the newest statement that matched something, else as the names of the columns
 * suggest. Without a period, payments are expected in the file on the days of its rows.
 */
export interface ImportRequest extends z.output<typeof statementFieldsSchema> {
  readonly file: Uint8Array;
  readonly by: Doer;
  /** Absent: another import makes another statement. */
  readonly idempotency?: Actor['idempotency'];
}

/**
 * Compares a statement of the operator with the payments and refunds, and stores the result. It changes no payment. The
 * rows become visible together at the end: after a crash in the middle, nothing of the import is shown, and a later
 * import deletes what is left.
 *
 * @throws StatementUnreadable if the file cannot be read, and ProblemError if it has no such columns or period; nothing
 *   is stored
 */
export async function importStatement(context: ImportContext, request: ImportRequest): Promise<Statement> {
  const { storage, at } = context;
  const mapping = await mappingFor(context, request);
  if (mapping === null) throw wrong('columns', 'the columns of date, transactionReference and amount');
  const lines = await readStatement(request.file, mapping);
  const period = periodOf(lines, request, storage.clock.now());
  if (period === null) throw wrong('from', `a period of at most ${MAX_PERIOD_DAYS} days up to "to"`);

  await tidyStatements(storage);
  const missing = await findMissing(storage, lines, period);
  if (missing === null)
    throw wrong('from', `a shorter period: the file lacks more than ${MAX_ONLY_HERE} payments of it`);

  const { id } = await beginStatement(storage, { by: request.by.name, mapping, ...period });
  at('import begun');
  try {
    const counts = await storeRows(storage, id, compareStatement(storage.store.db, lines, period, missing), at);
    const stored = await finishOnce(storage, request, async (trx) => {
      const finished = await finishStatement(trx, id, { rows: lines.length, ...counts }, lines.length + missing.size);
      const changes = { rows: String(lines.length) };
      await recordAudit(storage, trx, request.by, { action: 'statement_imported', subject: id, changes });
      return finished;
    });
    at('import finished');
    if (stored.id !== id) await abandonStatement(storage, id);
    return viewStatement(stored);
  } catch (error) {
    // If the storage is gone, a later import finds this one as interrupted.
    await abandonStatement(storage, id).catch(() => undefined);
    throw error;
  }
}

/** Finishes an import; or finds the statement that the first request with this Idempotency-Key has made. */
function finishOnce(
  storage: Storage,
  { idempotency, file, by: _by, ...fields }: ImportRequest,
  finish: (trx: Trx) => Promise<StoredStatement>,
): Promise<StoredStatement> {
  return transactOrRefuse(storage, async (trx) => {
    if (idempotency === undefined) return finish(trx);
    const body = { ...fields, file: createHash('sha256').update(file).digest('base64url') };
    const id = await createOnce(
      storage,
      trx,
      { ...idempotency, endpoint: 'statements', body },
      async () => (await finish(trx)).id,
    );
    return id instanceof ProblemError ? id : requireStatement(trx, id);
  });
}

function wrong(field: 'columns' | 'from', detail: string): ProblemError {
  return new ProblemError('invalid_request', { errors: [{ pointer: `/${field}`, detail }] });
}

const oneImport = pLimit(1);

/** {@link importStatement}, one after another in this process. */
export function importOneByOne(context: ImportContext, request: ImportRequest): Promise<Statement> {
  return oneImport(() => importStatement(context, request));
}

/** Reads the beginning of a file: its columns, its first rows with masked numbers, and the mapping to offer. */
export async function previewImport(context: PreviewContext, file: Uint8Array): Promise<PreviewedStatement> {
  const { columns, rows } = await previewStatement(file);
  const remembered = await rememberedMapping(context);
  const mapping = remembered !== null && hasColumns(columns, remembered.columns) ? remembered : suggestMapping(columns);
  return { columns, rows: rows.map((row) => row.map(maskNumber)), mapping };
}

function maskNumber(cell: string): string {
  const reading = readMsisdn(cell);
  return reading.ok ? maskMsisdn(reading.msisdn) : cell;
}

/** That of the newest statement by which rows agreed with payments or refunds: another one may have been a mistake. */
async function rememberedMapping({ storage, log }: PreviewContext): Promise<StatementMapping | null> {
  const { rows } = await listStatements(storage.store.db, REMEMBERED_STATEMENTS);
  const proven = viewRows(log, rows, viewStatement).find(({ matched, refund }) => matched + refund > 0);
  return proven === undefined ? null : z.parse(statementMappingSchema, proven);
}

async function mappingFor(
  context: PreviewContext,
  { file, columns, dateFormat, decimal }: ImportRequest,
): Promise<StatementMapping | null> {
  const mapping =
    columns === undefined ? (await previewImport(context, file)).mapping : { columns, dateFormat: null, decimal: null };
  return mapping && { ...mapping, dateFormat: dateFormat ?? mapping.dateFormat, decimal: decimal ?? mapping.decimal };
}

/**
 * From the first to the last day of the rows, if the request names no other period; null if it is empty or too long.
 */
function periodOf(lines: readonly StatementLine[], request: ImportRequest, now: number): Period | null {
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
    const unnamed = payments.filter(
      ({ transaction_id }) => transaction_id === null || !received.has(referenceKey(transaction_id)),
    );
    const elsewhere = await listedOutside(
      db,
      unnamed.flatMap(({ transaction_id }) => transaction_id ?? []),
      period,
    );
    for (const { id, transaction_id } of unnamed) {
      if (transaction_id === null || !elsewhere.has(referenceKey(transaction_id))) missing.add(id);
    }
    if (missing.size > MAX_ONLY_HERE) return null;
    await pause();
  }
  return missing;
}

/** Stores rows as they come, and counts their results. */
async function storeRows(
  storage: Storage,
  id: StatementId,
  rows: AsyncIterable<NewStatementRow>,
  at: AtStep,
): Promise<Record<StatementResult, number>> {
  const counts = { matched: 0, onlyHere: 0, onlyAtOperator: 0, different: 0, refund: 0, ignored: 0 };
  for await (const part of partsOf(rows, INSERTED_ROWS)) {
    for (const { result } of part) counts[result] += 1;
    await insertStatementRows(
      storage,
      part.map((row) => ({ statement_id: id, ...row })),
    );
    at('rows stored');
    await pause();
  }
  return counts;
}
