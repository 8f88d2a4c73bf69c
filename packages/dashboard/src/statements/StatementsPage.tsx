import { useMutation } from '@tanstack/react-query';
import { monthOf, statementPageSchema } from '@tsena/shared/merchant';
import { useState } from 'react';
import { serverNow } from '../core/serverClock.ts';
import { Button } from '../shared/Button.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { Form } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { saveFile } from '../shared/saveFile.ts';
import { usePages } from '../shared/usePages.ts';
import { goTo } from '../shared/useRoute.ts';
import { StatementForm } from './StatementForm.tsx';

/** The operator's statements: an import, those that were imported, and the accountant's export. */
export function StatementsPage() {
  const { t, who, count, labelled, time } = useTexts();
  const { announce } = useDashboard();
  const statements = usePages(statementPageSchema, '/statements?limit=20');
  return (
    <div className="page statements">
      <h1>{t('statements.title')}</h1>
      <StatementForm
        onImported={({ id, rows }) => {
          goTo(`#/statements/${id}`);
          announce(count('statements.done', rows));
        }}
      />
      <section className="card" aria-label={t('statements.title')}>
        <PagedList pages={statements} look="rows" empty={t('statements.empty')} keyOf={({ id }) => id}>
          {({ id, createdAt, createdBy, rows, onlyHere, onlyAtOperator, different }) => (
            <a className="statement-row" href={`#/statements/${id}`}>
              <span>{t('statements.imported', { time: time(createdAt), name: who(createdBy) })}</span>
              <span className="muted">
                {[
                  count('statements.rows', rows),
                  labelled(t('result.onlyHere'), onlyHere),
                  labelled(t('result.onlyAtOperator'), onlyAtOperator),
                  labelled(t('result.different'), different),
                ].join(' · ')}
              </span>
            </a>
          )}
        </PagedList>
      </section>
      <BooksExport />
    </div>
  );
}

/** Saves a month's payments and refunds for the accountant. */
function BooksExport() {
  const { t } = useTexts();
  const { api } = useDashboard();
  const [month, setMonth] = useState(monthOf(serverNow()));
  const save = useMutation({
    mutationFn: (one: string) => api.csv(`/books.csv?month=${one}`),
    onSuccess: (file, one) => saveFile(file, `books-${one}.csv`),
  });
  return (
    <Form
      className="card stack"
      noValidate={false}
      isBusy={save.isPending}
      onSubmit={() => month !== '' && save.mutate(month)}
    >
      <h2>{t('books.title')}</h2>
      {/* Firefox and Safari show a text field, hence the pattern. */}
      <TextField
        label={t('month.title')}
        type="month"
        pattern="20\d\d-\d\d"
        placeholder="2026-11"
        value={month}
        onChange={setMonth}
      />
      <ErrorText error={save.error} />
      <Button type="submit" isBusy={save.isPending}>
        {t(save.isPending ? 'export.busy' : 'books.submit')}
      </Button>
    </Form>
  );
}
