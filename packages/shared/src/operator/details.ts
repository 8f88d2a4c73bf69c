import * as z from 'zod/mini';
import { keyValuesSchema } from './parties.ts';
import { optionalText } from './text.ts';

/** `fees` as a list of amounts; entries that are not `{feeAmount}` are ignored. */
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
 * The transaction details (section 2.5). The document has `createDate`, the service sends `creationDate`.
 * `transactionReference` is a new id in each answer. Do not compare it with the requested one.
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

/** The transaction details. */
export type DetailsResponse = z.infer<typeof detailsResponseSchema>;
