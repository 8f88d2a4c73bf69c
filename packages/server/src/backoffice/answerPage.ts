import type { Cursor, Page } from '../database/page.ts';
import { readCursor, writeCursor } from '../http/cursor.ts';
import type { Log } from '../log.ts';
import { viewRows } from './viewRow.ts';

/** Answers with the page of a list that begins at a cursor. */
export async function answerPage<Row, Shown>(
  { log }: { readonly log: Log },
  cursor: string | undefined,
  read: (after: Cursor | null) => Promise<Page<Row>>,
  view: (row: Row) => Shown,
): Promise<{ data: Shown[]; nextCursor: string | null }> {
  const { rows, next } = await read(readCursor(cursor));
  return { data: viewRows(log, rows, view), nextCursor: writeCursor(next) };
}
