import type { PaymentId } from '@tsena/shared/checkout';
import type { PaymentInOrder } from '../../core/rules/view.ts';
import { attemptsOfPayment } from '../../core/storage/reads.ts';
import { ProblemError } from '../../input/problemError.ts';
import type { HttpContext } from './context.ts';

/**
 * Reads the payment of a request, and all payments of its order.
 *
 * @throws ProblemError `payment_not_found`
 */
export async function requirePayment(
  { storage }: Pick<HttpContext, 'storage'>,
  id: PaymentId,
): Promise<PaymentInOrder> {
  const attempts = await attemptsOfPayment(storage.store.db, id);
  const payment = attempts.find((attempt) => attempt.id === id);
  if (payment === undefined) throw new ProblemError('payment_not_found');
  return { payment, attempts };
}
