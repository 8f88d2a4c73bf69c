import { idempotencyKeySchema } from '@tsena/shared/merchant';
import type { Request, Response } from 'express';
import * as z from 'zod/mini';
import { callerOf } from './caller.ts';
import { fieldErrors, ProblemError } from './problem.ts';

/** Who creates something, and by which value of the header `Idempotency-Key`. */
export interface Actor {
  /** The name of the key. */
  readonly by: string;
  /** The client's network, masked, for the audit log. */
  readonly address: string | null;
  readonly idempotency?: { readonly actor: string; readonly key: string };
}

/**
 * The caller of a request, with its `Idempotency-Key` if it has one.
 *
 * @throws ProblemError if that is not 1 to 255 visible characters
 */
export function readActor(request: Request, response: Response): Actor {
  const { name: by, keyId, address } = callerOf(response);
  const header = request.get('idempotency-key');
  if (header === undefined) return { by, address };
  const key = z.safeParse(idempotencyKeySchema, header);
  if (key.success) return { by, address, idempotency: { actor: keyId ?? by, key: key.data } };
  throw new ProblemError('invalid_request', {
    errors: fieldErrors(key.error).map(({ detail }) => ({ pointer: '/Idempotency-Key', detail })),
  });
}
