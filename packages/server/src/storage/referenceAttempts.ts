import type { PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { MISSING_REFERENCE } from '../rules/attemptPolicy.ts';
import { changeWithin } from './changes.ts';
import { findPayment } from './reads.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';

/** The limits on transaction references that a payer may submit for one payment. */
export interface ReferenceBounds {
  /** Submitted references that count. */
  readonly maxAttempts: number;
  /** Further ones that do not count, because the operator gave no answer about the reference. */
  readonly maxGivenBack: number;
}

/**
 * Counts a submitted reference and writes its event in one transaction. Call it before asking the operator, so that the attempt stays
 * counted after a crash.
 *
 * @returns the payment; undefined if it accepts no reference or has no attempts left
 */
export function countReferenceAttempt(
  storage: Storage,
  id: PaymentId,
  { maxAttempts }: ReferenceBounds,
): Promise<StoredPayment | undefined> {
  return storage.store.transact(async (work) => {
    const counted = await work
      .updateTable('payments')
      .set({ reference_attempts: sql`reference_attempts + 1` })
      .where('id', '=', id)
      .where(({ and, eb, or }) =>
        or([eb('status', '=', 'unresolved'), and([eb('status', '=', 'pending'), eb('differences', '=', MISSING_REFERENCE)])]),
      )
      .where('reference_attempts', '<', maxAttempts)
      .returningAll()
      .executeTakeFirst();
    if (counted === undefined) return undefined;
    const number = counted.reference_attempts + counted.reference_attempts_given_back;
    const changed = await changeWithin(storage, work, id, { event: { kind: 'reference_submitted', data: { attempt: number } } });
    return changed ?? (await findPayment(work, id));
  });
}

/** Reduces the count again, because the operator gave no answer about the reference. */
export async function giveReferenceAttemptBack(storage: Storage, id: PaymentId, { maxGivenBack }: ReferenceBounds): Promise<void> {
  await storage.store.write((db) =>
    db
      .updateTable('payments')
      .set({
        reference_attempts: sql`reference_attempts - 1`,
        reference_attempts_given_back: sql`reference_attempts_given_back + 1`,
      })
      .where('id', '=', id)
      .where('reference_attempts', '>', 0)
      .where('reference_attempts_given_back', '<', maxGivenBack)
      .execute(),
  );
}
