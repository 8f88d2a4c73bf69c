import { problemSchema } from '@tsena/shared';
import { REFERENCE_FAULTS, REFERENCE_VERDICTS, referenceMismatchSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';

/** The companion's answer to a request that it refused. */
export const refusalSchema = z.extend(problemSchema, {
  /** Why a transaction reference was refused; undefined for other problems. */
  mismatch: z.catch(z.optional(referenceMismatchSchema), undefined),
  /** Why no sale was made of a reference; undefined for other problems. */
  reason: z.catch(z.optional(z.enum(REFERENCE_FAULTS)), undefined),
  /** What the check of that reference says; undefined for other problems. */
  verdict: z.catch(z.optional(z.enum(REFERENCE_VERDICTS)), undefined),
  /** What can still be refunded, in Ariary, where a refund was too large; undefined for other problems. */
  remaining: z.catch(z.optional(z.string()), undefined),
});

/** What the companion says to a request that it refused. */
export type Refusal = z.infer<typeof refusalSchema>;
