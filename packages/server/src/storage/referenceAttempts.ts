import type { PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { changeWithin } from './changes.ts';
import { findPayment } from './reads.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';

/** Bounds on the transaction references that a shopper may submit for one payment. */
export interface ReferenceBounds {
  /** Lookups that count. */
  readonly maxAttempts: number;
  /** Lookups beside them that do not count, because the operator gave no answer about the reference. */
  readonly maxGivenBack: number;
}

/**
 * Counts a submitted reference and records it in the history, in one transaction and before the operator is asked: after a crash in
 * between, the attempt stays counted.
 *
 * @returns the payment; undefined if it is not unresolved, or has no attempts left
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
      .where('status', '=', 'unresolved')
      .where('reference_attempts', '<', maxAttempts)
      .returningAll()
      .executeTakeFirst();
    if (counted === undefined) return undefined;
    const number = counted.reference_attempts + counted.reference_attempts_given_back;
    const changed = await changeWithin(storage, work, id, { event: { kind: 'reference_submitted', data: { attempt: number } } });
    return changed ?? (await findPayment(work, id));
  });
}

/** Takes an attempt off the count again, for the operator gave no answer about the reference. */
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
