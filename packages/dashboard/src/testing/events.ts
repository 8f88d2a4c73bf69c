import type { PaymentEvent } from '@tsena/shared/merchant';

/** Every kind of event that the companion writes, with the text that the merchant reads, and the data that it writes. */
export const ALL_EVENTS: readonly (readonly [kind: string, text: string, data: PaymentEvent['data']])[] = [
  ['created', 'The customer asked to pay.', { after: null }],
  ['sending', 'The companion started to send the request to the operator.', { correlationId: 'c', reference: 'r' }],
  [
    'accepted',
    'The operator accepted the request and asked the customer to approve it on the phone.',
    { serverCorrelationId: 's', notificationMethod: 'callback' },
  ],
  [
    'refused',
    'The operator refused the request. The operator did not accept the request’s data. No money was taken.',
    { code: 'request_refused', reason: '400 formatError', errorDateTime: null },
  ],
  [
    'not_sent',
    'The request was not sent. The companion had no connection to the operator. No money was taken.',
    { code: 'operator_unreachable', reason: 'never_sent: ENETUNREACH' },
  ],
  [
    'outcome_unknown',
    'The operator gave no clear answer. The operator did not answer in time. The customer may have paid. The companion does not send the request again.',
    { reason: 'no_answer: no answer within 30000 ms' },
  ],
  ['callback', 'The operator sent a callback with the status “completed”.', { status: 'completed' }],
  [
    'callback_rejected',
    'The companion ignored a callback because it does not belong to this payment. The operator does not know this transaction.',
    { why: 'the operator does not know it' },
  ],
  ['reference_submitted', 'The customer entered a transaction reference (attempt 2).', { attempt: 2 }],
  ['completed', 'Paid. The operator’s transaction details match. Ref 636042511.', { transactionId: '636042511', verified: true }],
  [
    'completed',
    'Paid, as the operator reports. Its transaction details could not be read yet. Ref –.',
    { transactionId: null, verified: false },
  ],
  [
    'completed',
    'Paid. The reference that the customer entered matches. Ref 636042511.',
    { transactionId: '636042511', verified: true, by: 'payer' },
  ],
  [
    'completed',
    'Paid. The reference that the shop entered matches. Ref 636042511.',
    { transactionId: '636042511', verified: true, by: 'Hanta' },
  ],
  [
    'completed',
    'Paid. The transaction that a callback named matches. Ref 636042511.',
    { transactionId: '636042511', verified: true, by: 'callback' },
  ],
  ['verified', 'The companion read the operator’s transaction details, and they match the payment.', { transactionId: '636042511' }],
  ['failed', 'Not paid. The operator reports that the payment failed.', { code: 'payment_failed', reason: null }],
  ['failed', 'Not paid. The customer’s balance is too low.', { code: 'payment_failed', reason: '60019 Insufficient balance' }],
  ['failed', 'Not paid. The operator reports that the payment failed.', { code: 'payment_failed', reason: '7 Limite du compte' }],
  ['failed', 'Not paid. The customer declined the request.', { code: 'payment_declined' }],
  [
    'details_mismatch',
    'The operator’s transaction details differ from the payment: amount, payer. It does not count as paid.',
    { fields: 'amount,debitParty' },
  ],
  [
    'details_mismatch',
    'The operator’s transaction details differ from the payment: transaction (the operator names none). It does not count as paid.',
    { fields: 'objectReference' },
  ],
  [
    'details_unavailable',
    'The operator’s transaction details could not be read. The connection to the operator broke.',
    { reason: 'no_answer: ECONNRESET' },
  ],
  ['unknown_status', 'The operator answered with an unknown status: “queued”. The payment has not changed.', { status: 'queued' }],
  ['resolved', 'Resolution recorded: The money arrived. SMS seen', { resolution: 'received', reason: 'SMS seen' }],
  ['resolved', 'Resolution recorded: No money was taken. Not in the portal', { resolution: 'not_received', reason: 'Not in the portal' }],
  ['resolved', 'Resolution recorded: Closed. Refunded', { resolution: 'closed', reason: 'Refunded' }],
  [
    'order_overpaid',
    'The order was already paid. Send the money of this payment or of the other one back, and record the refund.',
    { also: 'pay_0000000000000000000001' },
  ],
  [
    'restored',
    'The payment comes from a backup that has it as not sent. The companion may have sent it after the backup.',
    { reason: 'a backup has it as not sent' },
  ],
  [
    'refunded',
    'A refund of 5,000\u00a0Ar was recorded. Out of stock.',
    { refund: 'ref_1', amount: 5000, reason: 'Out of stock.', by: 'Hanta' },
  ],
  [
    'refund_voided',
    'The record of a refund of 5,000\u00a0Ar was voided. Recorded twice.',
    { refund: 'ref_1', amount: 5000, reason: 'Recorded twice.', by: 'Hanta' },
  ],
  ['webhook_replayed', 'The webhook was sent to the shop again.', { by: 'Hanta' }],
];
