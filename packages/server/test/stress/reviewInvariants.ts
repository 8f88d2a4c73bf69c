import type { HistoryEvent } from '../../src/core/rules/historyEvent.ts';
import { reviewReasons, writeReasons } from '../../src/core/rules/reviewReasons.ts';
import { groupBy } from './groupBy.ts';
import type { HistoryEntry, PaymentRow } from './storedPayments.ts';

/** Checks that each payment says why it needs review, after every change of it or of another one of its order. */
export function findReviewViolations(payments: readonly PaymentRow[]): string[] {
  const orders = groupBy(payments, ({ order_reference }) => order_reference);
  return payments.flatMap((payment) => {
    const others = (orders.get(payment.order_reference) ?? []).filter(({ id }) => id !== payment.id);
    const due = writeReasons(reviewReasons(payment, payment.history.map(asEvent), others));
    return payment.review_reasons === due
      ? []
      : [`${payment.id} needs review for ${payment.review_reasons ?? 'nothing'} instead of ${due ?? 'nothing'}`];
  });
}

function asEvent({ kind, data }: HistoryEntry) {
  return { kind: kind as HistoryEvent['kind'], data };
}
