import * as z from 'zod/mini';
import { feesSchema } from './details.ts';
import { keyValuesSchema } from './parties.ts';
import { optionalText } from './text.ts';

/** A status-change callback's body (section 6). Unsigned, so nothing in it is believed: it only says where to look. */
export const callbackSchema = z.looseObject({
  transactionStatus: optionalText,
  serverCorrelationId: optionalText,
  transactionReference: optionalText,
  requestDate: optionalText,
  debitParty: keyValuesSchema,
  creditParty: keyValuesSchema,
  fees: feesSchema,
  metadata: keyValuesSchema,
});

/** A status-change callback's body. */
export type Callback = z.infer<typeof callbackSchema>;
