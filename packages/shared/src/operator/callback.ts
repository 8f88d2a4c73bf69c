import * as z from 'zod/mini';
import { feesSchema } from './details.ts';
import { keyValuesSchema } from './parties.ts';
import { optionalReference, optionalText, serverCorrelationIdSchema } from './text.ts';

/**
 * The body of a status-change callback (section 6). It is unsigned and not trusted; it only names a transaction to
 * check.
 */
export const callbackSchema = z.looseObject({
  transactionStatus: optionalText,
  serverCorrelationId: z.catch(z.optional(serverCorrelationIdSchema), undefined),
  transactionReference: optionalReference,
  requestDate: optionalText,
  debitParty: keyValuesSchema,
  creditParty: keyValuesSchema,
  fees: feesSchema,
  metadata: keyValuesSchema,
});

/** A status-change callback's body. */
export type Callback = z.infer<typeof callbackSchema>;
