import * as z from 'zod/mini';

/**
 * The member `mismatch` of the problem `reference_mismatch`, for the merchant only: why a transaction reference was
 * refused. `absent`: the operator knows no such transaction; `differs`: the transaction details differ in `fields`;
 * `time`: the transaction is from another time; `used`: the transaction already paid another order; `inconclusive`: the
 * details do not say enough to compare.
 */
export const referenceMismatchSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({
    kind: z.literal('differs'),
    fields: z.array(z.string()),
    /** The amount of the transaction, as the operator writes it. */
    amount: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('time') }),
  z.object({
    kind: z.literal('used'),
    /** The order that the transaction paid. */
    order: z.string(),
  }),
  z.object({ kind: z.literal('inconclusive') }),
]);

/** Why a transaction reference was refused. */
export type ReferenceMismatch = z.infer<typeof referenceMismatchSchema>;
