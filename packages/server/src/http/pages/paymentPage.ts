import { isOpenView, type Payment } from '@tsena/shared/checkout';
import type { HostedData, HostedView, SentForm } from '@tsena/widget/server';
import type { Page } from './branding.ts';
import { addressOf, type PagePart } from './linkPage.ts';

/** What the page of a payment shows besides the payment. */
export interface PaymentPageContent {
  readonly part: PagePart;
  /** The page's own address, relative to the others. */
  readonly address: string;
  /** The payer's whole number, for the browser that has sent it; null: masked. */
  readonly payer: string | null;
  /** What is paid for. */
  readonly about: string;
  /** What the merchant recorded as refunded, and when, ms since 1970. */
  readonly refunds: readonly { readonly amount: string; readonly at: number }[];
  /** Of the merchant, for the receipt. */
  readonly registration: HostedData['registration'];
  /** Whether the page may take a new attempt, now or later. */
  readonly takesAnother: boolean;
  /** The form for a new attempt of the same order; null if none may begin. */
  readonly retry: SentForm | null;
  /** Why the link takes no new attempt, and what that means, in words; null: it takes one. */
  readonly closed: string | null;
  /** The form for the operator's reference; null if the payment takes none. */
  readonly reference: SentForm | null;
  /** The shop's page, with the order in its query. */
  readonly returnUrl: string | null;
  /** What the widget shows while the page follows the payment; null: no script takes over. */
  readonly live: HostedData | null;
}

/**
 * The page of a payment: what the companion says of it, and the forms that the address asks for and the payment allows.
 */
export function paymentPage(payment: Payment, content: PaymentPageContent): Page {
  const view = viewOf(payment, content);
  return {
    refreshSeconds: view.kind === 'live' || view.kind === 'payment' ? refreshSeconds(payment) : null,
    amount: payment.amount,
    about: content.about,
    view,
  };
}

function viewOf(payment: Payment, content: PaymentPageContent): HostedView {
  const { part, address, retry, reference, live, returnUrl, registration, refunds, closed, takesAnother } = content;
  const asks = payment.retryable && isOpenView(payment.view);
  if (part === 'reference' && (reference !== null || asks)) {
    const seen = { at: Date.parse(payment.serverTime), href: addressOf(address, 'reference') };
    return { kind: 'reference', view: payment.view, form: reference, seen };
  }
  const ownPayer = { ...payment, payer: content.payer ?? payment.payer };
  if (part === 'retry' && retry !== null) return { kind: 'retry', payment: ownPayer, form: retry };
  if (live !== null && payment.nextPollMs !== null) return { kind: 'live', hosted: live };
  return {
    kind: 'payment',
    payment,
    returnUrl,
    registration,
    refunds,
    closed,
    takesAnother,
    takesReference: reference !== null,
  };
}

/**
 * The page loads itself again for as long as the companion plans news. The pause grows, so that a forgotten page costs
 * little.
 */
function refreshSeconds({ createdAt, serverTime, nextPollMs }: Payment): number | null {
  if (nextPollMs === null) return null;
  const age = (Date.parse(serverTime) - Date.parse(createdAt)) / 1000;
  return Math.max(secondsAt(age), nextPollMs / 1000);
}

function secondsAt(age: number): number {
  if (age < 30) return 3;
  if (age < 120) return 5;
  if (age < 900) return 10;
  return age < 3600 ? 30 : 120;
}
