import { findDeviations } from '../../src/core/rules/findDeviations.ts';
import { groupBy } from './groupBy.ts';
import type { StoredFacts } from './storedPayments.ts';

/** Checks that each payment is what its history and the other payments of its order lead to, as `tsena audit` does. */
export function findHistoryViolations({ payments, refunds }: StoredFacts): string[] {
  const refundsOf = groupBy(refunds, ({ payment_id }) => payment_id);
  const recorded = payments.map((payment) => ({ ...payment, refunds: refundsOf.get(payment.id) ?? [] }));
  return [...groupBy(recorded, ({ order_reference }) => order_reference).values()]
    .map((attempts) => attempts.sort((one, other) => other.attempt_number - one.attempt_number))
    .flatMap(findDeviations)
    .map(({ paymentId, message }) => `${paymentId}: ${message}`);
}
