import * as z from 'zod/mini';
import { msisdnSchema } from '../msisdnSchema.ts';

/** Whose number is erased. */
export const erasePayerBodySchema = z.strictObject({
  /** The payer’s number, in any spelling. */
  msisdn: msisdnSchema,
});

/** What was erased. */
export const erasedPayerSchema = z.object({
  /** How many payments have lost the number. */
  payments: z.number(),
  /** How many keep it, because they can still change. Repeat the request when they have ended. */
  open: z.number(),
});
