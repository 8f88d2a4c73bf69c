import type { StoredWebhook } from '../../database/schema.ts';
import { findPaymentOf, makeDueAgain } from '../storage/outbox.ts';
import type { Storage } from '../storage/storage.ts';
import { applyWithin } from './applyDecision.ts';

/**
 * Makes a webhook due now, with its id and body and all its delivery attempts, and records in the payment's history who
 * did.
 *
 * @returns undefined if there is none with this id
 */
export function replayWebhook(storage: Storage, id: string, by: string): Promise<StoredWebhook | undefined> {
  return storage.store.transact(async (trx) => {
    const payment = await findPaymentOf(trx, id);
    // The payment's row before the webhook's, as in every other change.
    if (payment != null) await applyWithin(storage, trx, payment, { kind: 'webhook_replayed', webhook: id, by });
    return makeDueAgain(storage, trx, id);
  });
}
