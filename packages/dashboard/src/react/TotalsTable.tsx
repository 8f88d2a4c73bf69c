import type { Totals } from '@tsena/shared/merchant';
import { useTexts } from './desk.ts';

/** Takings by day in figures, newest first. */
export function TotalsTable({ totals }: { readonly totals: Totals }) {
  const { t, money, day: writeDay } = useTexts();
  const { total } = totals;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="scroll" tabIndex={0} aria-label={t('chart.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.day')}</th>
            <th scope="col">{t('chart.amount')}</th>
            <th scope="col">{t('chart.count')}</th>
            <th scope="col">{t('chart.fees')}</th>
            <th scope="col">{t('chart.failed')}</th>
          </tr>
        </thead>
        <tbody>
          {[...totals.days].reverse().map(({ day, amount, completed, fees, failed }) => (
            <tr key={day}>
              <th scope="row">{writeDay(day)}</th>
              <td>{money(amount)}</td>
              <td>{completed}</td>
              <td>{money(fees)}</td>
              <td>{failed}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('chart.total')}</th>
            <td>{money(total.amount)}</td>
            <td>{total.completed}</td>
            <td>{money(total.fees)}</td>
            <td>{total.failed}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
