import type { Payment } from '@tsena/shared/checkout';
import { writeLocalTime } from '@tsena/shared/merchant';
import type { Enhancement } from './enhance.ts';
import { phoneForm, referenceForm } from './forms.ts';
import { type Html, html, type Part } from './html.ts';
import { heading, type Page } from './layout.ts';
import type { PageTexts } from './texts.ts';

/** Which part of a payment's page is open. Pages with a form do not refresh themselves: a refresh would delete what is typed. */
export type PaymentPageView = 'status' | 'retry' | 'reference';

/** What the page of a payment shows besides the payment. */
export interface PaymentPageContent {
  readonly view: PaymentPageView;
  readonly description: string | null;
  /** When the payment became final, ms since 1970. */
  readonly finalAt: number | null;
  /** Where a new attempt of the same order is sent; null if none may begin. */
  readonly retry: { readonly action: string; readonly field: string } | null;
  /** The signed field of the reference form. */
  readonly field: string;
  /** The shop's page, with the order in its query. */
  readonly returnUrl: string | null;
  /** Whether another payment has paid the order. */
  readonly isPaidByAnother: boolean;
  /** The query that keeps the chosen language. */
  readonly query: string;
  /** For the view in which the widget can take over. */
  readonly enhancement: Enhancement | null;
  readonly typed: string | null;
  readonly error: string | null;
}

/** The page of a payment: its state, and at the end its receipt. It refreshes itself until the payment is final. */
export function paymentPage(texts: PageTexts, payment: Payment, content: PaymentPageContent): Page {
  const view = viewOf(payment, content);
  return {
    title: `${payment.partnerName} · ${texts.money(payment.amount)}`,
    preview: null,
    refreshSeconds: view === 'waiting' || view === 'unresolved' || view === 'unnamed' || view === 'review' ? refreshSeconds(payment) : null,
    amount: payment.amount,
    about: content.description ?? payment.order,
    body: html`<section>${bodies[view](texts, payment, content)}</section>`,
    enhancement: view === 'waiting' ? content.enhancement : null,
  };
}

type View = 'paid' | 'review' | 'done' | 'retry' | 'failed' | 'reference' | 'unresolved' | 'unnamed' | 'waiting';

/** The views of the widget, and those that a page without a script needs for its forms. */
function viewOf({ status, failure }: Payment, { view, retry, isPaidByAnother }: PaymentPageContent): View {
  if (status === 'completed') return 'paid';
  if (failure?.code === 'details_mismatch') return status === 'failed' ? 'failed' : 'review';
  // The operator says that it is paid: the payer must not pay again, and can name the transaction.
  if (failure?.code === 'reference_missing' && status !== 'failed') return view === 'reference' ? 'reference' : 'unnamed';
  if (isPaidByAnother) return 'done';
  if (status === 'failed') return 'failed';
  if (view === 'retry' && retry !== null) return 'retry';
  if (status === 'unresolved') return view === 'reference' ? 'reference' : 'unresolved';
  return 'waiting';
}

/** The pause grows with the payment's age, so that a forgotten page costs little. */
function refreshSeconds({ createdAt, serverTime }: Payment): number {
  const age = (Date.parse(serverTime) - Date.parse(createdAt)) / 1000;
  if (age < 30) return 3;
  if (age < 120) return 5;
  if (age < 900) return 10;
  return age < 3600 ? 30 : 120;
}

type Body = (texts: PageTexts, payment: Payment, content: PaymentPageContent) => Html;

