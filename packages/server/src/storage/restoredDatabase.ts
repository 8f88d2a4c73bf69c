import { type Change, changeWithin } from './changes.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';

/**
 * The change of a payment that is not sent according to a restored database. It may have been sent after the backup, and another payment
 * could debit the payer twice. As `sending` without a lease, it becomes `unresolved`.
 */
export function assumeSent({ created_at }: Pick<StoredPayment, 'created_at'>): Change & { readonly set: { readonly sent_at: number } } {
  const reason = 'a restored database had it as not sent; it may have been sent after the backup';
  return { to: 'sending', set: { sent_at: created_at }, event: { kind: 'restored', data: { reason } } };
}

/**
 * Changes all payments that are not sent to `sending` in one transaction. At the next start they become `unresolved`.
 *
 * @returns the number of payments
 */
export function markUnsentUnresolved(storage: Storage): Promise<number> {
  return storage.store.transact(async (work) => {
    const unsent = await work.selectFrom('payments').select(['id', 'created_at']).where('status', '=', 'created').execute();
    let markedUnresolved = 0;
    for (const payment of unsent) {
      const change = assumeSent(payment);
      const set = { ...change.set, lease_owner: null, lease_until: null, next_check_at: storage.clock.now() };
      if ((await changeWithin(storage, work, payment.id, { ...change, set })) !== null) markedUnresolved += 1;
    }
    return markedUnresolved;
  });
}
