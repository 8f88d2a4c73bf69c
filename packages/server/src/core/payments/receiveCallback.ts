import type { StoredPayment } from '../../database/schema.ts';
import type { CallbackNote } from '../rules/decisions/callback.ts';
import { applyWithin } from '../storage/applyDecision.ts';
import { findByCallbackSecret } from '../storage/callbacks.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Stores a callback. It changes no status; it only makes the payment's next status check due sooner. It is not announced: what it changes is
 * in the history only.
 *
 * @returns the payment, or undefined if no payment has this secret
 */
export function receiveCallback(storage: Storage, secret: string, note: CallbackNote): Promise<StoredPayment | undefined> {
  return storage.store.transact(async (trx) => {
    const id = await findByCallbackSecret(trx, secret);
    return id === undefined ? undefined : (await applyWithin(storage, trx, id, { kind: 'callback', note }))?.payment;
  });
}
