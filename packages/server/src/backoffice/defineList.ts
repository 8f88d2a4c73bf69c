import type { Cursor, Page } from '../database/page.ts';
import type { HttpContext } from '../http/context.ts';
import { ProblemError } from '../problemError.ts';
import { viewRows } from './viewRow.ts';

/** What lists take of the companion, or of a command. */
export type ListContext = Pick<HttpContext, 'storage' | 'log' | 'current'>;

/** Which page of a list is wanted. */
export interface Paging {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A page of a list, as the API answers it. */
export interface ListPage<Shown> {
  readonly data: Shown[];
  readonly nextCursor: string | null;
}

/** Makes a list of the merchant API, for its route and its command, from the rows of a page and the view of a row. */
export function defineList<Query extends Paging, Row, Shown>(
  read: (context: ListContext, query: Query, after: Cursor | null) => Promise<Page<Row>>,
  view: (row: Row, context: ListContext) => Shown,
): (context: ListContext, query: Query) => Promise<ListPage<Shown>> {
  return async (context, query) => {
    const { rows, next } = await read(context, query, readCursor(query.cursor));
    return { data: viewRows(context.log, rows, (row) => view(row, context)), nextCursor: writeCursor(next) };
  };
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
