import * as z from 'zod/mini';
import { msisdnSchema } from '../msisdnSchema.ts';

/** The body of `POST /v1/merchant/payers/erase`. */
export const erasePayerBodySchema = z.strictObject({ msisdn: msisdnSchema });

/** The answer of `POST /v1/merchant/payers/erase`. */
export const erasedPayerSchema = z.object({
  /** How many payments have lost the number. */
  payments: z.number(),
  /** How many keep it, because they can still change. */
  open: z.number(),
});
