import type { Sandbox } from '@tsena/sandbox';
import { sql } from 'kysely';
import type { Store } from '../../src/database/store.ts';
import { waitUntil } from './waitUntil.ts';

/** Longer than the pause between two status checks of a payment that has been open for up to two hours: six minutes. */
const REST_TIMEOUT_MS = 7 * 60_000;

/** The result of {@link comeToRest}. */
export interface Rest {
  /** The payments that were unresolved before their callbacks were sent again. */
  readonly unresolved: readonly string[];
  /** The waits that passed their time limit. */
  readonly violations: readonly string[];
}

/**
 * Waits until nothing changes any more: all payments are final, unresolved or left to a person (the operator says
 * completed, and the details differ), the callbacks that no companion answered with 200 are sent once more as the
 * operator would send them, and all webhooks are delivered. Turn the faults off first.
 */
export async function comeToRest(store: Store, sandbox: Sandbox): Promise<Rest> {
  const { db } = store;
  const rest = (what: string, left: () => Promise<string | undefined>) => waitUntil(what, REST_TIMEOUT_MS, left);
  const withStatus = (...statuses: ('created' | 'sending' | 'pending' | 'unresolved')[]) =>
    db
      .selectFrom('payments')
      .select(['id', 'reference', 'status', 'next_check_at', 'differences'])
      .where('status', 'in', statuses)
      .execute();

  const someLeft = (payments: readonly { id: string; status: string }[]) => {
    const [first] = payments;
    return first === undefined ? undefined : `${payments.length} are left, ${first.id} is ${first.status}`;
  };
  const violations = await rest('every payment is final, unresolved or left to a person', async () => {
    await passTenMinutes(store);
    const open = await withStatus('created', 'sending', 'pending');
    return someLeft(open.filter(({ differences }) => differences !== 'transactionReference'));
  });

  const unresolved = await withStatus('unresolved');
  const byReference = new Map(sandbox.transactions().map((transaction) => [transaction.reference, transaction]));
  const lost = unresolved.filter(({ reference }) => byReference.has(reference)).map(({ id }) => id);
  for (const { reference } of unresolved) {
    const transaction = byReference.get(reference);
    if (transaction?.callbackUrl == null) continue;
    const { callbackUrl, callbacks, serverCorrelationId, status } = transaction;
    if (callbacks.some((callback) => callback.kind === 'genuine' && callback.status === 200)) continue;
    const { ok } = await fetch(callbackUrl, {
      method: 'PUT',
      body: JSON.stringify({ transactionStatus: status, serverCorrelationId }),
    });
    if (!ok) violations.push(`the companion refused the callback of ${reference}`);
  }
  violations.push(
    ...(await rest('every payment whose callback came is final, or is not checked any more', async () => {
      await passTenMinutes(store);
      return someLeft(
        (await withStatus('unresolved')).filter(({ id, next_check_at }) => lost.includes(id) && next_check_at !== null),
      );
    })),
    ...(await whenDelivered(store)),
  );
  return { unresolved: unresolved.map(({ id }) => id), violations };
}

/**
 * A payment that is pending or unresolved waits for ten minutes for what a callback named beside its own id, though the
 * operator does not know it, and a repeated callback is looked at five minutes after the last check. The callbacks
 * become as old as that, and the checks of unresolved payments due, so that the next check decides.
 */
async function passTenMinutes({ transact }: Store): Promise<void> {
  const now = Date.now();
  const then = now - 10 * 60_000 - 1;
  await transact(async (trx) => {
    await trx
      .updateTable('callbacks')
      .set({ received_at: then })
      .where('received_at', '>', then)
      .where('server_correlation_id', '!=', '')
      .where(
        sql<boolean>`exists (select 1 from payments where payments.id = callbacks.payment_id and payments.status in ('pending', 'unresolved')
          and lower(coalesce(payments.server_correlation_id, '')) <> lower(callbacks.server_correlation_id))`,
      )
      .execute();
    await trx
      .updateTable('payments')
      .set({ next_check_at: now })
      .where('status', '=', 'unresolved')
      .where('next_check_at', '>', now)
      .where('lease_until', 'is', null)
      .execute();
  });
}

/** Waits until all webhooks are delivered. Returns a violation if that takes too long. */
export function whenDelivered({ db }: Store): Promise<string[]> {
  return waitUntil('every webhook is delivered', REST_TIMEOUT_MS, async () => {
    const undelivered = await db
      .selectFrom('outbox')
      .select(['id', 'type'])
      .where('status', '!=', 'delivered')
      .execute();
    const [first] = undelivered;
    return first === undefined ? undefined : `${undelivered.length} are left, ${first.id} is a ${first.type}`;
  });
}
