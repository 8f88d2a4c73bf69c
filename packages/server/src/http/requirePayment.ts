import type { PaymentId } from '@tsena/shared/checkout';
import { findPayment } from '../core/storage/reads.ts';
import type { StoredPayment } from '../database/schema.ts';
import { ProblemError } from '../problemError.ts';
import type { HttpContext } from './context.ts';

/**
 * Reads the payment of a request.
 *
 * @throws ProblemError `payment_not_found`
 */
export async function requirePayment({ storage }: Pick<HttpContext, 'storage'>, id: PaymentId): Promise<StoredPayment> {
  const payment = await findPayment(storage.store.db, id);
  if (payment === undefined) throw new ProblemError('payment_not_found');
  return payment;
}
