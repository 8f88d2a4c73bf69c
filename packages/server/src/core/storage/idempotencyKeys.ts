import { createHash } from 'node:crypto';
import type { Trx } from '../../database/transaction.ts';
import { unlessClockStepped } from '../../time/clock.ts';
import type { Reader } from './reads.ts';
import type { Storage } from './storage.ts';

/** How long the answer to a request with an Idempotency-Key is kept, ms. */
const KEEP_MS = 7 * 24 * 60 * 60_000;

/**
 * A companion has one merchant: a merchant key that was rotated after a lost answer leads to what the first request has
 * created.
 */
const actor = 'merchant';

/** A request with an Idempotency-Key. */
export interface IdempotentRequest {
  readonly endpoint: string;
  readonly key: string;
  /** The parsed body. Only its hash is stored. */
  readonly body: object;
}

function hashBody(body: object): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}

/**
 * What an earlier request with this key has led to, without taking the key; undefined if there is none, or if it has
 * not ended.
 */
export async function findByKey(
  db: Reader,
  { endpoint, key, body }: IdempotentRequest,
): Promise<'reused' | { readonly id: string } | undefined> {
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where((eb) => eb.and({ actor, endpoint, key }))
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  return kept.body_hash === hashBody(body) ? { id: kept.answer } : 'reused';
}

/**
 * Writes the key of a request, in the transaction of what it asks for. Of two requests at the same time, the second
 * waits for the first.
 *
 * @returns `new`: nothing was done for this key yet; `reused`: for another body; else the id of what was done
 */
export async function takeKey(
  storage: Storage,
  trx: Trx,
  { endpoint, key, body }: IdempotentRequest,
): Promise<'new' | 'reused' | { readonly id: string }> {
  const now = storage.clock.now();
  const bodyHash = hashBody(body);
  // A clock that stepped does not show how old a row is, and a row that is deleted too early lets a repeated request
  // record twice.
  const oldest = Math.max(0, now - unlessClockStepped(storage.clock, KEEP_MS));
  await trx.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute();
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({ actor, endpoint, key, body_hash: bodyHash, answer: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted !== undefined) return 'new';
  const kept = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where((eb) => eb.and({ actor, endpoint, key }))
    .executeTakeFirstOrThrow();
  return kept.body_hash === bodyHash ? { id: kept.answer } : 'reused';
}

/**
 * Keeps with a new key what its request led to.
 *
 * @param id undefined if the request was refused: nothing is kept
 */
export async function keepWithKey(
  trx: Trx,
  { endpoint, key }: IdempotentRequest,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) {
    await trx
      .deleteFrom('idempotency_keys')
      .where((eb) => eb.and({ actor, endpoint, key }))
      .execute();
    return;
  }
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: id })
    .where((eb) => eb.and({ actor, endpoint, key }))
    .execute();
}
