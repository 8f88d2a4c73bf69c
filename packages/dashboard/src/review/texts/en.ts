/** English texts of what needs review. */
export const review = {
  'review.title': 'Needs review',
  'review.none': 'Nothing needs review.',
  'review.all': 'Show all {n}',
  'review.morePayments': 'Show all payments that need review',
  'review.moreWebhooks': 'More failed webhooks: {n}. They appear here after you send these again.',
  'review.unresolved':
    'The operator’s answer was lost, so the customer may have paid. Before you deliver or ask for a new payment, enter the reference from the customer’s SMS, or check the operator’s portal and record a resolution.',
  'review.details_mismatch':
    'The operator’s transaction details differ from the payment: {fields}. The order does not count as paid. Check the transaction in the operator’s portal before you deliver.',
  'review.overpaid':
    'This order was paid more than once. Send the extra money back yourself, then record the refund here. The full refund of one payment ends this review.',
  'review.polling_stopped':
    'The operator still reports this payment as pending, and the companion no longer checks it automatically. It does not count as paid. Choose “Check status”, or check the operator’s portal and record a resolution.',
  'review.unverified':
    'The operator reports this payment as completed, so it counts as paid. Its transaction details could not be read, so the amount is not verified. Compare it with the operator’s portal, then choose “Close”.',
  'group.unresolved': '{n} payments while the operator gave no answer',
  'group.details_mismatch': '{n} payments with different details',
  'group.overpaid': '{n} payments of orders that were paid more than once',
  'group.polling_stopped': '{n} payments that stay pending',
  'group.unverified': '{n} paid payments that are not verified',
  'group.period': '{from} to {to} · {amount} in all',
  'group.refresh': 'Check all',
  'group.resolve': 'Record a resolution for all',
  'group.close': 'Close all',
  'group.each': 'One by one',
};
