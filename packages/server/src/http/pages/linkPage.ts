import { type Language, sentenceFor } from '@tsena/shared';
import type { PageData, PageView, SentForm } from '@tsena/widget/server';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import { closedCode, type OrderPage } from '../../backoffice/links/orderPage.ts';
import type { Page } from './branding.ts';

const OPEN_REFRESH_SECONDS = 10;

/** What the page of a link shows besides the link. */
export interface LinkPageContent extends OrderPage {
  readonly language: Language;
  readonly form: SentForm;
  /** Whether the payer asks for the form although a payment of the order has no result. */
  readonly isRetry: boolean;
  /** What the widget shows in the place of the form; null: no script takes over. */
  readonly live: PageData | null;
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

function viewOf(link: LinkRow, { state, view, form, isRetry, live, language }: LinkPageContent): PageView {
  const isOpen = view === 'waiting' || view === 'unresolved';
  switch (state) {
    case 'open':
    case 'busy':
      if (isOpen && !isRetry && form.mistake === undefined)
        return { kind: 'open', links: state === 'open' ? questionLinks(form.action) : null };
      return live === null || isOpen ? { kind: 'form', form, isBusy: isOpen } : { kind: 'live', page: live };
    case 'waiting':
      return { kind: 'sent', back: form.action };
    case 'paid':
    case 'in_progress':
      return isOpen ? { kind: 'open', links: null } : { kind: 'order', view: view ?? 'paid' };
    default:
      return { kind: 'closed', reason: 'closed', text: sentenceFor(closedCode(state, link), language) };
  }
}

/** The ways from the question whether the secret code was typed: the same page, and the form. */
function questionLinks(action: string) {
  return { status: action, retry: `${action}${action.includes('?') ? '&' : '?'}view=retry` };
}
