import { type AttemptRules, findAttemptViolations } from './attemptInvariants.ts';
import { findPaymentViolations, type OperatorRecords } from './paymentInvariants.ts';
import type { PaymentRow } from './storedPayments.ts';
import { findWebhookViolations, type ReceivedWebhook } from './webhookInvariants.ts';

/** What the invariants are checked on, when nothing changes any more. */
export interface Facts extends OperatorRecords, AttemptRules {
  readonly payments: readonly PaymentRow[];
  /** The ids that callers received. */
  readonly acknowledged: Iterable<string>;
  /** In order of arrival, with repeated deliveries. */
  readonly webhooks: readonly ReceivedWebhook[];
}

/**
 * Compares what the companion stored and sent with the operator's transactions.
 *
 * @returns a sentence for each violation of an invariant
 */
export function findViolations(facts: Facts): string[] {
  const { payments, webhooks } = facts;
  const stored = new Set(payments.map(({ id }) => id));
  return [
    ...[...facts.acknowledged].filter((id) => !stored.has(id)).map((id) => `${id} was acknowledged and is not stored`),
    ...findPaymentViolations(payments, facts),
    ...findAttemptViolations(payments, facts),
    ...findWebhookViolations(payments, webhooks),
  ];
}
