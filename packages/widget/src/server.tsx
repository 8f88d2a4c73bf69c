import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { setServerTime } from './core/serverClock.ts';
import { Document, type DocumentProps } from './hosted/Document.tsx';
import pageCss from './hosted/page.css?inline';
import css from './styles.css?inline';

export type { PageData } from './core/pageData.ts';
export type { DocumentProps } from './hosted/Document.tsx';
export type { Mistake, PageProps, PageView, SentForm } from './hosted/Page.tsx';
export { TAKE_OVER_SCRIPT } from './hosted/takeOver.ts';
export { renderFirstTexts } from './renderFirstTexts.tsx';

/** The style of a hosted page, without the merchant's colours. */
export const PAGE_STYLE = css + pageCss;

/** Writes a hosted page: the widget's components, rendered on Preact. It works without a script. */
export function renderDocument(props: DocumentProps): string {
  const { view } = props;
  const payment = view.kind === 'live' ? view.page.checkout.payment : null;
  if (payment !== null) setServerTime(payment.serverTime);
  return `<!doctype html>${renderToString((<Document {...props} />) as VNode)}`;
}
