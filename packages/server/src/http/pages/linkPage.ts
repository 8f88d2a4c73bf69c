import { type Language, sentenceFor } from '@tsena/shared';
import { isOpenView } from '@tsena/shared/checkout';
import type { HostedData, HostedView, SentForm } from '@tsena/widget/server';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import { closedCode, type OrderPage } from '../../backoffice/links/orderPage.ts';
import type { Page } from './branding.ts';

const OPEN_REFRESH_SECONDS = 10;

type ClosedOrderView = Extract<HostedView, { kind: 'order' }>['view'];

/**
 * Which part of a page is open: what is true, the form for another request, or the field for the operator's reference.
 * Pages with a form do not refresh themselves: a refresh would delete what is typed.
 */
export type PagePart = 'status' | 'retry' | 'reference';

/** What the page of a link shows besides the link. */
export interface LinkPageContent extends Pick<OrderPage, 'state' | 'view'> {
  readonly language: Language;
  readonly part: PagePart;
  readonly form: SentForm;
  /** The form for the operator's reference; null if no payment of the order takes one. */
  readonly reference: SentForm | null;
  /** What an earlier payment of the order asks of the payer, in words; null: nothing. */
  readonly note: string | null;
  /** ms since 1970. */
  readonly now: number;
  /** What the widget shows in the place of the form; null: no script takes over. */
  readonly live: HostedData | null;
}

/** The page of a link: the form, or why there is none. It shows nothing of a payment. */
export function linkPage(link: LinkRow, content: LinkPageContent): Page {
  const view = viewOf(link, content);
  return {
    preview: { description: link.description },
    amount: String(link.amount),
    about: aboutOf(link),
    view,
    // It has no field that this would empty.
    refreshSeconds: view.kind === 'open' ? OPEN_REFRESH_SECONDS : null,
  };
}

/** What a link is for; null if only each payer's order could say it. */
export function aboutOf(link: LinkRow): string | null {
  return link.description ?? (link.reusable === 1 ? null : link.order_reference);
}

/** The address of a part of a page. */
export function addressOf(page: string, part: PagePart): string {
  return `${page}${page.includes('?') ? '&' : '?'}view=${part}`;
}

function viewOf(link: LinkRow, content: LinkPageContent): HostedView {
  const { state, view, form, note, live, language } = content;
  if (isOpenView(view)) return openView(view, content);
  switch (state) {
    case 'open':
      return live === null ? { kind: 'form', form, note, seen: null } : { kind: 'live', hosted: live };
    case 'waiting':
      return { kind: 'sent', back: form.action };
    case 'paid':
    case 'in_progress':
      return orderView(view ?? 'paid', content);
    case 'too_small':
      return { kind: 'closed', reason: 'closed', text: sentenceFor(closedCode(state, link), language) };
    default: {
      const why = sentenceFor(closedCode(state, link), language);
      return { kind: 'closed', reason: 'closed', text: note === null ? why : `${why} ${note}` };
    }
  }
}

/** What is true of the order. While it is in review, a payment can take the operator's reference. */
function orderView(view: ClosedOrderView, { part, form, reference, now }: LinkPageContent): HostedView {
  if (reference === null) return { kind: 'order', view, reference: null };
  const href = addressOf(form.action, 'reference');
  if (part === 'reference') return { kind: 'reference', view, form: reference, seen: { at: now, href } };
  return { kind: 'order', view, reference: href };
}

/** While a payment has no result, the form is behind a question. */
function openView(view: 'waiting' | 'unresolved', content: LinkPageContent): HostedView {
  const { state, part, form, reference, now } = content;
  const mayRetry = state === 'open';
  if (part === 'reference' && (reference !== null || mayRetry)) {
    return { kind: 'reference', view, form: reference, seen: { at: now, href: addressOf(form.action, 'reference') } };
  }
  if (part === 'retry' && mayRetry) {
    return { kind: 'form', form, note: null, seen: { at: now, href: addressOf(form.action, 'retry') } };
  }
  return {
    kind: 'open',
    retry: mayRetry ? addressOf(form.action, 'retry') : null,
    reference: mayRetry || reference !== null ? addressOf(form.action, 'reference') : null,
  };
}
