import * as z from 'zod/mini';
import { daySchema } from './moments.ts';

/** The longest range of totals, in days. */
export const MAX_TOTALS_DAYS = 400;
const DEFAULT_DAYS = 30;

/**
 * The query of `GET /v1/merchant/totals`: days in Madagascar, both included; without `from` the last so many `days` up
 * to `to`, or to today.
 */
export const totalsQuerySchema = z.object({
  /** The first day, YYYY-MM-DD. */
  from: z.optional(daySchema),
  /** The last day, inclusive; today by default. */
  to: z.optional(daySchema),
  /** The number of days up to `to`, if `from` is missing. */
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_TOTALS_DAYS)), DEFAULT_DAYS),
});

const totals = {
  /** How many payments completed. */
  completed: z.number(),
  /** Their amounts, in Ariary. */
  amount: z.string(),
  /** The refunds of completed payments that were made on the day, in Ariary. */
  refunded: z.string(),
  /** `amount` minus `refunded`; can be below 0. */
  net: z.string(),
  /** The operator’s fees, where they are known. */
  fees: z.string(),
  /** How many completed payments have no known fees. */
  unknownFees: z.number(),
  /** How many payments failed. */
  failed: z.number(),
};

/** Totals by day, by the time at which payments became final. */
export const totalsSchema = z.object({
  /** The first day. */
  from: daySchema,
  /** The last day. */
  to: daySchema,
  /** The time zone of the days. */
  timeZone: z.string(),
  /** Every day of the range. */
  days: z.array(
    z.object({
      /** YYYY-MM-DD. */
      day: daySchema,
      ...totals,
    }),
  ),
  /** The sum of all days. */
  total: z.object(totals),
});

/** Daily totals. */
export type Totals = z.infer<typeof totalsSchema>;
