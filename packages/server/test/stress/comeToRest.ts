import type { Sandbox } from '@tsena/sandbox';
import type { Store } from '../../src/storage/store.ts';
import { waitUntil } from './waitUntil.ts';

/** What came of it. */
export interface Rest {
  /** Ids of the payments that were unresolved before their callbacks came again. */
  readonly unresolved: readonly string[];
  /** The waits that ran out. */
  readonly violations: readonly string[];
}

/**
 * Waits until everything that can go on has: every payment is followed to its end, the callbacks that were lost come once more,
 * as the operator would send them, and every webhook is delivered. The faults must be over.
 */
export async function comeToRest(store: Store, sandbox: Sandbox, withinMs: number): Promise<Rest> {
  const { db } = store;
  const violations: string[] = [];
  const withStatus = (...statuses: ('created' | 'sending' | 'pending' | 'unresolved')[]) =>
    db.selectFrom('payments').select(['id', 'reference', 'status']).where('status', 'in', statuses).execute();

  const someLeft = (payments: readonly { id: string; status: string }[]) => {
    const [first] = payments;
    return first === undefined ? undefined : `${payments.length} are left, ${first.id} is ${first.status}`;
  };
  violations.push(
    ...(await waitUntil('every payment is followed to its end', async () => someLeft(await withStatus('created', 'sending', 'pending')), {
      withinMs,
    })),
  );

  const unresolved = await withStatus('unresolved');
  const byReference = new Map(sandbox.transactions().map((transaction) => [transaction.reference, transaction]));
  const lost = unresolved.filter(({ reference }) => byReference.has(reference)).map(({ id }) => id);
  for (const { reference } of unresolved) {
    const transaction = byReference.get(reference);
    if (transaction?.callbackUrl == null) continue;
    const { callbackUrl, serverCorrelationId, status } = transaction;
    const { ok } = await fetch(callbackUrl, { method: 'PUT', body: JSON.stringify({ transactionStatus: status, serverCorrelationId }) });
    if (!ok) violations.push(`the callback of ${reference} was refused`);
  }
  violations.push(
    ...(await waitUntil(
      'every payment whose callback came again is resolved',
      async () => someLeft((await withStatus('unresolved')).filter(({ id }) => lost.includes(id))),
      { withinMs },
    )),
    ...(await waitUntil(
      'every webhook is delivered',
      async () => {
        const waiting = await db.selectFrom('outbox').select(['id', 'type']).where('status', '!=', 'delivered').execute();
        const [first] = waiting;
        return first === undefined ? undefined : `${waiting.length} are left, ${first.id} is a ${first.type}`;
      },
      { withinMs },
    )),
  );
  return { unresolved: unresolved.map(({ id }) => id), violations };
}
