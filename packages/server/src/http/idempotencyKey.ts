import { idempotencyKeySchema } from '@tsena/shared/merchant';
import type { Request } from 'express';
import * as z from 'zod/mini';
import { fieldErrors, ProblemError } from './problem.ts';

/**
 * The value of the header `Idempotency-Key`; undefined without one.
 *
 * @throws ProblemError if it is not 1 to 255 visible characters
 */
export function readIdempotencyKey(request: Request): string | undefined {
  const header = request.get('idempotency-key');
  if (header === undefined) return undefined;
  const key = z.safeParse(idempotencyKeySchema, header);
  if (key.success) return key.data;
  throw new ProblemError('invalid_request', {
    errors: fieldErrors(key.error).map(({ detail }) => ({ pointer: '/Idempotency-Key', detail })),
  });
}
