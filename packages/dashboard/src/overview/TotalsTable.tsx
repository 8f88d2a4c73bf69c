import type { Totals } from '@tsena/shared/merchant';
import { useTexts } from '../shared/dashboardContext.ts';
import { writeFees } from './writeFees.ts';

const COLUMNS = {
  amount: 'amount',
  refunded: 'refunded',
  net: 'net',
  completed: 'count',
  fees: 'fees',
  failed: 'failed',
} as const;
type Column = keyof typeof COLUMNS;

/**
 * The totals of each day as a table, newest day first. Without a refund, the columns of refunds and of the net are left
 * out.
 */
export function TotalsTable({ totals: { days, total } }: { readonly totals: Pick<Totals, 'days' | 'total'> }) {
  const texts = useTexts();
  const { t, money, day: writeDay } = texts;
  const hasRefunds = days.some(({ refunded }) => refunded !== '0');
  const columns = (Object.keys(COLUMNS) as Column[]).filter(
    (column) => hasRefunds || (column !== 'refunded' && column !== 'net'),
  );
  function write(of: Totals['total'], column: Column): string {
    if (column === 'fees') return writeFees(of, texts);
    return column === 'completed' || column === 'failed' ? String(of[column]) : money(of[column]);
  }
  const cells = (totalsOf: Totals['total']) => columns.map((column) => <td key={column}>{write(totalsOf, column)}</td>);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable region
    <section className="scroll" tabIndex={0} aria-label={t('totals.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('totals.day')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`totals.${COLUMNS[column]}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((one) => (
            <tr key={one.day}>
              <th scope="row">{writeDay(one.day)}</th>
              {cells(one)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('totals.total')}</th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
