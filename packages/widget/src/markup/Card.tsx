import type { ReactNode } from 'react';
import type { View } from '../core/flow.ts';
import type { Translator } from '../core/translator.ts';
import type { Theme } from '../types.ts';

interface CardProps {
  texts: Translator;
  theme?: Theme | undefined;
  /** The {@link Summary}. */
  summary: ReactNode;
  view: View;
  /** What screen readers announce. */
  liveText?: string;
  /** The content of the view. */
  children: ReactNode;
}

/** The content of the shadow root: the order's summary, and the view for its present state. */
export function Card({ texts: { language, t }, theme = 'auto', summary, view, liveText = '', children }: CardProps) {
  return (
    <section className="card" part="card" lang={language} data-theme={theme} aria-label={t('form.title', { operator: t('operator') })}>
      {summary}
      <div className="view" data-view={view}>
        {children}
      </div>
      {/* Screen readers announce a text only if the live region was in the page before it. */}
      <p className="sr" role="status">
        {liveText}
      </p>
    </section>
  );
}

interface SummaryProps {
  /** That no real money moves, if so. */
  sandbox?: string | undefined;
  merchant?: string | undefined;
  amount: string | undefined;
  description?: string | undefined;
}

/** Amount, merchant and description. The style reserves the space of a line that is still empty. */
export function Summary({ sandbox, merchant, amount, description }: SummaryProps) {
  return (
    <header part="summary">
      {sandbox && <p className="sandbox">{sandbox}</p>}
      <p>{merchant}</p>
      <p className="amount" part="amount">
        {amount}
      </p>
      <p className="small">{description}</p>
    </header>
  );
}
