import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Limit } from '../../config/settings.ts';
import type { Schema, StoredLink } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { maxWithUnsent, type PeriodsFull, type Prompt, type RateLimits } from '../rules/rateLimits.ts';
import { OPEN_STATUSES } from '../rules/stateMachine.ts';
import type { CountedPayer } from './locks.ts';

const eb = expressionBuilder<Schema, 'payments'>();

/** How long a payment may wait before it is sent, ms. */
const MAX_WAIT_MS = 60 * 60_000;

/** The payment that is about to be opened. */
export interface OpeningPayment {
  readonly order: OrderReference;
  readonly msisdn: Msisdn;
  readonly addressHash: string | null;
  /** Whose payment link it begins on: anybody may begin one on the merchant's. Null without a link. */
  readonly linkSource: StoredLink['source'] | null;
  /** The name of the merchant key that begins it at the counter. The address is then that key. */
  readonly by?: string | undefined;
  readonly limits: RateLimits;
  /** For how long the prompt of another payment without a result counts as open, ms. */
  readonly cooldownMs: number;
}

/** The limits that count this payment. */
function limitsOf({ limits, addressHash, linkSource, by }: OpeningPayment): RateLimits {
  const atCounter = by !== undefined;
  return {
    perMsisdn: limits.perMsisdn,
    perIp: addressHash === null || atCounter ? null : limits.perIp,
    perLink: addressHash !== null && (linkSource === 'merchant' || atCounter) ? limits.perLink : null,
  };
}

/**
 * Whose payments a limit counts: a carrier puts thousands of phones behind one address, and none waits for another one
 * for nothing. On a link, a payer has one open payment, whatever the limits.
 */
export function countedPayer(opening: OpeningPayment): CountedPayer {
  const { perMsisdn, perIp, perLink } = limitsOf(opening);
  return {
    msisdn: perMsisdn === null && opening.linkSource === null ? null : opening.msisdn,
    addressHash: perIp === null && perLink === null ? null : opening.addressHash,
  };
}

/** Payments of this number, of other orders, that may have a prompt open. */
export async function readPrompts(
  trx: Trx,
  { order, msisdn, limits, cooldownMs }: OpeningPayment,
  now: number,
): Promise<Prompt[]> {
  if (limits.perMsisdn === null) return [];
  return trx
    .selectFrom('payments')
    .select(['status', 'created_at', 'sent_at', 'lease_until'])
    .where('msisdn', '=', msisdn)
    .where('created_at', '>', now - Math.max(MAX_WAIT_MS, cooldownMs))
    .where('status', 'in', OPEN_STATUSES)
    .where('resolution', 'is', null)
    .where('order_reference', '!=', order)
    .execute();
}

/**
 * Which periods are full. The rows themselves are counted, in the transaction that adds one: the count is exact,
 * survives a crash and is the same for all instances.
 */
export async function readPeriodsFull(trx: Trx, opening: OpeningPayment, now: number): Promise<PeriodsFull> {
  const limits = limitsOf(opening);
  if (limits.perMsisdn === null && limits.perIp === null && limits.perLink === null)
    return { perMsisdn: null, perIp: null, perLink: null };
  const ofNumber = eb('msisdn', '=', opening.msisdn);
  const ofAddress = eb('address_hash', '=', opening.addressHash);
  const onLink = opening.by === undefined ? eb.and([ofAddress, isOnLink()]) : ofAddress;
  return trx
    .selectNoFrom([
      (limits.perMsisdn === null ? NONE : fullSince(limits.perMsisdn, ofNumber, now)).as('perMsisdn'),
      (limits.perIp === null ? NONE : fullSince(limits.perIp, ofAddress, now)).as('perIp'),
      (limits.perLink === null ? NONE : unapprovedSince(limits.perLink, onLink, now)).as('perLink'),
    ])
    .executeTakeFirstOrThrow();
}

const NONE = sql<number | null>`null`;
/** It was sent, or waits to be. */
const IS_PROMPT = eb.or([eb('sent_at', 'is not', null), eb('status', 'in', ['created', 'sending'])]);

/** Payments that were sent, or wait to be, fill the period; so do four times as many of any kind. */
function fullSince(limit: Limit, where: Expression<SqlBool>, now: number) {
  const counted = newestSince(eb.and([where, IS_PROMPT]), now - limit.windowMs, limit.count);
  const any = newestSince(where, now - limit.windowMs, maxWithUnsent(limit));
  return sql<number | null>`coalesce(${counted}, ${any})`;
}

function isOnLink() {
  return eb('link_id', 'in', eb.selectFrom('links').select('links.id').where('source', '=', 'merchant'));
}

/** Prompts that nobody approved. */
function unapprovedSince(limit: Limit, where: Expression<SqlBool>, now: number) {
  const isUnapproved = eb.and([eb('status', '!=', 'completed'), eb('resolution', 'is distinct from', 'received')]);
  return sql<
    number | null
  >`${newestSince(eb.and([where, isUnapproved, IS_PROMPT]), now - limit.windowMs, limit.count)}`;
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
