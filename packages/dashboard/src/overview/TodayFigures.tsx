import type { Totals } from '@tsena/shared/merchant';
import type { ReactNode } from 'react';
import { useTexts } from '../shared/dashboardContext.ts';
import { writeFees } from './writeFees.ts';

/** Today's totals, with yesterday's amount for comparison. `instead` stands in their place while there are none. */
export function TodayFigures({
  totals,
  instead,
}: {
  readonly totals: Totals | undefined;
  readonly instead?: ReactNode;
}) {
  const texts = useTexts();
  const { t, count, money, day } = texts;
  const [yesterday, today] = totals?.days ?? [];
  return (
    <section className="card today" aria-labelledby="today">
      <h2 id="today">{t('today.title')}</h2>
      {today === undefined || yesterday === undefined ? (
        instead
      ) : (
        <>
          <p className="total">{money(today.amount)}</p>
          <p className="muted">{day(today.day)}</p>
          <ul className="plain tight">
            <li>{count('today.payments', today.completed)}</li>
            {today.failed > 0 ? <li>{count('today.failed', today.failed)}</li> : null}
            {today.refunded === '0' ? null : (
              <li>
                {keepParts(t('totals.refundedAndNet', { refunded: money(today.refunded), net: money(today.net) }))}
              </li>
            )}
            <li>{t('today.fees', { amount: writeFees(today, texts) })}</li>
            <li>{t('today.yesterday', { amount: money(yesterday.amount) })}</li>
          </ul>
        </>
      )}
    </section>
  );
}

/** A line breaks between the parts only, so that each amount stays with its name. */
function keepParts(text: string): string {
  const parts = text.split(' · ');
  return parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' · ');
}
