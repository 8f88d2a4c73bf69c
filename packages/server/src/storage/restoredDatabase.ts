import { type Change, changeWithin } from './changes.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';

/**
 * The change of an attempt that a restored database holds as not yet sent. It may have been sent since: believing the old books
 * could debit a shopper twice. As `sending` with no process that holds it, it becomes `unresolved`.
 */
export function assumeSent({ created_at }: Pick<StoredPayment, 'created_at'>): Change & { readonly set: { readonly sent_at: number } } {
  const reason = 'a restored database held it as not sent; it may have been since';
  return { to: 'sending', set: { sent_at: created_at }, event: { kind: 'restored', data: { reason } } };
}

/**
 * Makes all attempts that the database holds as not yet sent `sending`, and so `unresolved` at the next start, in one transaction.
 *
 * @returns how many there were
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
