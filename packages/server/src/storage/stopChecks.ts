import type { ReviewReason } from '@tsena/shared/merchant';
import { sql } from 'kysely';
import { type Change, changeWithin } from './changes.ts';
import { reviewReasonsAmong } from './reviews.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';
import type { Work } from './transaction.ts';

/** A payment whose status checks have ended, and the change that sends it to review; null where it was sent before, or is resolved. */
export interface StoppedChecks {
  readonly payment: StoredPayment;
  readonly change: Change | null;
}

/**
 * Ends the status checks of a payment whose result is still open, as the holder of its lease: gives the lease back, plans no further
 * check, and sends the payment to review, in one transaction.
 *
 * @returns undefined, with nothing written, if the lease was lost, a check was asked for meanwhile, or the result is not open
 */
export function stopChecks(storage: Storage, leased: StoredPayment): Promise<StoppedChecks | undefined> {
  return storage.store.transact(async (work) => {
    const stopped = await work
      .updateTable('payments')
      .set({
        lease_owner: null,
        lease_until: null,
        next_check_at: null,
        last_checked_at: storage.clock.now(),
        status_checks: sql`status_checks + 1`,
      })
      .where('id', '=', leased.id)
      .where('fence', '=', leased.fence)
      // A check that begins plans the next one for the end of its lease. Another time was set by a callback, a viewer or the merchant.
      .whereRef('next_check_at', '=', 'lease_until')
      .where(({ and, eb, or }) =>
        // Details that differ have sent a completed payment to review already.
        or([eb('status', '=', 'pending'), and([eb('status', '=', 'completed'), eb('verified', '=', 0), eb('differences', 'is', null)])]),
      )
      .returningAll()
      .executeTakeFirst();
    if (stopped === undefined) return undefined;
    const { event, reason } = stopped.status === 'pending' ? POLLING_STOPPED : VERIFICATION_STOPPED;
    if ((await hasEvent(work, stopped, event.kind)) || !(await needsReview(work, stopped, reason)))
      return { payment: stopped, change: null };
    const change: Change = { fence: leased.fence, event, webhook: 'payment.review_required' };
    const payment = await changeWithin(storage, work, stopped.id, change);
    return payment === null ? { payment: stopped, change: null } : { payment, change };
  });
}

const POLLING_STOPPED = { event: { kind: 'polling_stopped' }, reason: 'polling_stopped' } as const;
const VERIFICATION_STOPPED = { event: { kind: 'verification_stopped' }, reason: 'unverified' } as const;

/** A merchant's refresh or a clock that was wrong may have begun the checks again: the shop has the webhook already. */
async function hasEvent(work: Work, { id }: StoredPayment, kind: string): Promise<boolean> {
  const found = await work.selectFrom('events').select('version').where('payment_id', '=', id).where('kind', '=', kind).executeTakeFirst();
  return found !== undefined;
}

async function needsReview(work: Work, { id }: StoredPayment, reason: ReviewReason): Promise<boolean> {
  return (await reviewReasonsAmong(work, [id])).get(id)?.includes(reason) === true;
}
