import {
  type Statement,
  type StatementCounts,
  type StatementDifference,
  type StatementId,
  type StatementMapping,
  type StatementResult,
  type StatementRow,
  statementSchema,
} from '@tsena/shared/merchant';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../core/storage/reads.ts';
import { newId, type Storage } from '../../core/storage/storage.ts';
import { writeTime, writeTimeOrNull } from '../../core/views/time.ts';
import { newestFirst, type Page } from '../../database/page.ts';
import type { StoredStatement, StoredStatementRow } from '../../database/schema.ts';
import type { Store } from '../../database/store.ts';
import type { Trx } from '../../database/transaction.ts';
import { ProblemError } from '../../input/problemError.ts';
import { defineList } from '../shared/defineList.ts';
import { viewRow } from '../shared/viewRow.ts';

/** Rows in one statement of SQL, so that payments do not wait for an import. */
const BATCH_ROWS = 500;
/** Rows of all statements together. Beyond, the oldest statements are removed. */
const MAX_STORED_ROWS = 1_000_000;
/** An import takes seconds. One that began so long ago was interrupted. */
const INTERRUPTED_AFTER_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Begins an import. Nothing of it is visible until {@link finishStatement}. */
export function beginStatement(
  storage: Storage,
  values: { readonly by: string; readonly mapping: StatementMapping; readonly from: number; readonly to: number },
): Promise<StoredStatement> {
  return storage.store.write((db) =>
    db
      .insertInto('statements')
      .values({
        id: newId('stm') as StatementId,
        status: 'importing',
        created_at: storage.clock.now(),
        created_by: values.by,
        mapping: JSON.stringify(values.mapping),
        from_at: values.from,
        to_at: values.to,
        counts: '{}',
        stored_rows: 0,
        payers_erased_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** Adds rows to an import. They are one parameter: to plan one for each value takes longer than to store them. */
export async function insertStatementRows({ store }: Storage, rows: readonly StoredStatementRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const json = JSON.stringify(rows);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const select =
    store.kind === 'postgres'
      ? sql`select ${names} from json_populate_recordset(null::statement_rows, ${json}::json)`
      : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${json})`;
  await store.write((db) => sql`insert into statement_rows (${names}) ${select}`.execute(db));
}

/**
 * Makes an import visible, with all its rows.
 *
 * @throws Error if a row is missing, because another process took the import for an interrupted one
 */
export async function finishStatement(
  trx: Trx,
  id: StatementId,
  counts: StatementCounts,
  storedRows: number,
): Promise<StoredStatement> {
  const { count } = await trx
    .selectFrom('statement_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(count) !== storedRows) throw new Error(`the import has ${count} of ${storedRows} rows`);
  return await trx
    .updateTable('statements')
    .set({ status: 'ready', counts: JSON.stringify(counts), stored_rows: storedRows })
    .where('id', '=', id)
    .where('status', '=', 'importing')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks an import that failed, so that its rows are deleted. */
export async function abandonStatement({ store }: Storage, id: StatementId): Promise<void> {
  await store.write((db) =>
    db
      .updateTable('statements')
      .set({ status: 'removed' })
      .where('id', '=', id)
      .where('status', '=', 'importing')
      .execute(),
  );
}

/** Removes the oldest statements if the rows of all exceed the limit, and deletes what interrupted imports left. */
export async function tidyStatements({ store, clock }: Storage, maxRows = MAX_STORED_ROWS): Promise<void> {
  const interrupted = clock.now() - INTERRUPTED_AFTER_MS;
  await store.write((db) =>
    db
      .with('sums', (sums) =>
        sums
          .selectFrom('statements')
          .select(['id', sql<number>`sum(stored_rows) over (order by created_at desc, id desc)`.as('sum')])
          .where('status', '=', 'ready'),
      )
      .updateTable('statements')
      .set({ status: 'removed' })
      .where(({ eb, and, or, selectFrom }) =>
        or([
          eb('id', 'in', selectFrom('sums').select('id').where('sum', '>', maxRows)),
          and([eb('status', '=', 'importing'), eb('created_at', '<', interrupted)]),
        ]),
      )
      .execute(),
  );
  const removed = await store.db.selectFrom('statements').select('id').where('status', '=', 'removed').execute();
  for (const { id } of removed) {
    await changeRows(store, id, sql`delete from statement_rows`, sql`true`);
    await store.write((db) =>
      db.deleteFrom('statements').where('id', '=', id).where('status', '=', 'removed').execute(),
    );
  }
}

/**
 * Changes the rows of a statement to which the condition applies until it is changed, in batches that other writes can
 * come between.
 */
async function changeRows(
  store: Store,
  id: StatementId,
  change: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const due = sql`select position from statement_rows where statement_id = ${id} and ${condition} limit ${BATCH_ROWS}`;
  for (;;) {
    const { numAffectedRows } = await store.write((db) =>
      sql`${change} where statement_id = ${id} and position in (${due})`.execute(db),
    );
    if (Number(numAffectedRows) < BATCH_ROWS) return;
  }
}

function selectStatements(db: Reader) {
  return db.selectFrom('statements').selectAll().where('status', '=', 'ready');
}

/** Statements, newest first. */
export function listStatements(db: Reader, limit: number): Promise<Page<StoredStatement>> {
  return newestFirst(selectStatements(db), limit, null);
}

/** The list of statements. */
export const pageOfStatements = defineList(({ storage }) => selectStatements(storage.store.db), viewStatement);

/** The statement with this id. */
export function findStatement(db: Reader, id: StatementId): Promise<StoredStatement | undefined> {
  return selectStatements(db).where('id', '=', id).executeTakeFirst();
}

/** @throws ProblemError if there is no statement with this id */
export function requireStatement(db: Reader, id: StatementId): Promise<StoredStatement> {
  const statement = selectStatements(db).where('id', '=', id);
  return statement.executeTakeFirstOrThrow(() => new ProblemError('statement_not_found'));
}

/**
 * Rows of a statement in the order of the file, then the payments that the file does not contain.
 *
 * @param after the position after which the page begins
 */
export async function listStatementRows(
  db: Reader,
  id: StatementId,
  {
    result,
    limit,
    after,
  }: { readonly result?: StatementResult | undefined; readonly limit: number; readonly after: number },
) {
  let query = db
    .selectFrom('statement_rows')
    .leftJoin('payments', 'payments.id', 'statement_rows.payment_id')
    .selectAll('statement_rows')
    .select([
      'payments.order_reference',
      'payments.status as payment_status',
      'payments.amount as payment_amount',
      'payments.fees as payment_fees',
      'payments.payer as payment_payer',
      'payments.transaction_id as payment_transaction',
      'payments.final_at as payment_final_at',
    ])
    .where('statement_rows.statement_id', '=', id)
    // A position of another list may be larger than the column's type: then PostgreSQL would refuse it.
    .where('statement_rows.position', '>', sql<number>`cast(${after} as bigint)`)
    .orderBy('statement_rows.position')
    .limit(limit + 1);
  if (result !== undefined) query = query.where('statement_rows.result', '=', result);
  // The condition of the index, which SQLite does not conclude from a parameter.
  if (result !== undefined && result !== 'matched')
    query = query.where(sql<boolean>`statement_rows.result <> 'matched'`);
  const rows = await query.execute();
  const last = rows[limit - 1];
  return { rows: rows.slice(0, limit), next: rows.length > limit && last !== undefined ? last.position : null };
}

/**
 * Erases the payers from the rows of statements that were imported more than `retainDays` days ago.
 *
 * @returns the number of statements that it changed
 */
export async function eraseStatementPayers({ store, clock }: Storage, retainDays: number): Promise<number> {
  const now = clock.now();
  const due = await store.db
    .selectFrom('statements')
    .select('id')
    .where('created_at', '<', now - retainDays * DAY_MS)
    .where('payers_erased_at', 'is', null)
    .execute();
  for (const { id } of due) {
    await changeRows(store, id, sql`update statement_rows set payer = null`, sql`payer is not null`);
    await store.write((db) =>
      db.updateTable('statements').set({ payers_erased_at: now }).where('id', '=', id).execute(),
    );
  }
  return due.length;
}

/** A row to store; `statement_id` comes with it. */
export type NewStatementRow = Omit<StoredStatementRow, 'statement_id'>;

/** A statement as the merchant API shows it. */
export function viewStatement(statement: StoredStatement): Statement {
  return viewRow(statementSchema, statement, ({ counts, from_at, to_at, mapping, ...row }) => ({
    ...{ ...row, ...JSON.parse(counts), ...JSON.parse(mapping) },
    from: writeTime(from_at),
    to: writeTime(to_at),
  }));
}

/** A row of a statement as the merchant API shows it. */
export function viewStatementRow(row: Awaited<ReturnType<typeof listStatementRows>>['rows'][number]): StatementRow {
  const { payment_amount: amount, order_reference: order, payment_status: status, payment_payer: payer } = row;
  return {
    result: row.result,
    row:
      row.line === null
        ? null
        : {
            line: row.line,
            date: writeTimeOrNull(row.dated_at),
            transactionReference: row.transaction_reference,
            amount: row.amount,
            fee: row.fee,
            payer: row.payer,
          },
    paymentId: row.payment_id,
    refundId: row.refund_id,
    differences: (row.differences?.split(',') ?? []) as StatementDifference[],
    payment:
      amount === null || order === null || status === null || payer === null
        ? null
        : {
            order,
            status,
            amount: String(amount),
            fees: row.payment_fees,
            payer,
            transactionReference: row.payment_transaction,
            finalAt: writeTimeOrNull(row.payment_final_at),
          },
  };
}
