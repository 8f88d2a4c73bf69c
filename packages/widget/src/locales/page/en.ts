/** English: what only the companion writes, on hosted pages that no script takes over. */
export const en = {
  'reference.open': 'Enter the reference in the SMS',
  'done.title': 'Already paid',
  'done.lead': 'This order is paid. Nothing remains to pay. The payer has the receipt on the page of the payment.',
  'busy.lead': 'A payment of this order is in progress. If it is yours, confirm it on your phone.',
  'closed.title': 'This page takes no payment any more',
  'error.title': 'We cannot show this page',
} as const;

/** The texts of hosted pages in one language, besides those of the widget. */
export type PageTexts = Readonly<Record<keyof typeof en, string>>;
