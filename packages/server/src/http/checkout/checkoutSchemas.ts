import { fieldErrorSchema, problemSchema } from '@tsena/shared';
import { checkoutSchema, initiateBodySchema, orderClaimsSchema, paymentSchema, referenceBodySchema } from '@tsena/shared/checkout';
import { describeSchema } from '../openapi/describeSchema.ts';

const ENVIRONMENT = 'Whether real money moves.';
const AMOUNT = 'Whole Ariary, as digits.';
const PARTNER_NAME = 'The merchant’s name.';

describeSchema('CheckoutState', checkoutSchema, 'An order as the widget shows it.', {
  order: 'The order reference.',
  amount: AMOUNT,
  currency: 'ISO 4217.',
  description: 'The description from the order token.',
  partnerName: PARTNER_NAME,
  operatorName: 'The operator’s name as shoppers know it; null if the merchant has not set it.',
  environment: ENVIRONMENT,
  returnUrl: 'The shop’s page after the payment.',
  payment: 'The order’s current payment; null before the first one.',
});

/** What the OpenAPI document says about why a payment failed. */
export const failureTexts = {
  code: 'A stable code; docs/errors.md lists them.',
  message: 'A sentence for a person, in the requested language.',
};

/** What it says about a payment. */
export const paymentTexts = describeSchema('Payment', paymentSchema, 'One attempt to collect an order’s amount from one payer.', {
  id: 'Unguessable: anyone with the id may read the payment.',
  environment: ENVIRONMENT,
  order: 'The order reference from the order token.',
  attemptNumber: '1, 2, 3 … within the order.',
  linkId: 'The payment link on whose page it began; null if it began in a widget.',
  status:
    '`created`, `sending`: before the operator’s answer. `pending`: the payer has a prompt. `unresolved`: the operator’s answer was lost; the payer may have been debited. `completed`, `failed`: final, from the operator’s own answer.',
  amount: AMOUNT,
  currency: 'ISO 4217.',
  payer: 'The payer’s number, masked: 034 •• ••0 03.',
  partnerName: PARTNER_NAME,
  createdAt: 'When the payment was created.',
  updatedAt: 'When it last changed.',
  transactionReference: 'The operator’s transaction reference, once there is one.',
  fees: 'The operator’s fees in Ariary, with at most two decimals; null while unknown.',
  receiptNumber: 'The receipt’s number, `2026-000001`, without gaps within each year; null until the payment is completed and verified.',
  failure: ['Why it failed, or `details_mismatch` or `reference_missing` if it needs review.', failureTexts],
  retryable: 'Whether a new payment of this order may start now. False for a payment that is not the order’s current one.',
  retryableAt: 'From when `retryable` can be true; null if no passing of time makes it so. The moment can move back.',
  nextPollMs: 'When to ask again, in ms; null once final.',
  serverTime: 'The companion’s clock.',
});

describeSchema('InitiateBody', initiateBodySchema, 'The order and the payer. The amount is in the order token only.', {
  orderToken: 'The order token that the shop signed (schema OrderToken).',
  msisdn: 'The payer’s number in any spelling: 034 35 000 03, +261 34 35 000 03.',
  language: 'The language of the operator’s prompt and of failures; by default that of the request.',
  retryOf:
    'With an order token of the hosted page: the id of the payment in whose place the payer wants another one. Ignored with a shop’s order token.',
});
describeSchema('ReferenceBody', referenceBodySchema, 'The transaction that the payer names.', {
  transactionReference: 'The reference in the operator’s SMS: 5 to 20 digits and letters, not beginning with 0. Spaces are ignored.',
});
describeSchema('OrderToken', orderClaimsSchema, 'The claims of an order token, a JWT signed with HS256 and ORDER_TOKEN_SECRET.', {
  sub: 'The order reference, 1 to 50 characters, not beginning with `LNK-`: the idempotency key.',
  amount: 'Whole Ariary, as digits, at least 100.',
  exp: 'When the token expires, seconds since 1970.',
  currency: '`MGA` (ISO 4217); optional.',
  description: 'What the order is for.',
  returnUrl: 'Where the shopper goes after paying; https in production.',
  originalTransactionReference: 'The operator’s reference of an earlier transaction that this payment refers to; the operator receives it.',
  foreignCurrency: 'The code of a foreign currency; the operator receives it as metadata.',
  foreignAmount: 'The amount in that currency.',
});

describeSchema('Problem', problemSchema, 'A problem document (RFC 9457).', {
  type: 'A URN that ends with the code.',
  title: 'The cause, for a developer.',
  status: 'The HTTP status.',
  detail: 'A sentence for a person, in the requested language.',
  code: failureTexts.code,
  errors: 'The fields that are wrong.',
});
describeSchema('FieldError', fieldErrorSchema, 'A field that is wrong.', {
  pointer: 'A JSON pointer to the field.',
  detail: 'What the field has to be.',
});
