import { OWNER } from '@tsena/shared/merchant';
import type { Response } from 'express';
import { callerOf } from '../../http/kit/caller.ts';
import { createKeyLimit } from '../../http/kit/clients/keyLimit.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { onceFor } from '../../http/kit/route.ts';
import { ProblemError } from '../../input/problemError.ts';

const PER_MINUTE = 60;
const checksOf = onceFor((_context: HttpContext) => createKeyLimit(PER_MINUTE));

/**
 * Counts a reference about which the operator is asked: a check, or a sale.
 *
 * @throws ProblemError if this key has asked about 60 within a minute
 */
export function countReference(context: HttpContext, response: Response): void {
  const retryAfterMs = checksOf(context)(callerOf(response).keyId ?? OWNER);
  if (retryAfterMs > 0) throw new ProblemError('too_many_lookups', { retryAfterMs });
}
