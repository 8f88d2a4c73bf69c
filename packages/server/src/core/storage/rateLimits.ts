import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Limit } from '../../config/settings.ts';
import type { Schema } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { maxWithUnsent, type PeriodsFull, type Prompt, type RateLimits } from '../rules/rateLimits.ts';
import type { Storage } from './storage.ts';

const eb = expressionBuilder<Schema, 'payments'>();

/** How long a payment may wait before it is sent, ms. */
const MAX_WAIT_MS = 60 * 60_000;

/** The first keys of advisory locks, so that they differ from other advisory locks in the database. */
const LOCK_SPACE = { msisdn: 7_306_515, address: 7_306_516 } as const;

/** The payment that is about to be opened. */
export interface OpeningPayment {
  readonly order: OrderReference;
  readonly msisdn: Msisdn;
  readonly addressHash: string | null;
  /** Whether anybody may begin it, on a public payment link. */
  readonly isPublic: boolean;
  /** The name of the merchant key that begins it at the counter. The address is then that key. */
  readonly by?: string | undefined;
  readonly limits: RateLimits;
}

/**
 * Until the transaction ends, no other instance opens a payment of this number or from this address. Call it after the order's row is
 * locked: then no two transactions wait for each other. SQLite allows one writer at a time anyway.
 */
export async function lockPayer({ store }: Storage, trx: Trx, { msisdn, addressHash }: OpeningPayment): Promise<void> {
  if (store.kind !== 'postgres') return;
  const address = addressHash === null ? sql`null` : sql`pg_advisory_xact_lock(${LOCK_SPACE.address}::int, hashtext(${addressHash}))`;
  await sql`select pg_advisory_xact_lock(${LOCK_SPACE.msisdn}::int, hashtext(${msisdn})), ${address}`.execute(trx);
}

/** Payments of this number, of other orders, that may have a prompt open. */
export async function readPrompts(trx: Trx, { order, msisdn, limits }: OpeningPayment, now: number): Promise<Prompt[]> {
  if (limits.perMsisdn === null) return [];
  return trx
    .selectFrom('payments')
    .select(['status', 'created_at', 'sent_at', 'lease_until'])
    .where('msisdn', '=', msisdn)
    .where('created_at', '>', now - MAX_WAIT_MS)
    .where('status', 'in', ['created', 'sending', 'pending'])
    .where('order_reference', '!=', order)
    .execute();
}

/**
 * Which periods are full. The rows themselves are counted, in the transaction that adds one: the count is exact, survives a crash and is the
 * same for all instances.
 */
export async function readPeriodsFull(trx: Trx, opening: OpeningPayment, now: number): Promise<PeriodsFull> {
  const { limits, msisdn, addressHash, isPublic, by } = opening;
  const atCounter = by !== undefined;
  const ofNumber = limits.perMsisdn === null ? null : ([limits.perMsisdn, eb('msisdn', '=', msisdn)] as const);
  const ofAddress = addressHash === null ? null : eb('address_hash', '=', addressHash);
  const { perMsisdn, perIp, perLink } = await trx
    .selectNoFrom([
      (ofNumber === null ? NONE : fullSince(...ofNumber, now)).as('perMsisdn'),
      (limits.perIp === null || ofAddress === null || atCounter ? NONE : fullSince(limits.perIp, ofAddress, now)).as('perIp'),
      (limits.perLink === null || ofAddress === null || !(isPublic || atCounter)
        ? NONE
        : unapprovedSince(limits.perLink, atCounter ? ofAddress : eb.and([ofAddress, isOnLink()]), now)
      ).as('perLink'),
    ])
    .executeTakeFirstOrThrow();
  return { perMsisdn, perIp, perLink };
}

const NONE = sql<number | null>`null`;

/** Payments that were sent, or wait to be, fill the period; so do four times as many of any kind. */
function fullSince(limit: Limit, where: Expression<SqlBool>, now: number) {
  const isPrompt = eb.or([eb('sent_at', 'is not', null), eb('status', 'in', ['created', 'sending'])]);
  const counted = newestSince(eb.and([where, isPrompt]), now - limit.windowMs, limit.count);
  const any = newestSince(where, now - limit.windowMs, maxWithUnsent(limit));
  return sql<number | null>`coalesce(${counted}, ${any})`;
}

function isOnLink() {
  return eb('link_id', 'in', eb.selectFrom('links').select('links.id').where('source', '=', 'merchant'));
}

/** Prompts that nobody approved. */
function unapprovedSince(limit: Limit, where: Expression<SqlBool>, now: number) {
  const isUnapproved = eb.and([eb('status', '!=', 'completed'), eb('resolution', 'is distinct from', 'received')]);
  const isSent = eb.or([eb('sent_at', 'is not', null), eb('status', 'in', ['created', 'sending'])]);
  return sql<number | null>`${newestSince(eb.and([where, isUnapproved, isSent]), now - limit.windowMs, limit.count)}`;
}

/** When the `count`-th newest of these payments was created; null if there are fewer. */
function newestSince(where: Expression<SqlBool>, since: number, count: number) {
  return eb
    .selectFrom('payments')
    .select('created_at')
    .where(where)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(count - 1);
}
