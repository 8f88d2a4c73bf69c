import { type Language, sentenceFor } from '@tsena/shared';
import type { PageData, PageView, SentForm } from '@tsena/widget/server';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import { closedCode, type OrderPage } from '../../backoffice/links/orderPage.ts';
import type { Page } from './branding.ts';

/** What the page of a link shows besides the link. */
export interface LinkPageContent extends OrderPage {
  readonly language: Language;
  readonly form: SentForm;
  /** What the widget shows in the place of the form; null: no script takes over. */
  readonly live: PageData | null;
}

/** The page of a link: the form, or why there is none. It shows nothing of a payment. */
export function linkPage(link: LinkRow, content: LinkPageContent): Page {
  return {
    preview: { description: link.description },
    amount: String(link.amount),
    about: aboutOf(link),
    view: viewOf(link, content),
  };
}

/** What a link is for; null if only each payer's order could say it. */
export function aboutOf(link: LinkRow): string | null {
  return link.description ?? (link.reusable === 1 ? null : link.order_reference);
}

function viewOf(link: LinkRow, { state, view, form, live, language }: LinkPageContent): PageView {
  switch (state) {
    case 'open':
    case 'busy':
      return live === null ? { kind: 'form', form, isBusy: state === 'busy' } : { kind: 'live', page: live };
    case 'waiting':
      return { kind: 'sent', back: form.action };
    case 'paid':
    case 'in_progress':
      if (view === 'waiting' || view === 'unresolved') return { kind: 'open' };
      return { kind: 'order', view: view ?? 'paid' };
    default:
      return { kind: 'closed', reason: 'closed', text: sentenceFor(closedCode(state, link), language) };
  }
}
