import type { SelectQueryBuilder } from 'kysely';
import { type Cursor, newestFirst } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { ProblemError } from '../../input/problemError.ts';
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

/**
 * Makes a list of the merchant API, for its route and its command, from the query of its rows and the view of a row.
 *
 * @param columns the list's time and id; by default those of its only table
 */
export function defineList<
  Query extends Paging,
  Table extends keyof Schema,
  Row extends { readonly id: string; readonly created_at: number },
  Shown,
>(
  select: (context: ListContext, query: Query) => SelectQueryBuilder<Schema, Table, Row>,
  view: (row: Row, context: ListContext, query: Query) => Shown,
  columns?: Parameters<typeof newestFirst>[3],
): (context: ListContext, query: Query) => Promise<ListPage<Shown>> {
  return async (context, query) => {
    const { rows, next } = await newestFirst(select(context, query), query.limit, readCursor(query.cursor), columns);
    return { data: viewRows(context.log, rows, (row) => view(row, context, query)), nextCursor: writeCursor(next) };
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
    throw new ProblemError('invalid_request', {
      errors: [{ pointer: '/cursor', detail: 'a nextCursor of this list' }],
    });
  }
  return { createdAt: Number(createdAt), id };
}
