import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { setServerTime } from './core/serverClock.ts';
import { Document, type DocumentProps } from './hosted/Document.tsx';
import hostedCss from './hosted/hosted.css?inline';
import laterCss from './hosted/later.css?inline';
import css from './styles/styles.css?inline';
import viewsCss from './styles/views.css?inline';

export type { HostedData } from './core/hostedData.ts';
export type { DocumentProps } from './hosted/Document.tsx';
export type { HostedPageProps, HostedView, Mistake, SentForm } from './hosted/HostedPage.tsx';
export { TAKE_OVER_SCRIPT } from './hosted/takeOver.ts';
export { renderFirstTexts } from './renderFirstTexts.tsx';

/** The styles of a hosted page: of its form, without the merchant's colours, and of what else there is. */
export const HOSTED_STYLES = { form: css + hostedCss, later: viewsCss + laterCss };

/** Writes a hosted page: the widget's components, rendered on Preact. It works without a script. */
export function renderDocument(props: DocumentProps): string {
  const { view } = props;
  const payment = view.kind === 'live' ? view.hosted.checkout.payment : null;
  if (payment !== null) setServerTime(payment.serverTime);
  return `<!doctype html>${renderToString((<Document {...props} />) as VNode)}`;
}
