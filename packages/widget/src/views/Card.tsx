import { Fragment, type ReactNode, type RefObject } from 'react';
import { measureAmount } from '../core/measureAmount.ts';
import type { Theme } from '../core/types.ts';
import { useTexts } from './context.ts';

interface CardProps {
  cardRef?: RefObject<HTMLElement | null>;
  theme?: Theme | undefined;
  /** The {@link Summary}, if the order is known. */
  summary: ReactNode;
  /** The name of the view, for styles and tests. */
  view: string;
  /** What screen readers announce. */
  liveText?: string;
  /** The content of the view. */
  children: ReactNode;
}

/** The order's summary, and the view for its present state. */
export function Card({ cardRef, theme = 'auto', summary, view, liveText = '', children }: CardProps) {
  const { language } = useTexts();
  return (
    <section ref={cardRef} className="card" part="card" lang={language} data-theme={theme} aria-labelledby="title">
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

/** What the {@link Summary} shows. The style reserves the line of what is undefined; what is null has none. */
export interface SummaryProps {
  isSandbox?: boolean | undefined;
  merchant: string | undefined;
  /** In Ariary, as digits. */
  amount: string | null | undefined;
  description: string | null | undefined;
  /** Set on a hosted page, whose heading the amount is. */
  hosted?: { readonly logoUrl: string | null } | undefined;
}

/** Merchant, amount and description. */
export function Summary({ isSandbox, merchant, amount, description, hosted }: SummaryProps) {
  const { t, formatMoney } = useTexts();
  const money = amount && formatMoney(amount);
  const Amount = hosted ? 'h1' : 'p';
  return (
    <header part="summary">
      {isSandbox && <p className="sandbox">{t('summary.sandbox')}</p>}
      {hosted?.logoUrl && <img src={hosted.logoUrl} alt="" />}
      <p>{merchant && t('summary.to', { partner: merchant })}</p>
      {amount !== null && (
        <Amount className="amount" part="amount" data-length={money && measureAmount(money)}>
          {money && breakAfterGroups(money)}
        </Amount>
      )}
      {description !== null && <p className="small">{description}</p>}
    </header>
  );
}

/** A long amount, which may go on in the next line after a group of digits, and nowhere else. */
function breakAfterGroups(money: string): ReactNode {
  if (measureAmount(money) === undefined) return money;
  const groups = money.match(/[^,\u00a0]+[,\u00a0]?/g) ?? [money];
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an amount keep their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ));
}
