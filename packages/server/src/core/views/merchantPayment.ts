import { type MerchantPayment, sentenceForMerchant, type Webhook } from '@tsena/shared/merchant';
import type { StoredPayment } from '../rules/payment.ts';
import { readReasons } from '../rules/reviewReasons.ts';
import type { Attempts } from '../rules/view.ts';
import { failureOf, type ViewContext, viewPayment } from './payment.ts';
import { writeTime, writeTimeOrNull } from './time.ts';

/**
 * A payment as the merchant sees it.
 *
 * @param attempts all payments of its order, newest first
 */
export function viewForMerchant(payment: StoredPayment, attempts: Attempts, context: ViewContext): MerchantPayment {
  const failure = failureOf(payment, context, sentenceForMerchant);
  return {
    ...viewPayment(payment, attempts, context),
    failure: failure === null ? null : { ...failure, ...operatorsReason(payment) },
    description: payment.description,
    sentAt: writeTimeOrNull(payment.sent_at),
    verified: payment.verified === null ? null : payment.verified === 1,
    differences: payment.differences === null ? null : payment.differences.split(','),
    resolution:
      payment.resolution === null
        ? null
        : {
            kind: payment.resolution,
            reason: payment.resolution_reason ?? '',
            by: payment.resolution_by,
            at: writeTime(payment.resolution_at ?? payment.updated_at),
          },
    polling: payment.next_check_at !== null,
    reviewReasons: readReasons(payment),
  };
}

/** What the operator says about the failure. A payment whose details differ has not failed. */
function operatorsReason(payment: StoredPayment) {
  if (payment.status !== 'failed') return { reason: null, errorDateTime: null };
  return { reason: payment.failure_reason, errorDateTime: payment.failure_operator_time };
}

/** A payment as a webhook contains it: without the fields that are true only at the moment of an answer. */
export function viewForWebhook(payment: StoredPayment, attempts: Attempts, context: ViewContext): Webhook['data'] {
  const { nextPollMs, serverTime, retryable, retryableAt, ...data } = viewForMerchant(payment, attempts, context);
  return data;
}
