import type { PaymentStatus } from '@tsena/shared/checkout';
import { dayOf, daysBetween, endOfDay, startOfDay, type WebhookType } from '@tsena/shared/merchant';
import { expressionBuilder, sql } from 'kysely';
import { MAX_LEASE_MS } from '../../core/rules/lease.ts';
import { nextDueAt, release, releaseAll, takeDue, workerOf } from '../../core/storage/leasedRows.ts';
import { newId, type Storage } from '../../core/storage/storage.ts';
import type { Schema, StoredMail, StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { steadyFor } from '../../time/clock.ts';
import { REVIEW_MAIL_INTERVAL_MS, SUMMARY_DELAY_MS, UNRESOLVED_GRACE_MS } from './mailSchedule.ts';

const eb = expressionBuilder<Schema, 'mails'>();
const IS_PENDING = eb('status', '=', 'pending');

/** Longer than an attempt to send an e-mail may take, ms. */
const MAIL_LEASE_MS = MAX_LEASE_MS;

/** The webhooks whose payment needs review, each with how long the e-mail waits, ms. */
const REVIEW_DELAYS_MS: Partial<Record<WebhookType, number>> = {
  'payment.unresolved': UNRESOLVED_GRACE_MS,
  'payment.review_required': 0,
  'order.overpaid': 0,
};

/** Days without a companion for which summaries are still queued. */
const MAX_MISSED_DAYS = 7;
/**
 * After a step of the clock, no summary is queued for so long, ms: an error in the clock may be corrected meanwhile.
 */
const STEADY_MS = 10 * 60_000;

/** Queues the e-mails that a change of a payment causes, in its transaction. */
export async function enqueueMails(
  trx: Trx,
  payment: StoredPayment,
  change: { readonly to?: PaymentStatus; readonly webhook?: WebhookType },
  now: number,
): Promise<void> {
  if (change.to === 'completed' && (await isOfLink(trx, payment))) {
    await trx
      .insertInto('mails')
      .values({ ...newMail(now), kind: 'link_paid', payment_id: payment.id })
      .execute();
  }
  const delayMs = change.webhook === undefined ? undefined : REVIEW_DELAYS_MS[change.webhook];
  if (delayMs !== undefined) await enqueueReview(trx, now, delayMs);
}

function newMail(now: number) {
  return {
    id: newId('mail'),
    revision: 1,
    created_at: now,
    status: 'pending',
    delivery_attempts: 0,
    next_attempt_at: now,
    fence: 0,
  } as const;
}

/** Whether the payment began on a payment link of the merchant, or pays the order of one. */
async function isOfLink(trx: Trx, { link_id, order_reference }: StoredPayment): Promise<boolean> {
  const links = trx.selectFrom('links').select('id').where('source', '=', 'merchant');
  const own = link_id === null ? undefined : await links.where('id', '=', link_id).executeTakeFirst();
  if (own !== undefined) return true;
  return (
    (await links.where('order_reference', '=', order_reference).where('reusable', '=', 0).executeTakeFirst()) !==
    undefined
  );
}

/**
 * Adds a payment to the pending e-mail about payments that need review, or queues one. While that e-mail is being sent,
 * its revision shows that it must be sent once more.
 */
async function enqueueReview(trx: Trx, now: number, delayMs: number): Promise<void> {
  const last = await trx
    .selectFrom('mails')
    .select('sent_at')
    .where('kind', '=', 'review_required')
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // A time in the future was written before the clock was set back.
  const earliest = Math.min(last?.sent_at ?? 0, now) + REVIEW_MAIL_INTERVAL_MS;
  const at = last === undefined ? now + delayMs : Math.max(now + delayMs, earliest);
  await trx
    .insertInto('mails')
    .values({ ...newMail(now), kind: 'review_required', next_attempt_at: at })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .where('kind', '=', sql.lit('review_required'))
        .where('status', '=', sql.lit('pending'))
        .doUpdateSet({
          revision: sql<number>`mails.revision + 1`,
          // After a failed attempt, the schedule of attempts decides.
          next_attempt_at: sql<number>`case when mails.delivery_attempts = 0 and mails.next_attempt_at > excluded.next_attempt_at
            then excluded.next_attempt_at else mails.next_attempt_at end`,
        }),
    )
    .execute();
}

