import { Fragment, type ReactNode } from 'react';
import { TODAY_KEY } from '../core/firstData.ts';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { QueryFallback } from '../shared/QueryFallback.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';

/** Today's totals, with yesterday's amount for comparison. */
export function TodayTotals() {
  const { t, count, money, day } = useTexts();
  const { api } = useDashboard();
  const totals = useLiveQuery(TODAY_KEY, () => api.totals(2));
  const [yesterday, today] = totals.data?.days ?? [];

  return (
    <section className="card today" aria-labelledby="today">
      <h2 id="today">{t('today.title')}</h2>
      {today === undefined || yesterday === undefined ? (
        <QueryFallback query={totals} />
      ) : (
        <>
          <p className="total">{money(today.amount)}</p>
          <p className="muted">{day(today.day)}</p>
          <ul className="plain">
            <li>{count('today.payments', today.completed)}</li>
            {today.failed > 0 ? <li>{count('today.failed', today.failed)}</li> : null}
            {today.refunded === '0' ? null : (
              <li>{keepParts(t('totals.refundedAndNet', { refunded: money(today.refunded), net: money(today.net) }))}</li>
            )}
            <li>
              {t('today.fees', { amount: money(today.fees) })}
              {today.unknownFees > 0 ? ` ${count('totals.unknownFees', today.unknownFees)}` : null}
            </li>
            <li>{t('today.yesterday', { amount: money(yesterday.amount) })}</li>
          </ul>
        </>
      )}
    </section>
  );
}

/** A line breaks between the parts only, so that each amount stays with its name. */
function keepParts(text: string): ReactNode {
  return text.split(' · ').map((part, index) => (
    <Fragment key={part}>
      {index === 0 ? null : ' · '}
      <span className="nowrap">{part}</span>
    </Fragment>
  ));
}
