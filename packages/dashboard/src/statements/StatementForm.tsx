import { useMutation } from '@tanstack/react-query';
import {
  type PreviewedStatement,
  previewedStatementSchema,
  STATEMENT_COLUMNS,
  statementColumnsSchema,
  statementReportSchema,
} from '@tsena/shared/merchant';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { Alert } from '../shared/ErrorText.tsx';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { Field, SelectField, TextField } from '../shared/form/fields.tsx';
import { type Comparison, type StatementToCompare, writeForm } from './useComparison.ts';

/** The beginning of a file that shows its columns. */
const PREVIEW_BYTES = 64 * 1024;

type Compared = Pick<Comparison, 'report' | 'statement'>;
type Columns = Readonly<Partial<Record<(typeof STATEMENT_COLUMNS)[number], string | undefined>>>;

/** Chooses a statement of the operator, shows its first rows, maps its columns, and compares it. */
export function StatementForm({ onCompared }: { readonly onCompared: (compared: Compared) => void }) {
  const { t, describe } = useTexts();
  const { api } = useDashboard();
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Columns>({});
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const preview = useMutation({
    mutationFn: (chosen: File) => api.request(previewedStatementSchema, '/statements/preview', beginningOf(chosen)),
    onSuccess: ({ suggestion }) => setColumns(suggestion ?? {}),
  });
  const send = useMutation({
    mutationFn: async (statement: StatementToCompare): Promise<Compared> => ({
      report: await api.request(statementReportSchema, '/statements', writeForm(statement)),
      statement,
    }),
    onSuccess: onCompared,
  });

  function choose(chosen: File | undefined) {
    setFile(chosen ?? null);
    setIsIncomplete(false);
    send.reset();
    preview.reset();
    if (chosen !== undefined) preview.mutate(chosen);
  }

  function submit() {
    if (file === null || preview.data === undefined) return;
    const chosen = z.safeParse(statementColumnsSchema, columns).data;
    setIsIncomplete(chosen === undefined);
    if (chosen !== undefined) send.mutate({ file, columns: chosen, from, to });
  }

  const error = preview.error ?? send.error;
  return (
    <Form className="card stack" isBusy={send.isPending} onSubmit={submit}>
      <p>{t('statements.lead')}</p>
      <Field label={t('statements.file')}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {preview.isPending ? <p className="muted">{t('app.loading')}</p> : null}
      {preview.data === undefined ? null : (
        <>
          <PreviewTable preview={preview.data} />
          <fieldset className="columns">
            <legend>{t('statements.columns')}</legend>
            <ColumnFields names={preview.data.columns} columns={columns} onChange={setColumns} />
            <TextField
              label={t('statements.from')}
              hint={t('statements.period')}
              type="date"
              value={from}
              onChange={setFrom}
            />
            <TextField label={t('statements.to')} type="date" value={to} onChange={setTo} />
          </fieldset>
        </>
      )}
      <Alert>{error !== null ? describe(error) : isIncomplete ? t('statements.missing') : null}</Alert>
      {preview.data === undefined ? null : <SubmitButton isBusy={send.isPending} text={t('statements.submit')} />}
    </Form>
  );
}

function beginningOf(file: File): FormData {
  const form = new FormData();
  form.set('file', file.slice(0, PREVIEW_BYTES), 'statement.csv');
  return form;
}

interface ColumnFieldsProps {
  /** The columns of the file. */
  readonly names: readonly string[];
  readonly columns: Columns;
  readonly onChange: (columns: Columns) => void;
}

function ColumnFields({ names, columns, onChange }: ColumnFieldsProps) {
  const { t } = useTexts();
  return STATEMENT_COLUMNS.map((column) => (
    <SelectField
      key={column}
      label={t(`statements.column.${column}`)}
      options={[...new Set(names)].filter((name) => name !== '')}
      value={columns[column] ?? null}
      none={t('statements.none')}
      nameOf={(name) => name}
      onChange={(name) => onChange({ ...columns, [column]: name ?? undefined })}
    />
  ));
}

function PreviewTable({ preview: { columns, rows } }: { readonly preview: PreviewedStatement }) {
  const { t } = useTexts();
  return (
    // A wide file scrolls within the page, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className="scroll" aria-label={t('statements.preview')} tabIndex={0}>
      <table className="preview">
        <caption className="visually-hidden">{t('statements.preview')}</caption>
        <thead>
          <tr>
            {columns.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and do not move
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and do not move
            <tr key={index}>
              {columns.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity, and do not move
                <td key={column}>{cells[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
