import { useMutation } from '@tanstack/react-query';
import { monthOf, type StatementResult } from '@tsena/shared/merchant';
import { useState } from 'react';
import { serverNow } from '../core/serverClock.ts';
import { Button } from '../shared/Button.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { Form } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { saveFile } from '../shared/saveFile.ts';
import { goTo } from '../shared/useRoute.ts';
import { StatementForm } from './StatementForm.tsx';
import { Period, ROWS_AT_ONCE, StatementReport } from './StatementReport.tsx';
import { useComparison } from './useComparison.ts';

/** What a merchant looks at first. */
const BY_URGENCY: readonly StatementResult[] = ['onlyAtOperator', 'different', 'onlyHere'];
const RESULT = 'result';

/** The operator's statements: a comparison, its result, and the accountant's export. */
export function StatementsPage({ view }: { readonly view: string }) {
  const { t, count } = useTexts();
  const { announce } = useDashboard();
  const [comparison, setComparison] = useComparison();
  if (view === RESULT && comparison !== null)
    return <StatementReport comparison={comparison} onChange={setComparison} />;
  return (
    <div className="page statements">
      <h1>{t('statements.title')}</h1>
      {comparison === null ? null : (
        <p>
          <a href={`#/statements/${RESULT}`}>{t('statements.last')}</a> (<Period report={comparison.report} />)
        </p>
      )}
      <StatementForm
        onCompared={({ report, statement }) => {
          const { counts } = report;
          const result = BY_URGENCY.find((one) => counts[one] > 0) ?? 'matched';
          setComparison({ report, statement, result, shown: ROWS_AT_ONCE });
          goTo(`#/statements/${RESULT}`);
          announce(count('statements.done', counts.rows));
        }}
      />
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
