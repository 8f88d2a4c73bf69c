import { keepPreviousData } from '@tanstack/react-query';
import { monthOf, totalsSchema } from '@tsena/shared/merchant';
import { useState } from 'react';
import { serverNow } from '../core/serverClock.ts';
import { Choice } from '../shared/Choice.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Loaded } from '../shared/Loaded.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { TotalsChart } from './TotalsChart.tsx';
import { TotalsTable } from './TotalsTable.tsx';

const RANGES_DAYS = [7, 30, 90] as const;
const VIEWS = ['chart', 'table'] as const;

/** The totals of each day, as a chart or as a table. */
export function DailyTotals() {
  const { t } = useTexts();
  const [days, setDays] = useState<(typeof RANGES_DAYS)[number]>(30);
  const [view, setView] = useState<(typeof VIEWS)[number]>('chart');
  const totals = useLiveQuery(totalsSchema, `/totals?days=${days}`, { placeholderData: keepPreviousData });

  return (
    <section className="card daily-totals" aria-labelledby="daily-totals">
      <div className="title">
        <h2 id="daily-totals">{t('totals.title')}</h2>
        <div className="buttons">
          <Choice
            label={t('totals.range')}
            options={RANGES_DAYS}
            chosen={days}
            nameOf={(n) => t('totals.days', { n })}
            onChoose={setDays}
          />
          <Choice
            label={t('totals.view')}
            options={VIEWS}
            chosen={view}
            nameOf={(one) => t(`totals.${one}`)}
            onChoose={setView}
          />
        </div>
      </div>
      <p>
        <a className="alone" href={`#/months/${monthOf(serverNow())}`}>
          {t('month.open')}
        </a>
      </p>
      <Loaded query={totals}>
        {(data) => (view === 'chart' ? <TotalsChart totals={data} /> : <TotalsTable totals={data} />)}
      </Loaded>
    </section>
  );
}
