import * as z from 'zod/mini';
import { keyValuesSchema } from './parties.ts';
import { optionalText } from './text.ts';

/** `fees` as a list of amounts; whatever is not `{feeAmount}` is passed over. */
export const feesSchema = z.pipe(
  z.nullish(z.unknown()),
  z.transform((list): string[] =>
    Array.isArray(list)
      ? list.flatMap((entry) => {
          const read = z.safeParse(z.looseObject({ feeAmount: optionalText }), entry);
          return read.success && read.data.feeAmount !== undefined ? [read.data.feeAmount] : [];
        })
      : [],
  ),
);

/**
 * A transaction's record (section 2.5). The document says `createDate`, the service `creationDate`.
 * `transactionReference` is a new id at every enquiry: never compare it with what was asked.
 */
export const detailsResponseSchema = z.looseObject({
  amount: optionalText,
  currency: optionalText,
  transactionReference: optionalText,
  transactionStatus: optionalText,
  debitParty: keyValuesSchema,
  creditParty: keyValuesSchema,
  createDate: optionalText,
  creationDate: optionalText,
  metadata: keyValuesSchema,
  fees: feesSchema,
});

/** A transaction's record. */
export type DetailsResponse = z.infer<typeof detailsResponseSchema>;
