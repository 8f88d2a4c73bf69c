import { type AttemptRules, findAttemptViolations } from './attemptInvariants.ts';
import { findHistoryViolations } from './historyInvariants.ts';
import { findPaymentViolations, findReceiptViolations, type OperatorRecords } from './paymentInvariants.ts';
import { type AcknowledgedRefund, findRefundViolations, findUnansweredRefunds } from './refundInvariants.ts';
import type { StoredFacts } from './storedPayments.ts';
import { findWebhookViolations, type ReceivedWebhook } from './webhookInvariants.ts';

/** What happened, when nothing changes any more. */
export interface Facts extends StoredFacts, OperatorRecords {
  /** The ids that callers received. */
  readonly acknowledged: Iterable<string>;
  readonly acknowledgedRefunds: readonly AcknowledgedRefund[];
  /** Whether every request for a refund has been answered, so that no other refund may be stored. */
  readonly isEachRefundAnswered: boolean;
  /** In order of arrival, with repeated deliveries. */
  readonly webhooks: readonly ReceivedWebhook[];
  /** Null if a witness has seen each attempt and each prompt when it was opened. */
  readonly attempts: AttemptRules | null;
}

/**
 * The judge of all proofs: compares what the companion stored and sent with the operator's transactions.
 *
 * @returns a sentence for each violation of an invariant
 */
export function findViolations(facts: Facts): string[] {
  const { payments, refunds, webhooks, attempts } = facts;
  const stored = new Set<string>(payments.map(({ id }) => id));
  return [
    ...[...facts.acknowledged].filter((id) => !stored.has(id)).map((id) => `${id} was acknowledged and is not stored`),
    ...findPaymentViolations(payments, facts),
    ...(attempts === null ? [] : findAttemptViolations(payments, attempts)),
    ...findReceiptViolations(payments),
    ...findHistoryViolations(facts),
    ...findRefundViolations(facts, facts.acknowledgedRefunds),
    ...(facts.isEachRefundAnswered ? findUnansweredRefunds(refunds, facts.acknowledgedRefunds) : []),
    ...findWebhookViolations(payments, webhooks, refunds),
  ];
}
