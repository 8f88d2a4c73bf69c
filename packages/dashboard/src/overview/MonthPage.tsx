import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dayOf } from '@tsena/shared/merchant';
import { writeRoute } from '../core/route.ts';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';
import { QueryFallback } from '../shared/QueryFallback.tsx';
import { addMonths, daysOfMonth } from './months.ts';
import { TotalsTable } from './TotalsTable.tsx';

/** The totals of a month: the sum of its days, and each day. */
export function MonthPage({ month }: { readonly month: string }) {
  const { t, money, count, day, month: writeMonth, language } = useTexts();
  const { api, live } = useDashboard();
  const today = dayOf(Date.now());
  const { from, to } = daysOfMonth(month, Date.now());
  const totals = useQuery({
    queryKey: [language, 'totals', from, to],
    queryFn: () => api.totalsBetween(from, to),
    refetchInterval: live.refreshMs,
    placeholderData: keepPreviousData,
  });
  const total = totals.data?.total;
  const isCurrent = month >= today.slice(0, 7);
  return (
    <div className="payments month">
      <p className="back">
        <a href={writeRoute({ page: 'overview' })}>{t('month.back')}</a>
      </p>
      <div className="title">
        <h1>{writeMonth(month)}</h1>
        <div className="buttons">
          <a className="button" href={writeRoute({ page: 'month', month: addMonths(month, -1) })}>
            ← {writeMonth(addMonths(month, -1))}
          </a>
          {isCurrent ? null : (
            <a className="button" href={writeRoute({ page: 'month', month: addMonths(month, 1) })}>
              {writeMonth(addMonths(month, 1))} →
            </a>
          )}
        </div>
      </div>
      <section className="card" aria-label={writeMonth(month)}>
        {totals.data === undefined || total === undefined ? (
          <QueryFallback query={totals} />
        ) : (
          <>
            <FactList
              facts={[
                [t('totals.amount'), money(total.amount)],
                [t('totals.refunded'), money(total.refunded)],
                [t('totals.net'), money(total.net)],
                [t('totals.count'), String(total.completed)],
                [t('payment.fees'), money(total.fees)],
                [t('month.unknownFees'), total.unknownFees === 0 ? null : count('totals.unknownFees', total.unknownFees)],
              ]}
            />
            <p className="hint">{t('month.hint', { to: day(to) })}</p>
            <TotalsTable totals={totals.data} />
          </>
        )}
      </section>
    </div>
  );
}
