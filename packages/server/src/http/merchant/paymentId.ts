import { type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import type { Request } from 'express';
import * as z from 'zod/mini';
import { ProblemError } from '../problem.ts';

/**
 * The payment's id in a path.
 *
 * @throws ProblemError if it cannot be one
 */
export function parsePaymentId(request: Request): PaymentId {
  const id = z.safeParse(paymentIdSchema, request.params.id);
  if (!id.success) throw new ProblemError('payment_not_found');
  return id.data;
}
