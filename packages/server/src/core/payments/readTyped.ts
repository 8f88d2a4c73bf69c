import { foldReference } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Lookups } from '../operator/lookups.ts';
import type { DetailsOutcome } from '../rules/operatorAnswers.ts';
import { findSpelling, type Reader } from '../storage/reads.ts';

/** The operator's details of a transaction, and the reference by which it was asked. */
export interface TypedDetails {
  readonly reference: string;
  readonly answer: DetailsOutcome;
}

/**
 * Reads the details of the transaction whose reference a person has typed: in the operator's spelling, if it has named
 * it; else as it was typed; and if the operator does not know that, once more in capitals without marks, and without
 * leading zeros.
 *
 * @param typed as `readTransactionReference` gives it
 * @param id the payment that it is to complete; null for none
 */
export async function readTyped(
  db: Reader,
  lookups: Pick<Lookups, 'details'>,
  typed: string,
  id: PaymentId | null,
): Promise<TypedDetails> {
  const plain = typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  const named = await findSpelling(db, typed, id);
  const spellings = new Set([named ?? typed, typed, plain, foldReference(typed)]);
  let read: TypedDetails | undefined;
  for (const reference of spellings) {
    read = { reference, answer: await lookups.details(reference) };
    if (read.answer.kind !== 'absent') break;
  }
  return read ?? { reference: typed, answer: await lookups.details(typed) };
}
