import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Trx } from '../../database/transaction.ts';
import { type StoredAttempt, storedAttemptSchema } from './failedAttempts.ts';
import type { Reader } from './reads.ts';
import { HOST_HANDLER, type Storage } from './storage.ts';

/** From so many failed attempts in a row on, the shop counts as failing: one of them happens now and then. */
const FAILED_IN_A_ROW = 2;

const NAME = 'shop_failure';

const storedSchema = z.object({
  /** The SHA-256 of the endpoint: what one has not accepted says nothing about the next. */
  endpoint: z.string(),
  /** When the first of the attempts failed, ms since 1970. */
  since: z.number(),
  /** How many attempts have failed in a row, of all webhooks. */
  attempts: z.number(),
  last: storedAttemptSchema,
});

/** Since when the shop has accepted no webhook. */
export interface ShopFailure {
  /** When the first attempt failed since the last that succeeded, ms since 1970. */
  readonly since: number;
  /** How many webhooks are pending. */
  readonly waiting: number;
  /** Whether they go to the handler of the host's own process, and not to an address. */
  readonly receiver: 'endpoint' | 'handler';
  /** The newest attempt. */
  readonly last: StoredAttempt;
}

/** The shop has accepted a webhook. */
export async function endShopFailure(trx: Trx): Promise<void> {
  await trx.deleteFrom('properties').where('name', '=', NAME).execute();
}

/** An attempt at an endpoint has failed. */
export async function addShopFailure(trx: Trx, endpoint: string, last: StoredAttempt): Promise<void> {
  // The writing locks the row: of two attempts that fail at the same time, the second counts the first.
  const locked = await trx
    .updateTable('properties')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('name', '=', NAME)
    .returning('value')
    .executeTakeFirst();
  const known = locked === undefined ? undefined : readStored(locked.value);
  const before = known?.endpoint === hash(endpoint) ? known : { since: last.at, attempts: 0 };
  const value = JSON.stringify({
    endpoint: hash(endpoint),
    // A time to come was written while the clock was ahead.
    since: Math.min(before.since, last.at),
    attempts: before.attempts + 1,
    last,
  });
  await trx
    .insertInto('properties')
    .values({ name: NAME, value })
    // Of two first failures at the same time, one is enough.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Since when the shop has accepted no webhook. Null if it accepted the last one or the one before, has no endpoint or
 * another one since, or if no webhook waits.
 */
export async function readShopFailure({ store: { db }, webhooks }: Storage): Promise<ShopFailure | null> {
  if (webhooks.endpoint === null) return null;
  const row = await db.selectFrom('properties').select('value').where('name', '=', NAME).executeTakeFirst();
  if (row === undefined) return null;
  const { endpoint, attempts, since, last } = readStored(row.value);
  if (endpoint !== hash(webhooks.endpoint) || attempts < FAILED_IN_A_ROW) return null;
  const waiting = await countWaiting(db);
  const receiver = webhooks.endpoint === HOST_HANDLER ? 'handler' : 'endpoint';
  return waiting === 0 ? null : { since, waiting, receiver, last };
}

/** Whether each webhook that is due has been attempted. After a stop of the companion, none has for a while. */
export async function isDueAttempted({ store: { db }, clock }: Storage): Promise<boolean> {
  const due = await db
    .selectFrom('outbox')
    .select('id')
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', clock.now())
    .limit(1)
    .executeTakeFirst();
  return due === undefined;
}

async function countWaiting(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(count);
}

function readStored(value: string): z.output<typeof storedSchema> {
  return z.parse(storedSchema, JSON.parse(value));
}

function hash(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}
