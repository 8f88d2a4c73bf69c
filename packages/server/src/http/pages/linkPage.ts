import { type ProblemCode, sentenceFor } from '@tsena/shared';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import type { OrderPageState } from '../../backoffice/links/orderPage.ts';
import type { Enhancement } from './enhance.ts';
import { phoneForm } from './forms.ts';
import { type Html, html } from './html.ts';
import { heading, type Page } from './layout.ts';
import type { PageTexts } from './texts.ts';

/** What the page of a link shows besides the link. */
export interface LinkPageContent {
  readonly partnerName: string;
  readonly state: OrderPageState;
  /** The form's signed hidden field. */
  readonly field: string;
  /** The query that keeps the chosen language. */
  readonly query: string;
  readonly enhancement: Enhancement | null;
  readonly typed: string | null;
  readonly error: string | null;
}

/** The page of a link: the form, or why there is none. It shows nothing of a payment. */
export function linkPage(texts: PageTexts, link: LinkRow, content: LinkPageContent): Page {
  const amount = String(link.amount);
  return {
    title: `${content.partnerName} · ${texts.money(amount)}`,
    preview: { description: link.description },
    refreshSeconds: null,
    amount,
    about: link.description ?? (link.reusable === 1 ? null : link.order_reference),
    body: html`<section>${body(texts, link, content)}</section>`,
    enhancement: content.enhancement,
  };
}

function body(texts: PageTexts, link: LinkRow, { state, field, query, typed, error }: LinkPageContent): Html {
  const { t, language } = texts;
  const explain = (code: ProblemCode) => html`<p>${sentenceFor(code, language)}</p>`;
  switch (state) {
    case 'open':
    case 'busy':
      return html`<h2>${t('form.title')}</h2>${state === 'busy' && error === null && html`<p class="n">${t('busy.lead')}</p>`}${phoneForm(
        texts,
        {
          action: `${link.id}${query}`,
          field,
          from: null,
          typed,
          error,
          amount: String(link.amount),
        },
      )}`;
    case 'waiting':
      return html`${heading('phone', t('waiting.title'))}<p>${t('busy.lead')}</p><a class="q" href="${link.id}${query}">${t('late.open')}</a>`;
    case 'paid':
      return html`${heading('paid', t('done.title'))}<p>${t('done.lead')}</p>`;
    case 'review':
      return html`${heading('question', t('review.title'))}${explain('details_mismatch')}`;
    case 'exhausted':
      return html`${heading('no', t('closed.title'))}${explain('attempts_exhausted')}`;
    case 'changed':
      return html`${heading('no', t('closed.title'))}${explain('order_changed')}`;
    case 'cancelled':
      return html`${heading('no', t('closed.title'))}${explain('link_cancelled')}`;
    case 'expired':
      return html`${heading('no', t('closed.title'))}${explain(link.source === 'shop' ? 'order_token_expired' : 'link_expired')}`;
  }
}
