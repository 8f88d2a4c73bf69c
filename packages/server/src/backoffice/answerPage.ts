import type { Cursor, Page } from '../database/page.ts';
import type { Log } from '../log.ts';
import { ProblemError } from '../problemError.ts';
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

/** Writes a place in a list as an opaque cursor. */
export function writeCursor(place: Cursor | null): string | null {
  return place === null ? null : Buffer.from(`${place.createdAt}.${place.id}`).toString('base64url');
}

/**
 * Reads a cursor.
 *
 * @throws ProblemError if it is not a cursor of a list
 */
export function readCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const [, createdAt, id] = /^(\d{1,15})\.([\w.-]{1,60})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined) {
    throw new ProblemError('invalid_request', { errors: [{ pointer: '/cursor', detail: 'a nextCursor of this list' }] });
  }
  return { createdAt: Number(createdAt), id };
}
