import type { StoredPayment } from '../../database/schema.ts';
import type { CallbackNote } from '../rules/decisions/callback.ts';
import { findByCallbackSecret } from '../storage/callbacks.ts';
import type { Storage } from '../storage/storage.ts';
import { applyWithin } from './applyDecision.ts';

/**
 * Stores a callback. It changes no status; it only makes the payment's next status check due sooner. It is not
 * announced: what it changes is in the history only. A stranger's secret costs a read, which a locked database answers
 * too, and no write.
 *
 * @returns the payment, or undefined if no payment has this secret
 */
export async function receiveCallback(
  storage: Storage,
  secret: string,
  note: CallbackNote,
): Promise<StoredPayment | undefined> {
  const id = await findByCallbackSecret(storage.store.db, secret);
  if (id === undefined) return undefined;
  return storage.store.transact(
    async (trx) => (await applyWithin(storage, trx, id, { kind: 'callback', note }))?.payment,
  );
}
