import * as z from 'zod/mini';

/** What a fault rule can match and the journal can show of an initiation's body, which need not be valid. */
export interface Peek {
  readonly reference: string | null;
  readonly amount: string | null;
  /** The debit party's number, as sent. */
  readonly msisdn: string | null;
}

const text = z.catch(z.nullable(z.pipe(z.union([z.string(), z.number()]), z.transform(String))), null);
const peekSchema = z.object({
  amount: text,
  requestingOrganisationTransactionReference: text,
  debitParty: z.catch(z.array(z.object({ value: text })), []),
});

/** Reads as much of an initiation's body as can be read. */
export function peek(body: unknown): Peek {
  const read = z.safeParse(peekSchema, body);
  if (!read.success) return { reference: null, amount: null, msisdn: null };
  const { amount, requestingOrganisationTransactionReference: reference, debitParty } = read.data;
  return { amount, reference, msisdn: debitParty[0]?.value ?? null };
}
