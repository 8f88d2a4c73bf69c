import type { PaymentEvent } from '@tsena/shared/merchant';

interface DescribedEvent {
  readonly kind: string;
  readonly data: PaymentEvent['data'];
  /** The English text. */
  readonly text: string;
}

/** Every kind of event that the companion writes, with the data it writes, and the text that the merchant reads. */
export const ALL_EVENTS: readonly DescribedEvent[] = [
  { kind: 'created', data: { after: null }, text: 'The customer asked to pay.' },
  {
    kind: 'sending',
    data: { correlationId: 'c', reference: 'r' },
    text: 'The companion started to send the request to the operator.',
  },
  {
    kind: 'accepted',
    data: { serverCorrelationId: 's', notificationMethod: 'callback' },
    text: 'The operator accepted the request and asked the customer to approve it on the phone.',
  },
  {
    kind: 'refused',
    data: { code: 'request_refused', reason: '400 formatError', errorDateTime: null },
    text: 'The operator refused the request. The operator did not accept the request’s data. No money was taken.',
  },
  {
    kind: 'not_sent',
    data: { code: 'operator_unreachable', reason: 'never_sent: ENETUNREACH' },
    text: 'The request was not sent. The companion had no connection to the operator. No money was taken.',
  },
  {
    kind: 'outcome_unknown',
    data: { reason: 'no_answer: no answer within 30000 ms' },
    text: 'The operator gave no clear answer. The operator did not answer in time. The customer may have paid. The companion does not send the request again.',
  },
  { kind: 'callback', data: { status: 'completed' }, text: 'The operator sent a callback with the status “completed”.' },
  {
    kind: 'callback_rejected',
    data: { why: 'the operator does not know it' },
    text: 'The companion ignored a callback because it does not belong to this payment. The operator does not know this transaction.',
  },
  { kind: 'reference_submitted', data: { attempt: 2 }, text: 'The customer entered a transaction reference (attempt 2).' },
  {
    kind: 'completed',
    data: { transactionId: '636042511', verified: true },
    text: 'Paid. The operator’s transaction details match. Ref 636042511.',
  },
  {
    kind: 'completed',
    data: { transactionId: null, verified: false },
    text: 'Paid, as the operator reports. Its transaction details could not be read yet. Ref –.',
  },
  {
    kind: 'completed',
    data: { transactionId: '636042511', verified: true, by: 'payer' },
    text: 'Paid. The reference that the customer entered matches. Ref 636042511.',
  },
  {
    kind: 'completed',
    data: { transactionId: '636042511', verified: true, by: 'Hanta' },
    text: 'Paid. The reference that the shop entered matches. Ref 636042511.',
  },
  {
    kind: 'completed',
    data: { transactionId: '636042511', verified: true, by: 'callback' },
    text: 'Paid. The transaction that a callback named matches. Ref 636042511.',
  },
  {
    kind: 'verified',
    data: { transactionId: '636042511' },
    text: 'The companion read the operator’s transaction details, and they match the payment.',
  },
  { kind: 'failed', data: { code: 'payment_failed', reason: null }, text: 'Not paid. The operator reports that the payment failed.' },
  {
    kind: 'failed',
    data: { code: 'payment_failed', reason: '60019 Insufficient balance' },
    text: 'Not paid. The customer’s balance is too low.',
  },
  {
    kind: 'failed',
    data: { code: 'payment_failed', reason: '7 Limite du compte' },
    text: 'Not paid. The operator reports that the payment failed.',
  },
  { kind: 'failed', data: { code: 'payment_declined' }, text: 'Not paid. The customer declined the request.' },
  {
    kind: 'details_mismatch',
    data: { fields: 'amount,debitParty' },
    text: 'The operator’s transaction details differ from the payment: amount, payer. It does not count as paid.',
  },
  {
    kind: 'details_mismatch',
    data: { fields: 'objectReference' },
    text: 'The operator’s transaction details differ from the payment: transaction (the operator names none). It does not count as paid.',
  },
  {
    kind: 'details_unavailable',
    data: { reason: 'no_answer: ECONNRESET' },
    text: 'The operator’s transaction details could not be read. The connection to the operator broke.',
  },
  {
    kind: 'unknown_status',
    data: { status: 'queued' },
    text: 'The operator answered with an unknown status: “queued”. The payment has not changed.',
  },
  {
    kind: 'resolved',
    data: { resolution: 'received', reason: 'SMS seen' },
    text: 'Resolution recorded: The money arrived. SMS seen',
  },
  {
    kind: 'resolved',
    data: { resolution: 'not_received', reason: 'Not in the portal' },
    text: 'Resolution recorded: No money was taken. Not in the portal',
  },
  { kind: 'resolved', data: { resolution: 'closed', reason: 'Refunded' }, text: 'Resolution recorded: Closed. Refunded' },
  {
    kind: 'order_overpaid',
    data: { also: 'pay_0000000000000000000001' },
    text: 'The order was already paid. Send the money of this payment or of the other one back, and record the refund.',
  },
  {
    kind: 'restored',
    data: { reason: 'a backup has it as not sent' },
    text: 'The payment comes from a backup that has it as not sent. The companion may have sent it after the backup.',
  },
  {
    kind: 'refunded',
    data: { refund: 'ref_1', amount: 5000, reason: 'Out of stock.', by: 'Hanta' },
    text: 'A refund of 5,000\u00a0Ar was recorded. Out of stock.',
  },
  {
    kind: 'refund_voided',
    data: { refund: 'ref_1', amount: 5000, reason: 'Recorded twice.', by: 'Hanta' },
    text: 'The record of a refund of 5,000\u00a0Ar was voided. Recorded twice.',
  },
  { kind: 'webhook_replayed', data: { by: 'Hanta' }, text: 'The webhook was sent to the shop again.' },
];
