import * as z from 'zod/mini';
import { daySchema } from './moments.ts';

/** The longest range of totals, in days. */
export const MAX_TOTALS_DAYS = 400;
const DEFAULT_DAYS = 30;

/** The query of `GET /v1/merchant/totals`: days in Madagascar, both included; without `from` the last so many `days` up to `to`, or to today. */
export const totalsQuerySchema = z.object({
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_TOTALS_DAYS)), DEFAULT_DAYS),
});

const totals = {
  /** How many payments completed. */
  completed: z.number(),
  /** The sum of their amounts, in Ariary, as digits. */
  amount: z.string(),
  /** The sum of the refunds that were made on the day, in Ariary, as digits. */
  refunded: z.string(),
  /** `amount` minus `refunded`; below 0 if more was refunded on the day than came in. */
  net: z.string(),
  /** The sum of the known fees of the operator, in Ariary, with at most two decimals. */
  fees: z.string(),
  /** How many completed payments have no known fees; `fees` leaves them out. */
  unknownFees: z.number(),
  failed: z.number(),
};

/** The answer of `GET /v1/merchant/totals`: every day of the range, by the time at which payments became final. */
export const totalsSchema = z.object({
  from: daySchema,
  to: daySchema,
  timeZone: z.string(),
  days: z.array(z.object({ day: daySchema, ...totals })),
  total: z.object(totals),
});

/** Daily totals. */
export type Totals = z.infer<typeof totalsSchema>;
