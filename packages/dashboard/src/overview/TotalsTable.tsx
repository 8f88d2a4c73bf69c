import type { Totals } from '@tsena/shared/merchant';
import { useTexts } from '../shared/dashboardContext.ts';

/** The totals of each day as a table, newest day first. */
export function TotalsTable({ totals }: { readonly totals: Totals }) {
  const { t, money, day: writeDay } = useTexts();
  const { total } = totals;
  const hasRefunds = totals.days.some(({ refunded }) => refunded !== '0');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable region
    <section className="scroll" tabIndex={0} aria-label={t('totals.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('totals.day')}</th>
            <th scope="col">{t('totals.amount')}</th>
            {hasRefunds ? (
              <>
                <th scope="col">{t('totals.refunded')}</th>
                <th scope="col">{t('totals.net')}</th>
              </>
            ) : null}
            <th scope="col">{t('totals.count')}</th>
            <th scope="col">{t('totals.fees')}</th>
            <th scope="col">{t('totals.failed')}</th>
          </tr>
        </thead>
        <tbody>
          {[...totals.days].reverse().map(({ day, amount, refunded, net, completed, fees, failed }) => (
            <tr key={day}>
              <th scope="row">{writeDay(day)}</th>
              <td>{money(amount)}</td>
              {hasRefunds ? (
                <>
                  <td>{money(refunded)}</td>
                  <td>{money(net)}</td>
                </>
              ) : null}
              <td>{completed}</td>
              <td>{money(fees)}</td>
              <td>{failed}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('totals.total')}</th>
            <td>{money(total.amount)}</td>
            {hasRefunds ? (
              <>
                <td>{money(total.refunded)}</td>
                <td>{money(total.net)}</td>
              </>
            ) : null}
            <td>{total.completed}</td>
            <td>{money(total.fees)}</td>
            <td>{total.failed}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
