/** One picture of the manual. */
interface ManualPicture {
  /** Where it is, in `docs/`. */
  readonly file: string;
  /** The part of the page from its top that the picture shows, px; by default the whole page. */
  readonly height?: number;
}

/**
 * The pictures of the manual that `main.ts` makes, besides the widget's sheets in `docs/widget`. The key is the name with which
 * {@link Camera.capture} is called: view, size, theme and language.
 */
export const MANUAL_PICTURES: Readonly<Record<string, ManualPicture>> = {
  checkout: { file: 'images/checkout.webp' },
  'overview-desktop-light-en': { file: 'dashboard/overview.webp', height: 900 },
  'overview-phone-dark-en': { file: 'dashboard/overview-phone.webp', height: 900 },
  'unresolved-phone-light-en': { file: 'dashboard/unresolved.webp', height: 900 },
  'refund-phone-light-en': { file: 'dashboard/refund.webp', height: 1240 },
  'refunded-phone-light-en': { file: 'dashboard/refunded.webp', height: 1240 },
  'keys-desktop-light-en': { file: 'dashboard/keys.webp', height: 800 },
  'setup-desktop-light-en': { file: 'images/setup.webp', height: 900 },
  'links-phone-light-en': { file: 'images/links/create.webp', height: 740 },
  'link-phone-light-en': { file: 'images/links/share.webp', height: 740 },
  'counter-phone-light-en': { file: 'images/links/counter.webp', height: 740 },
  'counter-paid-phone-light-en': { file: 'images/links/counter-paid.webp', height: 740 },
  'till-phone-light-en': { file: 'images/counter/form.webp', height: 740 },
  'till-waiting-phone-light-en': { file: 'images/counter/waiting.webp', height: 740 },
  'till-paid-phone-light-en': { file: 'images/counter/paid.webp', height: 740 },
  'form-phone-light-mg': { file: 'images/hosted-page/form.webp', height: 740 },
  'waiting-phone-light-en': { file: 'images/hosted-page/waiting.webp', height: 740 },
  'unresolved-page-phone-light-en': { file: 'images/hosted-page/unresolved.webp', height: 740 },
  'receipt-phone-light-en': { file: 'images/hosted-page/receipt.webp', height: 740 },
  'statement-form-desktop-light-en': { file: 'images/reconciliation/import.webp', height: 760 },
  'statement-desktop-light-en': { file: 'images/reconciliation/result.webp', height: 700 },
  'month-desktop-light-en': { file: 'images/reconciliation/month.webp', height: 620 },
  'portal-payments-desktop-light-en': { file: 'images/portal.webp', height: 720 },
};
