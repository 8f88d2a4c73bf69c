import * as z from 'zod/mini';

/** The answer of `GET /v1/merchant`: whose desk this is. */
export const merchantSchema = z.object({
  partnerName: z.string(),
  /** The receiving number, masked. */
  partnerMsisdn: z.string(),
  environment: z.enum(['sandbox', 'production']),
  /** Whether the shop is told of events. */
  tellsShop: z.boolean(),
});

/** Whose desk this is. */
export type Merchant = z.infer<typeof merchantSchema>;