const bodies: Readonly<Record<View, Body>> = {
  paid: (texts, payment, content) =>
    html`${heading('paid', texts.t('paid.title'))}<p>${texts.t('paid.lead', { partner: payment.partnerName })}</p>${receipt(
      texts,
      payment,
      content,
    )}<p class="k">${texts.t('paid.keep')}</p>${backLink(texts, content, 'b')}`,

  review: (texts, payment, content) =>
    html`${heading('question', texts.t('review.title'))}<p>${payment.failure?.message ?? null}</p>${receipt(texts, payment, content)}`,

  done: ({ t }, _payment) => html`${heading('paid', t('done.title'))}<p>${t('done.lead')}</p>`,

  failed: (texts, payment, content) =>
    html`${heading('no', texts.t('failed.title'))}<p>${payment.failure?.message ?? null}</p>${
      content.retry !== null &&
      html`<div class="h"><h3>${texts.t('failed.retry')}</h3>${retryForm(texts, payment, content, content.retry)}</div>`
    }${backLink(texts, content, content.retry === null ? 'b' : 'q')}`,

  retry: (texts, payment, content) => {
    const { t } = texts;
    const { payer } = payment;
    return html`<h2>${t('late.send')}</h2><ul><li>${t('late.check', { payer })}</li><li>${t('form.openRequest', { payer })}</li></ul>${
      content.retry !== null && retryForm(texts, payment, content, content.retry)
    }<a class="q" href="${payment.id}${content.query}">${t('late.wait')}</a>`;
  },

  unresolved: ({ t }, payment, content) =>
    html`${heading('question', t('unresolved.title'))}<p>${t('unresolved.lead')}</p><div class="h"><h3>${t(
      'unresolved.sms',
    )}</h3></div><a class="b" href="${open(payment, content, 'reference')}">${t('unresolved.open')}</a><div class="h"><h3>${t(
      'unresolved.noSms',
    )}</h3></div>${
      content.retry === null
        ? html`<p>${t('unresolved.wait')}</p>`
        : html`<a class="q" href="${open(payment, content, 'retry')}">${t('late.send')}</a>`
    }`,

  unnamed: ({ t }, payment, content) =>
    html`${heading('question', t('review.title'))}<p>${payment.failure?.message ?? null}</p><a class="b" href="${open(
      payment,
      content,
      'reference',
    )}">${t('unresolved.open')}</a>`,

  reference: (texts, payment, content) =>
    html`<h2>${texts.t('unresolved.sms')}</h2>${referenceForm(texts, {
      action: `${payment.id}${content.query}`,
      field: content.field,
      typed: content.typed,
      error: content.error,
    })}<a class="q" href="${payment.id}${content.query}">${texts.t('late.wait')}</a>`,

  waiting: ({ t, money }, payment, content) => {
    const minutes = Math.floor((Date.parse(payment.serverTime) - Date.parse(payment.createdAt)) / 60_000);
    return html`${heading('phone', t('waiting.title'))}<p>${t('waiting.sent', { payer: payment.payer })}</p><ol><li>${t('waiting.step1', {
      amount: money(payment.amount),
    })}</li><li>${t('waiting.step2')}</li><li>${t('waiting.step3')}</li></ol><p class="w" role="status">${t('waiting.pending')} ${
      minutes > 0 && `(${minutes} min)`
    }</p><a class="q" href="${payment.id}${content.query}">${t('waiting.refresh')}</a>${
      content.retry !== null &&
      html`<div class="h"><h3>${t('late.title')}</h3></div><a class="q" href="${open(payment, content, 'retry')}">${t('late.open')}</a>`
    }`;
  },
};

/** The address of this page with one of its forms. */
function open(payment: Payment, { query }: PaymentPageContent, view: PaymentPageView): string {
  return `${payment.id}${query}${query === '' ? '?' : '&'}view=${view}`;
}

function retryForm(
  texts: PageTexts,
  payment: Payment,
  { typed, error }: PaymentPageContent,
  retry: { action: string; field: string },
): Html {
  return phoneForm(texts, { ...retry, from: payment.id, typed, error, amount: payment.amount });
}

function backLink({ t }: PageTexts, { returnUrl }: PaymentPageContent, kind: 'b' | 'q'): Part {
  return returnUrl !== null && html`<a class="${kind}" href="${returnUrl}">${t('back')}</a>`;
}

function receipt({ t, money }: PageTexts, payment: Payment, { finalAt }: PaymentPageContent): Html {
  const rows: readonly (readonly [string, string | null])[] = [
    [t('receipt.amount'), money(payment.amount)],
    [t('receipt.payer'), payment.payer],
    [t('receipt.order'), payment.order],
    [t('receipt.reference'), payment.transactionReference],
    [t('receipt.time'), finalAt === null ? null : writeLocalTime(finalAt)],
  ];
  return html`<dl>${rows.map(([name, value]) => value !== null && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
