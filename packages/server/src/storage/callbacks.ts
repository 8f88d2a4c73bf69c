import type { PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { checkAtAfterCallback, MANY_CHECKS } from '../rules/callbackChecks.ts';
import { changeWithin } from './changes.ts';
import type { Reader } from './reads.ts';
import type { CallbacksTable, StoredPayment } from './schema.ts';
import { hashSecret, type Storage } from './storage.ts';
import type { Work } from './transaction.ts';

/** Different things that callbacks may say of one payment and be kept; the oldest leaves for a new one. */
const MAX_KEPT = 20;

/** What of a callback is kept: which transaction it speaks of, and the word for its state. */
export interface CallbackNote {
  readonly serverCorrelationId: string;
  readonly status: string;
}

/**
 * Stores a callback under its secret. It changes no state: it is only a reason to look sooner.
 *
 * @returns the payment, or undefined if no payment has this secret
 */
export function storeCallback(storage: Storage, secret: string, note: CallbackNote): Promise<StoredPayment | undefined> {
  return storage.store.transact(async (work) => {
    const payment = await work
      .selectFrom('payments')
      .selectAll()
      .where('callback_hash', '=', hashSecret(secret))
      // Those that come at the same moment are counted one after the other.
      .$if(storage.store.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (payment === undefined) return undefined;
    const isNew = await keep(storage, work, payment.id, note);
    const checkAt = checkAtAfterCallback(payment, note.serverCorrelationId, storage.clock.now());
    const set = checkAt === undefined ? null : { callback_checks: payment.callback_checks + 1, next_check_at: checkAt };
    if (isNew || (set !== null && payment.callback_checks < MANY_CHECKS)) {
      const event = { kind: 'callback', data: { status: note.status } };
      return (await changeWithin(storage, work, payment.id, { set: set ?? {}, event })) ?? payment;
    }
    // A flood leaves no trail behind: it would fill the disk.
    if (set !== null) await work.updateTable('payments').set(set).where('id', '=', payment.id).execute();
    return payment;
  });
}

/** Keeps a note; true where it is worth an event. */
async function keep(storage: Storage, work: Work, id: PaymentId, note: CallbackNote): Promise<boolean> {
  const key = { payment_id: id, server_correlation_id: note.serverCorrelationId, status: note.status };
  const again = await work
    .updateTable('callbacks')
    // Said again, it is looked at again: the operator's record may have been mended.
    .set({ count: sql`count + 1`, rejected: 0 })
    .where('payment_id', '=', id)
    .where('server_correlation_id', '=', key.server_correlation_id)
    .where('status', '=', key.status)
    .returning('count')
    .executeTakeFirst();
  if (again !== undefined) return false;
  const kept = await work
    .selectFrom('callbacks')
    .select(['server_correlation_id', 'status'])
    .where('payment_id', '=', id)
    .orderBy('rejected', 'desc')
    .orderBy('received_at')
    .execute();
  const [oldest] = kept;
  if (kept.length >= MAX_KEPT && oldest !== undefined) {
    await work
      .deleteFrom('callbacks')
      .where('payment_id', '=', id)
      .where('server_correlation_id', '=', oldest.server_correlation_id)
      .where('status', '=', oldest.status)
      .execute();
  }
  await work
    .insertInto('callbacks')
    .values({ ...key, received_at: storage.clock.now(), count: 1, rejected: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return kept.length < MAX_KEPT;
}

/** A serverCorrelationId that callbacks name for a payment whose own is not known. */
export type Candidate = Readonly<CallbacksTable>;

/** What callbacks name and was not refuted, newest first. */
export async function candidatesOf(db: Reader, id: PaymentId, limit: number): Promise<Candidate[]> {
  const kept = await db
    .selectFrom('callbacks')
    .selectAll()
    .where('payment_id', '=', id)
    .where('rejected', '=', 0)
    .where('server_correlation_id', '!=', '')
    .execute();
  return kept.sort((one, other) => other.received_at - one.received_at).slice(0, limit);
}

/** Notes that a serverCorrelationId is not this payment's, as the holder of its lease; a former holder writes nothing. */
export async function rejectCandidate(
  storage: Storage,
  { id, fence }: Pick<StoredPayment, 'id' | 'fence'>,
  serverCorrelationId: string,
  why: string,
): Promise<void> {
  await storage.store.transact(async (work) => {
    // The payment's row first, as a callback that is being stored takes it first.
    const changed = await changeWithin(storage, work, id, { fence, event: { kind: 'callback_rejected', data: { why } } });
    if (changed === null) return;
    await work
      .updateTable('callbacks')
      .set({ rejected: 1 })
      .where('payment_id', '=', id)
      .where('server_correlation_id', '=', serverCorrelationId)
      .execute();
  });
}
