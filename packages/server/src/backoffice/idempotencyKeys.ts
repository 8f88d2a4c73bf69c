import { createHash } from 'node:crypto';
import { unlessClockStepped } from '../clock.ts';
import type { Storage } from '../core/storage/storage.ts';
import type { Trx } from '../database/transaction.ts';

/** How long the answer to a request with an Idempotency-Key is kept, ms. */
const KEEP_MS = 7 * 24 * 60 * 60_000;

/** A request with an Idempotency-Key. */
export interface IdempotentRequest {
  /** The id of the merchant key, or the name of MERCHANT_API_KEY, which has no id: keys of different callers do not meet. */
  readonly actor: string;
  readonly endpoint: string;
  readonly key: string;
  /** The parsed body. Only its hash is stored. */
  readonly body: object;
}

/** The key was used for another body. */
export interface KeyReused {
  readonly kind: 'reused';
}

/**
 * Answers a request once: runs `create` and keeps its answer in the same transaction, or returns the answer that was kept. Of two requests
 * at the same time, the second waits for the first. After a crash, both the answer and what it names exist, or neither. Let the answer be an
 * id: then a repeated request gets what it names as it stands, and no text of a person is kept twice.
 *
 * @param create returns the answer that names what the transaction created; if it returns another kind, nothing is kept
 */
export async function answerOnce<Refusal extends { readonly kind: string }>(
  storage: Storage,
  trx: Trx,
  request: IdempotentRequest,
  create: () => Promise<{ readonly kind: 'created'; readonly answer: string } | Refusal>,
): Promise<{ readonly kind: 'created'; readonly answer: string } | Refusal | KeyReused> {
  const now = storage.clock.now();
  const { actor, endpoint, key, body } = request;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  // A clock that stepped does not show how old a row is, and a row that is deleted too early lets a repeated request record twice.
  const keepMs = unlessClockStepped(storage.clock, KEEP_MS);
  if (Number.isFinite(keepMs)) {
    await trx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', now - keepMs)
      .execute();
  }
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({ actor, endpoint, key, body_hash: bodyHash, answer: '', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  const isKey = { actor, endpoint, key };
  if (inserted === undefined) {
    const kept = await trx
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'answer'])
      .where((eb) => eb.and(isKey))
      .executeTakeFirstOrThrow();
    return kept.body_hash === bodyHash ? { kind: 'created', answer: kept.answer } : { kind: 'reused' };
  }
  const created = await create();
  if ('answer' in created) {
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: created.answer })
      .where((eb) => eb.and(isKey))
      .execute();
  } else {
    await trx
      .deleteFrom('idempotency_keys')
      .where((eb) => eb.and(isKey))
      .execute();
  }
  return created;
}
