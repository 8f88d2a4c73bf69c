import { keepPreviousData } from '@tanstack/react-query';
import { monthOf, totalsSchema } from '@tsena/shared/merchant';
import { serverNow } from '../core/serverClock.ts';
import { BackLink } from '../shared/BackLink.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';
import { Loaded } from '../shared/Loaded.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { addMonths, rangeOfMonth } from './months.ts';
import { TotalsTable } from './TotalsTable.tsx';
import { writeFees } from './writeFees.ts';

/** The totals of a month: the sum of its days, and each day. */
export function MonthPage({ month }: { readonly month: string }) {
  const texts = useTexts();
  const { t, money, day, month: writeMonth } = texts;
  const { from, to } = rangeOfMonth(month, serverNow());
  const totals = useLiveQuery(totalsSchema, `/totals?from=${from}&to=${to}`, { placeholderData: keepPreviousData });
  const isCurrent = month >= monthOf(serverNow());
  return (
    <div className="page month">
      <BackLink to="#/">{t('month.back')}</BackLink>
      <div className="title">
        <h1 className="capital">{writeMonth(month)}</h1>
        <div className="buttons">
          <a className="button" href={`#/months/${addMonths(month, -1)}`}>
            ← {writeMonth(addMonths(month, -1))}
          </a>
          {isCurrent ? null : (
            <a className="button" href={`#/months/${addMonths(month, 1)}`}>
              {writeMonth(addMonths(month, 1))} →
            </a>
          )}
        </div>
      </div>
      <section className="card" aria-label={writeMonth(month)}>
        <Loaded query={totals}>
          {({ total, days }) => (
            <>
              <FactList
                facts={[
                  [t('totals.amount'), money(total.amount)],
                  [t('totals.refunded'), money(total.refunded)],
                  [t('totals.net'), money(total.net)],
                  [t('totals.count'), String(total.completed)],
                  [t('payment.fees'), writeFees(total, texts)],
                ]}
              />
              <p className="hint">{t('month.hint', { to: day(to) })}</p>
              <TotalsTable totals={{ total, days }} />
            </>
          )}
        </Loaded>
      </section>
    </div>
  );
}
