/** English texts of what needs review. */
export const review = {
  'review.title': 'Needs review',
  'review.none': 'Nothing needs review.',
  'review.all': 'Show all {n}',
  'review.morePayments': 'Show all payments that need review',
  'review.moreWebhooks': 'More failed webhooks: {n}. They appear here after you send these again.',
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
