import { idempotencyKeySchema } from '@tsena/shared/merchant';
import type { Request, Response } from 'express';
import * as z from 'zod/mini';
import type { Doer } from '../doer.ts';
import { ProblemError } from '../problemError.ts';
import { callerOf } from './caller.ts';
import { fieldErrors } from './problem.ts';

/** Who creates something, and by which value of the header `Idempotency-Key`. */
export interface Actor {
  readonly by: Doer;
  /** Requests with the same Idempotency-Key of another key do not meet: two keys may have one name. */
  readonly idempotency?: { readonly actor: string; readonly key: string };
}

/**
 * The caller of a request, with its `Idempotency-Key` if it has one.
 *
 * @throws ProblemError if that is not 1 to 255 visible characters
 */
export function readActor(request: Request, response: Response): Actor {
  const by = callerOf(response);
  const header = request.get('idempotency-key');
  if (header === undefined) return { by };
  const key = z.safeParse(idempotencyKeySchema, header);
  if (key.success) return { by, idempotency: { actor: by.keyId ?? by.name, key: key.data } };
  throw new ProblemError('invalid_request', {
    errors: fieldErrors(key.error).map(({ detail }) => ({ pointer: '/Idempotency-Key', detail })),
  });
}
