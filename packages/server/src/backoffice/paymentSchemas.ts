import {
  merchantPaymentSchema,
  paymentDetailQuerySchema,
  paymentDetailSchema,
  paymentExportSchema,
  paymentExportSearchSchema,
  paymentPageSchema,
  paymentQuerySchema,
  paymentSearchSchema,
  REVIEW_REASON_TEXTS,
  REVIEW_REASONS,
  resolveBodySchema,
} from '@tsena/shared/merchant';
import { failureTexts, paymentTexts } from '../http/checkout/checkoutSchemas.ts';
import { describeQuery, describeSchema } from '../http/openapi/describeSchema.ts';
import { pageTexts, pagingTexts, separatorText } from '../http/paging.ts';

const reviewReasons = REVIEW_REASONS.map((reason) => `\`${reason}\`: ${REVIEW_REASON_TEXTS[reason].meaning.en}`);

/** What the OpenAPI document says about a payment as the merchant sees it. */
export const merchantPaymentTexts = describeSchema('MerchantPayment', merchantPaymentSchema, 'A payment as the merchant sees it.', {
  ...paymentTexts,
  failure: [
    paymentTexts.failure[0],
    {
      ...failureTexts,
      reason:
        'What the operator says about the failure, without phone numbers: its refusal of the initiation, or the result in its transaction details. Null if it gave no reason.',
      errorDateTime: 'The operator’s ErrorDateTime of the refusal, as the operator wrote it, often without a zone.',
    },
  ],
  description: 'The description from the order token.',
  sentAt: 'When the initiation was sent to the operator; null if it never was.',
  finalAt: 'When the payment became completed or failed.',
  verified: 'Whether the payment was compared with the operator’s transaction details; null before it completes.',
  differences:
    'The fields in which the operator’s transaction details differ. `objectReference`: the operator reports the payment as completed, but names no transaction.',
  resolution: [
    'The merchant’s recorded resolution.',
    {
      kind: '`received`, `not_received`: what the merchant knows about the money. `closed`: the merchant has acted on the payment.',
      reason: 'The reason that was given.',
      by: 'The name of the key that recorded it.',
      at: 'When it was recorded.',
    },
  ],
  amountRefunded: 'The sum of its recorded refunds, in Ariary.',
  polling: 'Whether the companion still checks the payment by itself.',
  reviewReasons: `Why the payment needs review; empty if it does not. ${reviewReasons.join(' ')}`,
});

const filterTexts = {
  status: 'Only payments with this status.',
  order: 'The exact order reference.',
  link: 'Only payments that began on the page of this payment link.',
  q: 'A part of an order reference in upper or lower case, of at least three characters, or an exact order reference, payment id or transaction reference. A part finds the payments of at most 1,000 orders.',
  needsReview: '`true`: only payments that need review.',
  from: 'Created on or after this day in Madagascar (2026-05-03), or this timestamp with its zone.',
  to: 'Created up to the end of this day, or before this timestamp.',
  by: 'The time that `from`, `to` and the order of the list use: `created`, or `final` for final payments only.',
};
const msisdn = 'The payer’s number in any spelling.';

describeSchema('PaymentPage', paymentPageSchema, 'A page of a list.', pageTexts);
describeSchema('PaymentSearch', paymentSearchSchema, 'The filters of a list.', { ...filterTexts, ...pagingTexts, msisdn });
describeSchema('PaymentExportSearch', paymentExportSearchSchema, 'The filters of an export.', {
  ...filterTexts,
  separator: separatorText,
  msisdn,
});
describeQuery(paymentQuerySchema, { ...filterTexts, ...pagingTexts });
describeQuery(paymentExportSchema, { ...filterTexts, separator: separatorText });
describeQuery(paymentDetailQuerySchema, { operator: '`1`: ask the operator too.' });

describeSchema('PaymentDetail', paymentDetailSchema, 'A payment with everything that is known about it.', {
  payment: 'The payment.',
  attempts: 'All payments of its order, oldest first.',
  history: [
    'Every change, oldest first.',
    {
      version: 'The number of the change.',
      at: 'When it happened.',
      kind: 'What happened; docs/lifecycle.md explains each kind.',
      data: 'Its details, without phone numbers and secrets.',
    },
  ],
  callbacks: [
    'The operator’s callbacks. Each distinct one is listed once.',
    {
      status: 'The status that the callback claims.',
      serverCorrelationId: 'The transaction that it names.',
      receivedAt: 'When it first came.',
      count: 'How often it came.',
      rejected: 'Whether it named a transaction that is not this payment’s.',
    },
  ],
  webhooks: 'The webhooks of this payment.',
  refunds: 'Its refunds, oldest first, voided ones too.',
  operator: [
    'The operator’s view of the payment now; null unless `operator=1` was sent.',
    {
      state: '`known`; `no_id`: the payment’s serverCorrelationId is not known; `unavailable`: the operator could not be asked.',
      fetchedAt: 'When the operator was asked.',
      reason: 'Why something is missing.',
      status: [
        'The status (section 4.5 of the interface document).',
        {
          state: 'What the operator’s status means.',
          operatorStatus: 'The status in the operator’s own spelling.',
          transactionReference: 'The operator’s transaction reference.',
        },
      ],
      details: [
        'The transaction details (section 4.4), numbers masked.',
        {
          amount: 'As the operator writes it.',
          currency: 'As the operator writes it.',
          transactionStatus: 'As the operator writes it.',
          debitParty: 'The payer’s number, masked.',
          creditParty: 'The merchant’s number, masked.',
          createdAt: 'As the operator writes it.',
          fees: 'The operator’s fees in Ariary.',
          differences: 'The fields that differ from the payment; null if the details do not say enough to compare.',
        },
      ],
    },
  ],
});

describeSchema('ResolveBody', resolveBodySchema, 'A transaction reference, or a resolution with its reason.', {
  transactionReference:
    'The operator’s transaction reference, from the SMS or its portal: 5 to 20 digits and letters, not beginning with 0. Spaces are ignored.',
  resolution:
    '`not_received` allows a new payment of the order; `received` blocks one; `closed` records that you have acted on the payment.',
  reason: 'Kept in the payment’s history.',
});
