import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * A row of a list, newest first by `createdAt` (or by the time that the list is ordered by), after which the next page
 * begins. New rows are added before it, so pages repeat and skip no row.
 */
export interface Cursor {
  readonly createdAt: number;
  readonly id: string;
}

/** One page of a list; `next` is null on the last page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: Cursor | null;
}

/**
 * Reads a page of a list, newest first, with the rows of the same time by their ids.
 *
 * @param columns the list's time and id; by default those of its only table
 * @param timeOf the list's time of a row; by default its `created_at`
 */
export async function newestFirst<
  Table extends keyof Schema,
  Row extends { readonly id: string; readonly created_at: number },
>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  limit: number,
  after: Cursor | null,
  columns: { readonly time: string; readonly id: string } = { time: 'created_at', id: 'id' },
  timeOf: (row: Row) => number = (row) => row.created_at,
): Promise<Page<Row>> {
  const [time, id] = [sql.ref(columns.time), sql.ref(columns.id)];
  const newest = query
    .orderBy(time, 'desc')
    .orderBy(id, 'desc')
    .limit(limit + 1);
  const page =
    after === null ? newest : newest.where(sql<boolean>`(${time}, ${id}) < (${after.createdAt}, ${after.id})`);
  const rows = await page.execute();
  const last = rows[limit - 1];
  const next = rows.length > limit && last !== undefined ? { createdAt: timeOf(last), id: last.id } : null;
  return { rows: rows.slice(0, limit), next };
}

/** All pages of a list, each read when the one before it is used up. */
export async function* allPages<Row, After>(
  read: (after: After | null) => Promise<{ readonly rows: readonly Row[]; readonly next: After | null }>,
): AsyncGenerator<readonly Row[]> {
  for (let after: After | null = null; ; ) {
    const { rows, next }: Awaited<ReturnType<typeof read>> = await read(after);
    yield rows;
    if (next === null) return;
    after = next;
  }
}
