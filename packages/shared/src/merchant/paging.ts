import * as z from 'zod/mini';

/** The members that the query of every list has. */
export const paging = {
  /** `nextCursor` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(100))),
  /** How many the page has at most. */
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};
