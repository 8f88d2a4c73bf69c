import { dayOf, type StatementReport as Report, STATEMENT_RESULTS, type StatementRow } from '@tsena/shared/merchant';
import { NO_FILTER, paymentsAddress } from '../core/filter.ts';
import { serverNow } from '../core/serverClock.ts';
import { BackLink } from '../shared/BackLink.tsx';
import { Button } from '../shared/Button.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { SaveButton } from '../shared/SaveButton.tsx';
import { type Comparison, writeForm } from './useComparison.ts';

/** How many rows are shown at first, and how many more at each press. */
export const ROWS_AT_ONCE = 50;

interface StatementReportProps {
  readonly comparison: Comparison;
  readonly onChange: (comparison: Comparison) => void;
}

/** A comparison: the number of rows of each result, the rows of the chosen one with their actions, and the CSV file. */
export function StatementReport({ comparison, onChange }: StatementReportProps) {
  const { t, count } = useTexts();
  const { api } = useDashboard();
  const { report, statement, result, shown } = comparison;
  const { counts } = report;
  const rows = report.rows.filter((row) => row.result === result);
  const onlyInFile = counts[result] - rows.length;
  return (
    <div className="page statements">
      <BackLink to="#/statements">{t('statements.title')}</BackLink>
      <h1>
        <Period report={report} />
      </h1>
      <p className="muted">{count('statements.rows', counts.rows)}</p>
      <section className="card stack" aria-label={t('statements.save')}>
        <p>{t('statements.kept')}</p>
        <SaveButton
          read={() => api.formCsv('/statements', writeForm(statement))}
          name={`statement-${dayOf(serverNow())}.csv`}
          text={t('statements.save')}
        />
      </section>
      <fieldset className="outcomes">
        <legend className="visually-hidden">{t('statements.title')}</legend>
        {STATEMENT_RESULTS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === result}
            onClick={() => onChange({ ...comparison, result: one, shown: ROWS_AT_ONCE })}
          >
            <strong>{counts[one]}</strong> {t(`result.${one}`)}
          </button>
        ))}
      </fieldset>
      <section className="card stack" aria-label={t(`result.${result}`)}>
        <p>{t(`result.${result}.help`)}</p>
        {counts[result] === 0 ? <p className="muted">{t('statements.noRows')}</p> : null}
        {rows.length === 0 ? null : (
          <ul className="plain rows">
            {rows.slice(0, shown).map((row) => (
              <li key={row.row?.line ?? row.paymentId}>
                <Row row={row} />
              </li>
            ))}
          </ul>
        )}
        {rows.length > shown ? (
          <Button look="wide" onClick={() => onChange({ ...comparison, shown: shown + ROWS_AT_ONCE })}>
            {t('payments.more')}
          </Button>
        ) : null}
        {onlyInFile > 0 ? <p className="muted">{count('statements.more', onlyInFile)}</p> : null}
      </section>
    </div>
  );
}

/** The days of a report. */
export function Period({ report: { from, to } }: { readonly report: Report }) {
  const { day } = useTexts();
  const first = dayOf(Date.parse(from));
  const last = dayOf(Date.parse(to) - 1);
  return first === last ? day(first) : `${day(first)} – ${day(last)}`;
}

function Row({ row: { result, row, payment, paymentId, differences } }: { readonly row: StatementRow }) {
  const { t, labelled, money, time, moment } = useTexts();
  const at = row?.date ?? payment?.finalAt ?? null;
  const reference = row?.transactionReference ?? payment?.transactionReference ?? null;
  const facts = [
    row === null ? null : t('statements.line', { n: row.line }),
    at === null ? null : (row === null ? time : moment)(at),
    reference,
    // Both fees, if they are what differs.
    differences.includes('fee') && row?.fee != null && payment?.fees != null
      ? labelled(t('totals.fees'), `${money(row.fee.replace('-', ''))} / ${money(payment.fees)}`)
      : null,
    row?.payer ?? payment?.payer ?? null,
    payment?.order ?? null,
  ].filter((fact) => fact !== null);
  return (
    <div className="statement-row">
      <span className="amounts">
        {row === null || row.amount === null ? null : (
          <strong>{t('statements.operator', { amount: money(row.amount) })}</strong>
        )}
        {payment === null || result === 'refund' ? null : (
          <strong>{t('statements.here', { amount: money(payment.amount) })}</strong>
        )}
      </span>
      {differences.length === 0 ? null : (
        <span className="error">{differences.map((one) => t(`difference.${one}`)).join(', ')}</span>
      )}
      <span className="muted">{facts.join(' · ')}</span>
      {paymentId === null ? null : (
        <a href={`#/payments/${paymentId}`}>{t(result === 'onlyHere' ? 'statements.verify' : 'statements.open')}</a>
      )}
      {result === 'onlyAtOperator' && reference !== null ? (
        <a href={paymentsAddress({ ...NO_FILTER, q: reference })}>{t('statements.lookUp')}</a>
      ) : null}
    </div>
  );
}
