import {
  dayOf,
  STATEMENT_RESULTS,
  type Statement,
  type StatementId,
  type StatementResult,
  type StatementRow,
  statementRowPageSchema,
  statementSchema,
} from '@tsena/shared/merchant';
import { useState } from 'react';
import { NO_FILTER, paymentsAddress } from '../core/filter.ts';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { Loaded } from '../shared/Loaded.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { SaveButton } from '../shared/SaveButton.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { usePages } from '../shared/usePages.ts';

/** What a merchant looks at first. */
const BY_URGENCY: readonly StatementResult[] = ['onlyAtOperator', 'different', 'onlyHere'];

/** A statement: the number of rows of each result, the rows of the chosen one with their actions, and exports. */
export function StatementPage({ id }: { readonly id: StatementId }) {
  const statement = useLiveQuery(statementSchema, `/statements/${id}`);
  return <Loaded query={statement}>{(data) => <Result statement={data} />}</Loaded>;
}

function Result({ statement }: { readonly statement: Statement }) {
  const { t, who, count, time, day } = useTexts();
  const { api } = useDashboard();
  const { id } = statement;
  const [result, setResult] = useState<StatementResult>(
    () => BY_URGENCY.find((one) => statement[one] > 0) ?? 'matched',
  );
  const rows = usePages(statementRowPageSchema, `/statements/${id}/rows?limit=50&result=${result}`);
  const fileOf = (part: string) => `statement-${dayOf(Date.parse(statement.createdAt))}-${part}.csv`;
  const last = dayOf(Date.parse(statement.to) - 1);
  const first = dayOf(Date.parse(statement.from));
  return (
    <div className="page statements">
      <h1>{first === last ? day(first) : `${day(first)} – ${day(last)}`}</h1>
      <p className="muted">
        {t('statements.imported', { time: time(statement.createdAt), name: who(statement.createdBy) })} ·{' '}
        {count('statements.rows', statement.rows)}
      </p>
      <fieldset className="outcomes">
        <legend className="visually-hidden">{t('statements.title')}</legend>
        {STATEMENT_RESULTS.map((one) => (
          <button key={one} type="button" aria-pressed={one === result} onClick={() => setResult(one)}>
            <strong>{statement[one]}</strong> {t(`result.${one}`)}
          </button>
        ))}
      </fieldset>
      <section className="card stack" aria-label={t(`result.${result}`)}>
        <p>{t(`result.${result}.help`)}</p>
        <PagedList
          pages={rows}
          look="rows"
          empty={t('statements.noRows')}
          keyOf={({ row, paymentId }) => row?.line ?? paymentId}
        >
          {(row) => <Row row={row} />}
        </PagedList>
        <div className="buttons">
          <SaveButton read={() => api.csv(`/statements/${id}/rows.csv?result=${result}`)} name={fileOf(result)} />
          <SaveButton
            read={() => api.csv(`/statements/${id}/rows.csv`)}
            name={fileOf('all')}
            text={t('statements.exportAll')}
            look="quiet"
          />
        </div>
      </section>
    </div>
  );
}

function Row({ row: { result, row, payment, paymentId, differences } }: { readonly row: StatementRow }) {
  const { t, labelled, money, time } = useTexts();
  const at = row?.date ?? payment?.finalAt ?? null;
  const reference = row?.transactionReference ?? payment?.transactionReference ?? null;
  const facts = [
    row === null ? null : t('statements.line', { n: row.line }),
    at === null ? null : time(at),
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
