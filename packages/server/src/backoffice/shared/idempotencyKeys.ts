import { type IdempotentRequest, keepWithKey, takeKey } from '../../core/storage/idempotencyKeys.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { Trx } from '../../database/transaction.ts';
import { ProblemError } from '../../input/problemError.ts';

/**
 * Creates once what a request asks for, in the same transaction as its key: a repeated request gets the id of what the
 * first one has created, and no text of a person is kept twice. After a crash, both the key and what it names exist, or
 * neither.
 *
 * @param request undefined: without an Idempotency-Key, each request creates
 * @param create returns the id of what the request led to; a refusal is not kept
 * @returns `idempotency_key_reused` if the key was used for another body
 */
export async function createOnce<Created extends string | ProblemError>(
  storage: Storage,
  trx: Trx,
  request: IdempotentRequest | undefined,
  create: () => Promise<Created>,
): Promise<Created | ProblemError> {
  if (request === undefined) return create();
  const taken = await takeKey(storage, trx, request);
  if (taken === 'reused') return new ProblemError('idempotency_key_reused');
  if (taken !== 'new') return taken.id as Created;
  const created = await create();
  await keepWithKey(trx, request, typeof created === 'string' ? created : undefined);
  return created;
}
