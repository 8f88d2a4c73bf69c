import type { Language } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import { dayOf, startOfDay } from '@tsena/shared/merchant';
import { readOrders } from '../../core/storage/reads.ts';
import type { Caller } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';

const MAX_LISTED = 50;

/**
 * The payments that were begun at the counter today, in Madagascar, newest first. A seller sees the own ones: the phone
 * of one seller does not show what another one takes.
 */
export async function readPaymentsOfToday(
  { storage, view }: Pick<HttpContext, 'storage' | 'view'>,
  { name, keyId, scope }: Caller,
  language: Language,
): Promise<Payment[]> {
  const { clock, store } = storage;
  const rows = await store.db
    .selectFrom('audit')
    .innerJoin('payments', 'payments.id', 'audit.subject')
    .select(['payments.id', 'order_reference'])
    .where('audit.at', '>=', startOfDay(dayOf(clock.now())))
    .where('action', '=', 'counter_payment')
    .$if(scope === 'counter', (own) => own.where('audit.by', '=', name).where('key_id', 'is not distinct from', keyId))
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  if (rows.length === 0) return [];
  const orders = await readOrders(store.db, [...new Set(rows.map(({ order_reference }) => order_reference))]);
  return rows.flatMap(({ id, order_reference }) => {
    const attempts = orders.get(order_reference) ?? [];
    return attempts.filter((one) => one.id === id).map((one) => view(one, attempts, language));
  });
}
