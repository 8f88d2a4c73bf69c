import * as z from 'zod/mini';
import { daySchema } from './day.ts';

/** The query of `GET /v1/merchant/totals`: days in Madagascar, both included; the last 30 if left out. */
export const totalsQuerySchema = z.object({ from: z.optional(daySchema), to: z.optional(daySchema) });

const totals = {
  /** How many payments completed. */
  completed: z.number(),
  /** What they brought, in Ariary, as digits. */
  amount: z.string(),
  /** What the operator took for those whose fees are known, in Ariary; may have two decimals. */
  fees: z.string(),
  failed: z.number(),
};

/** The answer of `GET /v1/merchant/totals`: every day of the range, by the time at which a payment ended. */
export const totalsSchema = z.object({
  from: daySchema,
  to: daySchema,
  timeZone: z.string(),
  days: z.array(z.object({ day: daySchema, ...totals })),
  total: z.object(totals),
});

/** Daily totals. */
export type Totals = z.infer<typeof totalsSchema>;
