import { sql } from 'kysely';
import { isLeaseLive, MAX_LEASE_MS } from '../../core/rules/lease.ts';
import { release, releaseAll, takeOne, workerOf } from '../../core/storage/leasedRows.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { MailKindsTable, StoredMailKind } from '../../database/schema.ts';
import { LONGEST_MAIL_DELAY_MS, WARNING_INTERVAL_MS } from './mailSchedule.ts';

/** Longer than an attempt to send an e-mail may take, ms. */
const MAIL_LEASE_MS = MAX_LEASE_MS;

const KINDS = [
  'link_paid',
  'review_required',
  'daily_summary',
  'shop_failure',
] as const satisfies readonly StoredMailKind['kind'][];

/** Columns that change together. */
export type Columns = Partial<Omit<MailKindsTable, 'kind' | 'fence' | 'lease_owner' | 'lease_until'>>;

/**
 * The kinds of e-mails with what was reported. The first call begins, and the first of a version with another kind
 * begins that one: what was long before is not reported.
 */
export async function readMailKinds({ store, clock }: Storage): Promise<StoredMailKind[]> {
  const rows = await store.db.selectFrom('mail_kinds').selectAll().execute();
  const missing = KINDS.filter((kind) => rows.every((row) => row.kind !== kind));
  if (missing.length === 0) return rows;
  const now = clock.now();
  const begun = missing.map((kind) => ({ kind, reported_until: now, reported: '[]', next_attempt_at: now }));
  await store.write((db) =>
    db
      .insertInto('mail_kinds')
      .values(begun.map((row) => ({ ...row, delivery_attempts: 0, fence: 0 })))
      // Another instance may have begun.
      .onConflict((conflict) => conflict.column('kind').doNothing())
      .execute(),
  );
  return store.db.selectFrom('mail_kinds').selectAll().execute();
}

/** No e-mails are sent: what happens from now on is not reported later. */
export async function endMailKinds({ store }: Storage): Promise<void> {
  const row = await store.db.selectFrom('mail_kinds').select('kind').executeTakeFirst();
  if (row !== undefined) await store.write((db) => db.deleteFrom('mail_kinds').execute());
}

/**
 * The row at this moment, ms since 1970: a time to come, and a wait that is longer than any, were written while the clock
 * was ahead.
 */
export function asOf(row: StoredMailKind, now: number): StoredMailKind {
  const { reported_until, next_attempt_at, failing_since } = row;
  const longestMs = failing_since === null ? WARNING_INTERVAL_MS : LONGEST_MAIL_DELAY_MS;
  return {
    ...row,
    reported_until: Math.min(reported_until, now),
    next_attempt_at: next_attempt_at > now + longestMs ? now : next_attempt_at,
    failing_since: failing_since === null ? null : Math.min(failing_since, now),
  };
}

/** Whether an attempt may begin: none is under way, and the next one is due. */
export function isDue({ lease_until, next_attempt_at }: StoredMailKind, now: number): boolean {
  return next_attempt_at <= now && !isLeaseLive(lease_until, now);
}

/** Takes a lease on a kind of e-mails, unless it has changed since it was read. */
export async function leaseMailKind(storage: Storage, { kind, fence }: StoredMailKind): Promise<StoredMailKind[]> {
  const worker = workerOf(storage);
  const options = { leaseMs: MAIL_LEASE_MS, maxLeaseMs: MAX_LEASE_MS, where: sql<boolean>`fence = ${fence}` };
  const row = await storage.store.write((db) => takeOne(db, 'mail_kinds', kind, worker, options));
  return row === undefined ? [] : [asOf(row, worker.now)];
}

/** Writes columns of a kind and releases its lease. A worker that has lost its lease changes nothing. */
export async function writeMailKind(storage: Storage, row: StoredMailKind, set: Columns): Promise<void> {
  await storage.store.write((db) => release(db, 'mail_kinds', row.kind, row.fence, set).execute());
}

/** Releases all leases of this process, for a stop. */
export async function releaseMailKinds(storage: Storage): Promise<void> {
  await storage.store.write((db) => releaseAll(db, 'mail_kinds', storage.owner, sql<boolean>`lease_until is not null`));
}
