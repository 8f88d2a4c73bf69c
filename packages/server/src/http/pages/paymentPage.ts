import type { Payment } from '@tsena/shared/checkout';
import type { PageData, PageView, SentForm } from '@tsena/widget/server';
import type { Page } from './branding.ts';

/** Which part of a payment's page is open. Pages with a form do not refresh themselves: a refresh would delete what is typed. */
export type PaymentPageView = 'status' | 'retry' | 'reference';

/** What the page of a payment shows besides the payment. */
export interface PaymentPageContent {
  readonly view: PaymentPageView;
  /** The payer's whole number, for the browser that has sent it; null: masked. */
  readonly payer: string | null;
  /** What is paid for. */
  readonly about: string;
  /** When the payment became final, ms since 1970. */
  readonly finalAt: number | null;
  /** Of the merchant, for the receipt. */
  readonly registration: PageData['registration'];
  /** The form for a new attempt of the same order; null if none may begin. */
  readonly retry: SentForm | null;
  /** The form for the operator's reference. */
  readonly reference: SentForm;
  /** The shop's page, with the order in its query. */
  readonly returnUrl: string | null;
  /** What the widget shows while the payment waits; null: no script takes over. */
  readonly live: PageData | null;
}

/** The page of a payment: its state, and at the end its receipt. It refreshes itself until the payment is final. */
export function paymentPage(payment: Payment, content: PaymentPageContent): Page {
  const view = viewOf(payment, content);
  return {
    refreshSeconds: REFRESHED.has(view.kind) ? refreshSeconds(payment) : null,
    amount: payment.amount,
    about: content.about,
    view,
  };
}

const REFRESHED: ReadonlySet<PageView['kind']> = new Set(['live', 'waiting', 'unresolved', 'review']);

/** The views of the widget, and those that a page without a script needs for its forms. */
function viewOf(payment: Payment, content: PaymentPageContent): PageView {
  const { status, failure } = payment;
  const { view, returnUrl, retry, reference, live } = content;
  const unresolved = (mayRetry: boolean): PageView =>
    view === 'reference' ? { kind: 'reference', payment, form: reference } : { kind: 'unresolved', payment, mayRetry };
  const failed: PageView = { kind: 'failed', payment, returnUrl, retry };
  if (status === 'completed') {
    const receivedAt = content.finalAt ?? Date.parse(payment.updatedAt);
    return { kind: 'paid', payment, returnUrl, receivedAt, registration: content.registration };
  }
  if (failure?.code === 'details_mismatch') return status === 'failed' ? failed : { kind: 'review', payment };
  // The operator says that it is paid: the payer must not pay again, and can name the transaction.
  if (failure?.code === 'reference_missing' && status !== 'failed') return unresolved(false);
  if (payment.view === 'paid_by_another') return { kind: 'done' };
  if (status === 'failed') return failed;
  if (view === 'retry' && retry !== null)
    return { kind: 'retry', payment: { ...payment, payer: content.payer ?? payment.payer }, form: retry };
  if (status === 'unresolved') return unresolved(retry !== null);
  if (live !== null) return { kind: 'live', page: live };
  return { kind: failure === null ? 'waiting' : 'review', payment };
}

/** The pause grows with the payment's age, so that a forgotten page costs little. */
function refreshSeconds({ createdAt, serverTime }: Payment): number {
  const age = (Date.parse(serverTime) - Date.parse(createdAt)) / 1000;
  if (age < 30) return 3;
  if (age < 120) return 5;
  if (age < 900) return 10;
  return age < 3600 ? 30 : 120;
}
