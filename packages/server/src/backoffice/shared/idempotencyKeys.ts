import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { Storage } from '../../core/storage/storage.ts';
import type { Schema } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { ProblemError } from '../../input/problemError.ts';
import { unlessClockStepped } from '../../time/clock.ts';

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

/**
 * Creates once what a request asks for, in the same transaction as its key: a repeated request gets the id of what the
 * first one has created, and no text of a person is kept twice. Of two requests at the same time, the second waits for
 * the first. After a crash, both the key and what it names exist, or neither.
 *
 * @param request undefined: without an Idempotency-Key, each request creates
 * @param create returns the id of what the request led to; a refusal, or undefined, is not kept
 * @returns `idempotency_key_reused` if the key was used for another body
 */
export async function createOnce<Created extends string | ProblemError | undefined>(
  storage: Storage,
  trx: Trx,
  request: IdempotentRequest | undefined,
  create: () => Promise<Created>,
): Promise<Created | ProblemError> {
  if (request === undefined) return create();
  const now = storage.clock.now();
  const { endpoint, key, body } = request;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
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
  const isKey = ({ and }: ExpressionBuilder<Schema, 'idempotency_keys'>) => and({ actor, endpoint, key });
  if (inserted === undefined) {
    const kept = await trx
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'answer'])
      .where(isKey)
      .executeTakeFirstOrThrow();
    if (kept.body_hash !== bodyHash) return new ProblemError('idempotency_key_reused');
    return kept.answer as Created;
  }
  const created = await create();
  if (typeof created === 'string') {
    await trx.updateTable('idempotency_keys').set({ answer: created }).where(isKey).execute();
  } else {
    await trx.deleteFrom('idempotency_keys').where(isKey).execute();
  }
  return created;
}
