import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import type { Limit } from '../config.ts';
import { isLeaseLive } from '../rules/lease.ts';
import type { Storage } from './storage.ts';
import type { Work } from './transaction.ts';

/** How many attempts may be opened in a window, for a phone and from an address; null: any number. */
export interface Limits {
  readonly perMsisdn: Limit | null;
  readonly perIp: Limit | null;
}

/** An attempt that the limits do not allow now. */
export interface Limited {
  readonly kind: 'limited';
  readonly code: 'too_many_for_msisdn' | 'too_many_from_address' | 'prompt_open' | 'operator_unavailable';
  readonly retryAfterMs: number;
}

/** How long a prompt counts as open on a phone after it was sent, ms; after that nobody is looking at it any more. */
const PROMPT_OPEN = 60_000;
/** How long an attempt may wait to be sent, ms. */
const WAITS_AT_MOST = 60 * 60_000;

/** Keeps these apart from whatever else in the database takes advisory locks. */
const LOCK_SPACE = { msisdn: 7_306_515, address_hash: 7_306_516 } as const;

/** What is about to be opened. */
export interface Opener {
  readonly order: OrderReference;
  readonly msisdn: Msisdn;
  readonly addressHash: string | null;
  readonly limits: Limits;
}

/**
 * Whether the limits forbid to open an attempt now. What counts are the rows themselves, in the transaction that adds one:
 * exact, durable, and the same for all instances.
 */
export async function pastLimit(storage: Storage, work: Work, opener: Opener, now: number): Promise<Limited | undefined> {
  const { perMsisdn, perIp } = opener.limits;
  // Always in this order, and after the order's row: nobody waits in a circle.
  if (perMsisdn !== null) {
    await lock(storage, work, 'msisdn', opener.msisdn);
    const limited = (await promptOpen(work, opener, now)) ?? (await full(work, perMsisdn, 'msisdn', opener.msisdn, now));
    if (limited !== undefined) return limited;
  }
  if (perIp !== null && opener.addressHash !== null) {
    await lock(storage, work, 'address_hash', opener.addressHash);
    return full(work, perIp, 'address_hash', opener.addressHash, now);
  }
  return undefined;
}

/** Until the transaction ends, no other instance counts under this value. SQLite has one writer at a time anyway. */
async function lock(storage: Storage, work: Work, column: keyof typeof LOCK_SPACE, value: string): Promise<void> {
  if (storage.store.kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(${LOCK_SPACE[column]}::int, hashtext(${value}))`.execute(work);
}

/**
 * A phone shows one prompt at a time: a second one, of another order, would hide the first or be approved in its place. One that
 * waits to be sent will show its prompt then.
 */
async function promptOpen(work: Work, { order, msisdn }: Opener, now: number): Promise<Limited | undefined> {
  const others = await work
    .selectFrom('payments')
    .select(['status', 'created_at', 'sent_at', 'lease_until'])
    .where('msisdn', '=', msisdn)
    .where('created_at', '>', now - WAITS_AT_MOST)
    .where('status', 'in', ['created', 'sending', 'pending'])
    .where('order_reference', '!=', order)
    .execute();
  const openFor = others.map(({ status, created_at, sent_at, lease_until }) =>
    status === 'created' && isLeaseLive(lease_until, now) ? PROMPT_OPEN : (sent_at ?? created_at) + PROMPT_OPEN - now,
  );
  const retryAfterMs = Math.max(0, ...openFor);
  return retryAfterMs === 0 ? undefined : { kind: 'limited', code: 'prompt_open', retryAfterMs };
}

async function full(work: Work, limit: Limit, column: 'msisdn' | 'address_hash', value: string, now: number): Promise<Limited | undefined> {
  const nth = await work
    .selectFrom('payments')
    .select('created_at')
    .where(column, '=', value as Msisdn)
    .where('created_at', '>', now - limit.windowMs)
    .orderBy('created_at', 'desc')
    .offset(limit.count - 1)
    .limit(1)
    .executeTakeFirst();
  if (nth === undefined) return undefined;
  const code = column === 'msisdn' ? 'too_many_for_msisdn' : 'too_many_from_address';
  return { kind: 'limited', code, retryAfterMs: nth.created_at + limit.windowMs - now };
}
