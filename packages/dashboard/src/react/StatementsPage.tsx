import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { monthOf } from '@tsena/shared/merchant';
import { type FormEvent, useState } from 'react';
import { writeRoute } from '../core/route.ts';
import { describeError, useDashboard, useTexts } from './dashboardContext.ts';
import { Field } from './Field.tsx';
import { QueryFallback } from './QueryFallback.tsx';
import { StatementForm } from './StatementForm.tsx';
import { saveFile } from './saveFile.ts';
import { goTo } from './useRoute.ts';

/** The operator's statements: an import, those that were imported, and the accountant's export. */
export function StatementsPage() {
  const { t, time, language } = useTexts();
  const { api, announce } = useDashboard();
  const list = useInfiniteQuery({
    queryKey: [language, 'statements'],
    queryFn: ({ pageParam }) => api.statements(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const statements = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className="statements">
      <h1>{t('statements.title')}</h1>
      <StatementForm
        onImported={({ id, rows }) => {
          announce(t('statements.done', { n: rows }));
          goTo({ page: 'statement', id });
        }}
      />
      <section className="card" aria-label={t('statements.title')}>
        {list.data === undefined ? (
          <QueryFallback query={list} />
        ) : statements.length === 0 ? (
          <p className="muted">{t('statements.empty')}</p>
        ) : (
          <ul className="plain rows">
            {statements.map(({ id, createdAt, createdBy, rows, onlyHere, onlyAtOperator, different }) => (
              <li key={id}>
                <a className="statement-row" href={writeRoute({ page: 'statement', id })}>
                  <span>{t('statements.imported', { time: time(createdAt), name: createdBy })}</span>
                  <span className="muted">
                    {[
                      t('statements.rows', { n: rows }),
                      `${t('result.onlyHere')}: ${onlyHere}`,
                      `${t('result.onlyAtOperator')}: ${onlyAtOperator}`,
                      `${t('result.different')}: ${different}`,
                    ].join(' · ')}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
        {list.hasNextPage ? (
          <button
            type="button"
            className="button wide"
            aria-disabled={list.isFetchingNextPage}
            onClick={() => list.isFetchingNextPage || list.fetchNextPage()}
          >
            {t(list.isFetchingNextPage ? 'app.loading' : 'payments.more')}
          </button>
        ) : null}
      </section>
      <BooksExport />
    </div>
  );
}

/** Saves a month's payments and refunds for the accountant. */
function BooksExport() {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const [month, setMonth] = useState(monthOf(Date.now()));
  const save = useMutation({ mutationFn: api.books, onSuccess: (file, one) => saveFile(file, `books-${one}.csv`) });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending && month !== '') save.mutate(month);
  }
  return (
    <form className="card stack" onSubmit={submit}>
      <h2>{t('books.title')}</h2>
      <Field label={t('books.month')}>
        {(attributes) => (
          // Firefox and Safari show a text field, hence the pattern.
          <input
            {...attributes}
            type="month"
            pattern="20\d\d-\d\d"
            placeholder="2026-11"
            value={month}
            onChange={(event) => setMonth(event.target.value)}
          />
        )}
      </Field>
      {save.error === null ? null : (
        <p className="error" role="alert">
          {describeError(save.error, texts)}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={save.isPending}>
        {t(save.isPending ? 'export.busy' : 'books.submit')}
      </button>
    </form>
  );
}
