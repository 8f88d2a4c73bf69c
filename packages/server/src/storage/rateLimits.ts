import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import type { Limit } from '../config/settings.ts';
import { maxWithUnsent, periodFullForMs, promptOpenForMs, type RateLimited, type RateLimits } from '../rules/rateLimits.ts';
import type { Storage } from './storage.ts';
import type { Work } from './transaction.ts';

/** How long a payment may wait before it is sent, ms. */
const MAX_WAIT_MS = 60 * 60_000;

/** The first key of advisory locks, so that they differ from other advisory locks in the database. */
const LOCK_SPACE = { msisdn: 7_306_515, address_hash: 7_306_516 } as const;

/** The payment that is about to be opened. */
export interface OpeningPayment {
  readonly order: OrderReference;
  readonly msisdn: Msisdn;
  readonly addressHash: string | null;
  readonly limits: RateLimits;
}

/**
 * Checks the rate limits for a payment that is about to be opened. They count the rows themselves, in the transaction that adds one:
 * the count is exact, survives a crash and is the same for all instances.
 *
 * @returns undefined if the limits allow the payment
 */
export async function checkRateLimits(
  storage: Storage,
  work: Work,
  opening: OpeningPayment,
  now: number,
): Promise<RateLimited | undefined> {
  const { perMsisdn, perIp } = opening.limits;
  // Always lock in this order, and after the order's row: then no two transactions wait for each other.
  if (perMsisdn !== null) {
    await lockValue(storage, work, 'msisdn', opening.msisdn);
    const limited = (await checkPrompts(work, opening, now)) ?? (await checkPeriod(work, perMsisdn, 'msisdn', opening.msisdn, now));
    if (limited !== undefined) return limited;
  }
  if (perIp !== null && opening.addressHash !== null) {
    await lockValue(storage, work, 'address_hash', opening.addressHash);
    return checkPeriod(work, perIp, 'address_hash', opening.addressHash, now);
  }
  return undefined;
}

/** Until the transaction ends, no other instance counts payments with this value. SQLite allows one writer at a time anyway. */
export async function lockValue(storage: Storage, work: Work, column: keyof typeof LOCK_SPACE, value: string): Promise<void> {
  if (storage.store.kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(${LOCK_SPACE[column]}::int, hashtext(${value}))`.execute(work);
}

async function checkPrompts(work: Work, { order, msisdn }: OpeningPayment, now: number): Promise<RateLimited | undefined> {
  const others = await work
    .selectFrom('payments')
    .select(['status', 'created_at', 'sent_at', 'lease_until'])
    .where('msisdn', '=', msisdn)
    .where('created_at', '>', now - MAX_WAIT_MS)
    .where('status', 'in', ['created', 'sending', 'pending'])
    .where('order_reference', '!=', order)
    .execute();
  const retryAfterMs = promptOpenForMs(others, now);
  return retryAfterMs === 0 ? undefined : { kind: 'limited', code: 'prompt_open', retryAfterMs };
}

async function checkPeriod(
  work: Work,
  limit: Limit,
  column: keyof typeof LOCK_SPACE,
  value: string,
  now: number,
): Promise<RateLimited | undefined> {
  const inPeriod = work
    .selectFrom('payments')
    .select('created_at')
    .where(column, '=', value as Msisdn)
    .where('created_at', '>', now - limit.windowMs)
    .orderBy('created_at', 'desc')
    .limit(1);
  const oldestCounted =
    (await inPeriod
      .where(({ eb, or }) => or([eb('sent_at', 'is not', null), eb('status', 'in', ['created', 'sending'])]))
      .offset(limit.count - 1)
      .executeTakeFirst()) ?? (await inPeriod.offset(maxWithUnsent(limit) - 1).executeTakeFirst());
  if (oldestCounted === undefined) return undefined;
  const code = column === 'msisdn' ? 'too_many_for_msisdn' : 'too_many_from_address';
  return { kind: 'limited', code, retryAfterMs: periodFullForMs(limit, oldestCounted.created_at, now) };
}
