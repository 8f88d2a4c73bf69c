import { createHash } from 'node:crypto';
import { dayOf, daysBetween, endOfDay, type ReviewReason, startOfDay } from '@tsena/shared/merchant';
import type { HistoryEvent } from '../../core/rules/historyEvent.ts';
import { readReasons } from '../../core/rules/reviewReasons.ts';
import { type Reader, readPayments } from '../../core/storage/reads.ts';
import { countNeedingReview } from '../../core/storage/reviews.ts';
import { isDueAttempted, readShopFailure } from '../../core/storage/shopFailure.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { readInstallationId } from '../../database/installationId.ts';
import type { StoredMailKind, StoredPayment } from '../../database/schema.ts';
import { followedFor, steadyFor } from '../../time/clock.ts';
import { dailyTotals } from '../shared/totals.ts';
import type { MailContent } from './composeMail.ts';
import { SHOP_FAILURE_GRACE_MS, SUMMARY_DELAY_MS, UNRESOLVED_GRACE_MS } from './mailSchedule.ts';

/**
 * A change may be committed so long after its own time, and is reported all the same, ms. For so long, an instance may
 * also not have read that the clock was set.
 */
export const LATE_COMMIT_MS = 10 * 60_000;
/** Payments that one e-mail lists. */
const MAX_LISTED = 20;
/** Days without a companion whose summaries are still sent. */
const MAX_MISSED_DAYS = 7;
/**
 * After a step of the clock, no summary is sent for so long, ms: an error in the clock may be corrected meanwhile.
 */
const STEADY_MS = 10 * 60_000;

/** What an e-mail of a kind would report, as the database is now. */
export interface News {
  /** Null if there is nothing to report. */
  readonly content: MailContent | null;
  /** The Message-ID without the domain: the same for the same content. */
  readonly id: string;
  /** What the row says once this is reported, or if there is nothing to report. */
  readonly after: Pick<StoredMailKind, 'reported_until' | 'reported'>;
}

/** One thing that an e-mail reports. */
interface Item {
  /** Differs from every other thing that was or will be reported. */
  readonly key: string;
  readonly id: StoredPayment['id'];
  /** ms since 1970 */
  readonly at: number;
}

/** Reads what is new since the last e-mail of a kind. */
export async function readNews(storage: Storage, row: StoredMailKind): Promise<News> {
  const now = storage.clock.now();
  const { db } = storage.store;
  const until = followedFor(storage.clock) < LATE_COMMIT_MS ? row.reported_until : now;
  switch (row.kind) {
    case 'link_paid':
      return readPaidLinks(db, row, { now, until });
    case 'review_required':
      return readReviews(db, row, { now, until });
    case 'daily_summary':
      return readSummary(storage, row, now);
    case 'shop_failure':
      return readShopNews(storage, row, now);
  }
}

/** When news are read, and until when they can be reported: what is written later may have an earlier time. */
interface Reading {
  readonly now: number;
  readonly until: number;
}

async function readPaidLinks(db: Reader, row: StoredMailKind, { now, until }: Reading): Promise<News> {
  const paid = await db
    .selectFrom('payments')
    .select(['id', 'final_at'])
    .where('status', '=', 'completed')
    .where('final_at', '>=', row.reported_until - LATE_COMMIT_MS)
    // The payment began on a link of the merchant, or pays the order of one.
    .where(({ or, exists, selectFrom }) => {
      const links = selectFrom('links').select('links.id').where('source', '=', 'merchant');
      return or([
        exists(links.whereRef('links.id', '=', 'payments.link_id')),
        exists(links.whereRef('links.order_reference', '=', 'payments.order_reference').where('reusable', '=', 0)),
      ]);
    })
    .orderBy('final_at')
    .orderBy('id')
    .execute();
  const items = paid.map(({ id, final_at }) => ({ key: id, id, at: final_at ?? now }));
  const fresh = newAmong(items, row);
  const listed = fresh.slice(0, MAX_LISTED);
  // The rest is new in the next e-mail.
  const last = fresh.length > listed.length ? listed.at(-1) : undefined;
  const after = reported(items, listed, row, Math.min(until, last?.at ?? until));
  if (listed.length === 0) return { content: null, id: '', after };
  const payments = await readInOrder(db, listed);
  return { content: { kind: 'link_paid', payments }, id: await messageId(db, row.kind, listed), after };
}

/** The kind of history event that sends a payment to review for each reason. */
const RAISED_BY: Readonly<Record<ReviewReason, HistoryEvent['kind']>> = {
  unresolved: 'outcome_unknown',
  details_mismatch: 'details_mismatch',
  overpaid: 'order_overpaid',
  polling_stopped: 'polling_stopped',
  unverified: 'verification_stopped',
};

