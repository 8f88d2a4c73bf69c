import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chart } from './Chart.tsx';
import { Choice } from './Choice.tsx';
import { useDashboard, useTexts } from './desk.ts';
import { TotalsTable } from './TotalsTable.tsx';
import { Pending } from './Waiting.tsx';

const RANGES = [7, 30, 90] as const;
const FORMS = ['chart', 'table'] as const;

/** What was taken over time, as a chart or as a table. */
export function Takings({ every }: { readonly every: number }) {
  const { t, language } = useTexts();
  const { api } = useDashboard();
  const [days, setDays] = useState<(typeof RANGES)[number]>(30);
  const [form, setForm] = useState<(typeof FORMS)[number]>('chart');
  const totals = useQuery({
    queryKey: [language, 'totals', days],
    queryFn: () => api.totals(days),
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });

  return (
    <section className="card takings" aria-labelledby="takings">
      <div className="title">
        <h2 id="takings">{t('chart.title')}</h2>
        <div className="choices">
          <Choice label={t('chart.range')} options={RANGES} chosen={days} name={(n) => t('chart.days', { n })} onChoose={setDays} />
          <Choice label={t('chart.form')} options={FORMS} chosen={form} name={(one) => t(`chart.${one}`)} onChoose={setForm} />
        </div>
      </div>
      {totals.data === undefined ? (
        <Pending query={totals} />
      ) : form === 'chart' ? (
        <Chart totals={totals.data} />
      ) : (
        <TotalsTable totals={totals.data} />
      )}
    </section>
  );
}
