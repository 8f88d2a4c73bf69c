import { randomBytes } from 'node:crypto';
import { type Ariary, writeAmount } from '@tsena/shared';
import { type PaymentId, type PaymentView, paymentIdSchema } from '@tsena/shared/checkout';
import {
  type Refund,
  type ReviewReason,
  refundIdSchema,
  SAMPLE_ID_PREFIX,
  sentenceForMerchant,
  type Webhook,
  type WebhookType,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { Settings } from '../../config/settings.ts';
import { ProblemError } from '../../input/problemError.ts';

/** What a sample shows of the companion's settings. */
type SampleSettings = Pick<Settings, 'OPERATOR_ENVIRONMENT' | 'PARTNER_NAME'>;

const STATUSES = {
  'payment.failed': 'failed',
  'payment.unresolved': 'unresolved',
  'payment.review_required': 'pending',
} as const satisfies Partial<Record<WebhookType, Webhook['data']['status']>>;

const VIEWS: Partial<Record<WebhookType, PaymentView>> = {
  'payment.failed': 'failed',
  'payment.unresolved': 'unresolved',
  'payment.review_required': 'review',
  'payment.refunded': 'refunded',
  'order.overpaid': 'paid_twice',
};

const REVIEW_REASONS: Partial<Record<WebhookType, ReviewReason>> = {
  'payment.unresolved': 'unresolved',
  'payment.review_required': 'details_mismatch',
  'order.overpaid': 'overpaid',
};

const AMOUNT = 25_000 as Ariary;

/**
 * Makes a sample of a webhook, for a shop's developer: an invented payment. Its id begins with `pay_test_` and its
 * order reference is random, so that no shop finds a real order for it.
 *
 * @param now ms since 1970
 * @param order an order of the shop instead, in the sandbox
 * @throws ProblemError for an order in production: a sample that names a real order could mark it as paid
 */
export function sampleWebhook(
  type: WebhookType,
  { OPERATOR_ENVIRONMENT, PARTNER_NAME }: SampleSettings,
  now: number,
  order?: string,
): Webhook {
  if (order !== undefined && OPERATOR_ENVIRONMENT === 'production')
    throw new ProblemError('invalid_request', {
      errors: [
        { pointer: '/order', detail: 'must be left out in production, where a sample could mark an order as paid' },
      ],
    });
  const timestamp = new Date(now).toISOString();
  const status = type in STATUSES ? STATUSES[type as keyof typeof STATUSES] : 'completed';
  const isCompleted = status === 'completed';
  const reviewReason = REVIEW_REASONS[type];
  const differs = reviewReason === 'details_mismatch';
  const id = newSampleId();
  const failure = status === 'failed' ? 'payment_declined' : differs ? 'details_mismatch' : null;
  return {
    type,
    timestamp,
    data: {
      id,
      environment: OPERATOR_ENVIRONMENT,
      order: order ?? `TEST-${randomBytes(12).toString('base64url')}`,
      attemptNumber: 1,
      linkId: null,
      method: 'prompt',
      status,
      amount: writeAmount(AMOUNT),
      currency: 'MGA',
      payer: '034 •• ••0 03',
      partnerName: PARTNER_NAME,
      createdAt: timestamp,
      updatedAt: timestamp,
      transactionReference: isCompleted ? '100000001' : null,
      fees: isCompleted ? '0' : null,
      receiptNumber: null,
      failure:
        failure === null
          ? null
          : { code: failure, message: sentenceForMerchant(failure, 'mg'), reason: null, errorDateTime: null },
      view: VIEWS[type] ?? 'paid',
      paidBy: null,
      amountRefunded: type === 'payment.refunded' ? writeAmount(AMOUNT) : '0',
      description: 'A test webhook',
      sentAt: timestamp,
      finalAt: isCompleted || status === 'failed' ? timestamp : null,
      paidAt: isCompleted ? timestamp : null,
      verified: isCompleted ? true : null,
      differences: differs ? ['amount'] : null,
      resolution: null,
      polling: false,
      reviewReasons: reviewReason === undefined ? [] : [reviewReason],
      ...(type === 'payment.refunded' || type === 'payment.refund_voided'
        ? { refund: sampleRefund(id, type, timestamp) }
        : {}),
    },
  };
}

function sampleRefund(
  paymentId: PaymentId,
  type: 'payment.refunded' | 'payment.refund_voided',
  timestamp: string,
): Refund {
  const isVoided = type === 'payment.refund_voided';
  return {
    id: z.parse(refundIdSchema, `ref_test_${randomBytes(13).toString('base64url').slice(0, 17)}`),
    paymentId,
    amount: writeAmount(AMOUNT),
    currency: 'MGA',
    reason: 'A test webhook',
    transactionReference: null,
    refundedAt: timestamp,
    createdAt: timestamp,
    createdBy: 'test',
    status: isVoided ? 'voided' : 'recorded',
    voidedAt: isVoided ? timestamp : null,
    voidedBy: isVoided ? 'test' : null,
    voidReason: isVoided ? 'A test webhook' : null,
  };
}

function newSampleId(): PaymentId {
  return z.parse(paymentIdSchema, `${SAMPLE_ID_PREFIX}${randomBytes(13).toString('base64url').slice(0, 17)}`);
}
