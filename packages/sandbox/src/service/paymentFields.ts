import * as z from 'zod/mini';

/** The fields of an initiation's body that fault rules match and the request log shows. */
export interface PaymentFields {
  readonly reference: string | null;
  readonly amount: string | null;
  /** The debit party's number, as sent. */
  readonly msisdn: string | null;
}

const textOrNull = z.catch(z.nullable(z.pipe(z.union([z.string(), z.number()]), z.transform(String))), null);
const bodySchema = z.object({
  amount: textOrNull,
  requestingOrganisationTransactionReference: textOrNull,
  debitParty: z.catch(z.array(z.object({ value: textOrNull })), []),
});

/**
 * Reads the fields that it can from an initiation's body, which may be invalid. A field that it cannot read is null.
 */
export function readPaymentFields(body: unknown): PaymentFields {
  const parsed = z.safeParse(bodySchema, body);
  if (!parsed.success) return { reference: null, amount: null, msisdn: null };
  const { amount, requestingOrganisationTransactionReference: reference, debitParty } = parsed.data;
  return { amount, reference, msisdn: debitParty[0]?.value ?? null };
}
