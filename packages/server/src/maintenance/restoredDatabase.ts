import { applyWithin } from '../core/payments/applyDecision.ts';
import type { Storage } from '../core/storage/storage.ts';

/**
 * Changes all payments that are not sent to `sending` in one transaction. At the next start they become `unresolved`.
 *
 * @returns the number of payments
 */
export function markUnsentUnresolved(storage: Storage): Promise<number> {
  return storage.store.transact(async (trx) => {
    const unsent = await trx.selectFrom('payments').select('id').where('status', '=', 'created').execute();
    let marked = 0;
    for (const { id } of unsent) {
      const applied = await applyWithin(storage, trx, id, { kind: 'restored' });
      if (applied?.outcome) marked += 1;
    }
    return marked;
  });
}
