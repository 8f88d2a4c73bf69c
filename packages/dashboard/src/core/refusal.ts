import { problemSchema } from '@tsena/shared';
import { referenceMismatchSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';

/** The companion's answer to a request that it refused. */
export const refusalSchema = z.extend(problemSchema, {
  /** Why a transaction reference was refused; undefined for other problems. */
  mismatch: z.catch(z.optional(referenceMismatchSchema), undefined),
  /** What can still be refunded, in Ariary, where a refund was too large; undefined for other problems. */
  remaining: z.catch(z.optional(z.string()), undefined),
});

/** What the companion says to a request that it refused. */
export type Refusal = z.infer<typeof refusalSchema>;