/**
 * Queues the summary of yesterday in Madagascar, and of days before it that were missed, each at most once. Does
 * nothing for a while after the clock stepped.
 *
 * @param queuedTo the last day whose summary this process has queued
 * @returns the same after this call
 */
export async function queueSummaries(storage: Storage, queuedTo?: string): Promise<string | undefined> {
  if (steadyFor(storage.clock) < STEADY_MS) return queuedTo;
  const now = storage.clock.now();
  const last = dayBefore(dayOf(now - SUMMARY_DELAY_MS));
  if (last === queuedTo) return queuedTo;
  const { newest } = await storage.store.db
    .selectFrom('mails')
    .select(({ fn }) => fn.max('day').as('newest'))
    // Later days are from a time when the clock was ahead.
    .where('day', '<=', last)
    .executeTakeFirstOrThrow();
  const first = newest === null ? last : dayOf(endOfDay(newest));
  const days = daysBetween(first, last).slice(-MAX_MISSED_DAYS);
  if (days.length > 0) {
    await storage.store.write((db) =>
      db
        .insertInto('mails')
        .values(days.map((day) => ({ ...newMail(now), kind: 'daily_summary' as const, day })))
        // Another instance may have queued them.
        .onConflict((conflict) => conflict.column('day').doNothing())
        .execute(),
    );
  }
  return last;
}

function dayBefore(day: string): string {
  return dayOf(startOfDay(day) - 1);
}

/** Takes a lease on e-mails that are due, those that have been due the longest first. */
export function leaseMails(storage: Storage, limit: number): Promise<StoredMail[]> {
  return takeDue(storage.store, 'mails', workerOf(storage), { leaseMs: MAIL_LEASE_MS, limit, where: IS_PENDING });
}

/** When the next e-mail without a lease is due, ms since 1970; undefined if there is none. */
export function nextMailDue(storage: Storage): Promise<number | undefined> {
  return nextDueAt(storage.store.db, 'mails', IS_PENDING);
}

/** Releases all leases of this process on e-mails, for a stop. */
export async function releaseMails(storage: Storage): Promise<void> {
  await storage.store.write((db) => releaseAll(db, 'mails', storage.owner, IS_PENDING));
}

/**
 * The result of an attempt to send an e-mail. `dropped`: there was nothing to report. `nextAttemptAt` is in ms since
 * 1970.
 */
export type MailResult =
  | { readonly status: 'sent' | 'dropped' }
  | { readonly status: 'pending'; readonly nextAttemptAt: number; readonly error: string }
  | { readonly status: 'failed'; readonly error: string };

/**
 * Writes the result of an attempt and releases the lease. A worker that has lost its lease changes nothing. If another
 * payment was added since the lease was taken, the row becomes the next e-mail: the one that was sent, or given up,
 * does not contain that payment.
 */
export async function writeMailResult(storage: Storage, mail: StoredMail, result: MailResult): Promise<void> {
  const now = storage.clock.now();
  const isAttempt = result.status !== 'dropped';
  const attempted = isAttempt ? { delivery_attempts: sql<number>`delivery_attempts + 1` } : {};
  const last_error = 'error' in result ? result.error : null;
  if (result.status === 'pending') {
    const set = { ...attempted, last_error, next_attempt_at: result.nextAttemptAt };
    await storage.store.write((db) => release(db, 'mails', mail.id, mail.fence, set).execute());
    return;
  }
  const ended = {
    ...attempted,
    last_error,
    status: result.status,
    ...(result.status === 'sent' ? { sent_at: now } : {}),
  };
  // Nobody has read what was given up: the next e-mail contains it too.
  const created_at = result.status === 'failed' ? mail.created_at : (mail.lease_until ?? now) - MAIL_LEASE_MS;
  const next_attempt_at = isAttempt ? now + REVIEW_MAIL_INTERVAL_MS : now;
  const added = { ...ended, status: 'pending' as const, delivery_attempts: 0, created_at, next_attempt_at };
  await storage.store.transact(async (trx) => {
    const written = await release(trx, 'mails', mail.id, mail.fence, ended)
      .where('revision', '=', mail.revision)
      .executeTakeFirst();
    if (written.numUpdatedRows === 0n) await release(trx, 'mails', mail.id, mail.fence, added).execute();
  });
}
