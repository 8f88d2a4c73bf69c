import * as z from 'zod/mini';
import { merchantSchema } from './merchant.ts';
import { totalsSchema } from './totals.ts';

/**
 * What the dashboard's page of a merchant who is signed in has in it, so that its first picture waits for no other
 * answer.
 */
export const firstDataSchema = z.object({
  merchant: merchantSchema,
  /** Yesterday's and today's totals. */
  totals: totalsSchema,
});

/** What the dashboard's page of a merchant who is signed in has in it. */
export type FirstData = z.infer<typeof firstDataSchema>;
