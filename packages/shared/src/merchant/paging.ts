import * as z from 'zod/mini';

/** The members that the query of every list has. */
export const paging = {
  /** `nextCursor` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(100))),
  /** The number of rows on a page. */
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};

/** The query of a list without filters. */
export const pagingQuerySchema = z.object(paging);

/** French spreadsheets expect the semicolon. */
export const separator = z._default(z.enum(['comma', 'semicolon']), 'comma');

/** Makes the schema of a list's page. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    /** Newest first. */
    data: z.array(row),
    /** The cursor of the next page; null on the last one. */
    nextCursor: z.nullable(z.string()),
  });