async function readReviews(db: Reader, row: StoredMailKind, { now, until }: Reading): Promise<News> {
  const since = row.reported_until - LATE_COMMIT_MS;
  const raised = await db
    .selectFrom('payments')
    .innerJoin('events', 'events.payment_id', 'payments.id')
    .select(['payments.id', 'events.version', 'events.at', 'events.kind'])
    .where('payments.review_reasons', 'is not', null)
    .where('payments.updated_at', '>=', since)
    .where('events.at', '>=', since)
    .where('events.kind', 'in', Object.values(RAISED_BY))
    .orderBy('events.at')
    .orderBy('payments.id')
    .execute();
  const items = raised.map((event) => ({ ...event, key: `${event.id} ${event.version}` }));
  // Many payments with an unknown outcome recover by themselves.
  const fresh = newAmong(items, row).filter(({ kind, at }) => {
    return kind !== RAISED_BY.unresolved || at > now || at <= now - UNRESOLVED_GRACE_MS;
  });
  const newest = [...new Map(fresh.map((item) => [item.id, item])).values()].reverse();
  const ids = new Set(newest.map(({ id }) => id));
  // An e-mail says all reasons of a payment.
  const listedItems = items.filter(({ id }) => ids.has(id));
  const after = reported(items, listedItems, row, until);
  if (ids.size === 0) return { content: null, id: '', after };
  const payments = await readInOrder(db, newest.slice(0, MAX_LISTED));
  const listed = payments.map((payment) => ({
    ...payment,
    differences: payment.differences?.split(',') ?? null,
    reasons: readReasons(payment),
  }));
  const content = { kind: 'review_required', count: ids.size, listed, total: await countNeedingReview(db) } as const;
  return { content, id: await messageId(db, row.kind, fresh), after };
}

/** The summary of the first day in Madagascar that has none yet. */
async function readSummary({ store: { db }, clock }: Storage, row: StoredMailKind, now: number): Promise<News> {
  const last = dayOf(startOfDay(dayOf(now - SUMMARY_DELAY_MS)) - 1);
  const missed = daysBetween(dayOf(row.reported_until), last).slice(-MAX_MISSED_DAYS);
  const [day] = steadyFor(clock) < STEADY_MS ? [] : missed;
  if (day === undefined) return { content: null, id: '', after: row };
  const after = { reported_until: endOfDay(day), reported: '[]' };
  const { total } = await dailyTotals(db, day, day);
  if (total.completed === 0 && total.failed === 0 && total.refunded === '0') return { content: null, id: '', after };
  const content = { kind: 'daily_summary', day, totals: total, needingReview: await countNeedingReview(db) } as const;
  return { content, id: await messageId(db, row.kind, [{ key: day }]), after };
}

/** A failure is reported once: `reported_until` is later than its beginning then. */
async function readShopNews(storage: Storage, row: StoredMailKind, now: number): Promise<News> {
  const nothing = { content: null, id: '', after: row };
  const failure = await readShopFailure(storage);
  if (failure === null || failure.since < row.reported_until) return nothing;
  const { since, waiting, receiver, last } = failure;
  const isLong = (at: number) => at - since >= SHOP_FAILURE_GRACE_MS;
  // While the companion was down, the shop may have recovered: the next attempts tell.
  if (!isLong(last.at) && !(isLong(now) && (await isDueAttempted(storage)))) return nothing;
  const content = { kind: 'shop_failure', since, waiting, receiver, last } as const;
  const id = await messageId(storage.store.db, row.kind, [{ key: String(since) }]);
  return { content, id, after: { reported_until: now, reported: '[]' } };
}

function newAmong<T extends Item>(items: readonly T[], row: StoredMailKind): T[] {
  const known = keysOf(row);
  return items.filter(({ key }) => !known.has(key));
}

/** What is reported once these are, as the row keeps it: so much of it as the next reading finds again. */
function reported(items: readonly Item[], listed: readonly Item[], row: StoredMailKind, until: number): News['after'] {
  const known = new Set([...keysOf(row), ...listed.map(({ key }) => key)]);
  const kept = items.filter(({ key, at }) => known.has(key) && at >= until - LATE_COMMIT_MS);
  return { reported_until: until, reported: JSON.stringify(kept.map(({ key }) => key)) };
}

function keysOf({ reported }: StoredMailKind): ReadonlySet<string> {
  const keys: unknown = JSON.parse(reported);
  return new Set(Array.isArray(keys) ? keys.map(String) : []);
}

async function readInOrder(db: Reader, items: readonly Pick<Item, 'id'>[]): Promise<StoredPayment[]> {
  const payments = await readPayments(
    db,
    items.map(({ id }) => id),
  );
  return items.flatMap(({ id }) => payments.find((payment) => payment.id === id) ?? []);
}

/** Two companions may send e-mails from one address: the id names the database too. */
async function messageId(db: Reader, kind: string, items: readonly Pick<Item, 'key'>[]): Promise<string> {
  const parts = [await readInstallationId(db), kind, ...items.map(({ key }) => key)];
  return `mail_${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
