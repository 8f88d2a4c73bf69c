import { useMutation } from '@tanstack/react-query';
import {
  type PreviewedStatement,
  previewedStatementSchema,
  STATEMENT_COLUMNS,
  type Statement,
  type StatementMapping,
  statementMappingSchema,
  statementSchema,
} from '@tsena/shared/merchant';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { Alert } from '../shared/ErrorText.tsx';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { Field, SelectField, TextField } from '../shared/form/fields.tsx';
import { type RepeatableRequest, useRepeatable } from '../shared/form/useRepeatable.ts';
import { useAction } from '../shared/useAction.ts';

/** The beginning of a file that shows its columns. */
const PREVIEW_BYTES = 64 * 1024;

/** A statement of the operator, and how to read it. */
interface StatementToImport {
  readonly file: Blob;
  readonly mapping: StatementMapping;
  /** Days; empty: those of the file. */
  readonly from: string;
  readonly to: string;
}

type Columns = Readonly<Partial<Record<(typeof STATEMENT_COLUMNS)[number], string | undefined>>>;

/** Chooses a statement of the operator, shows its first rows, maps its columns, and imports it. */
export function StatementForm({ onImported }: { readonly onImported: (statement: Statement) => void }) {
  const { t, describe } = useTexts();
  const { api } = useDashboard();
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Columns>({});
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const preview = useMutation({
    mutationFn: (chosen: File) =>
      api.request(previewedStatementSchema, '/statements/preview', formOf({ file: chosen.slice(0, PREVIEW_BYTES) })),
    onSuccess: ({ mapping }) => setColumns(mapping?.columns ?? {}),
  });
  const repeatable = useRepeatable<StatementToImport>();
  const send = useAction(
    ({ body, key }: RepeatableRequest<StatementToImport>) =>
      api.request(statementSchema, '/statements', writeForm(body), { idempotencyKey: key }),
    null,
    onImported,
  );

  function choose(chosen: File | undefined) {
    setFile(chosen ?? null);
    setIsIncomplete(false);
    send.reset();
    preview.reset();
    if (chosen !== undefined) preview.mutate(chosen);
  }

  function submit() {
    if (file === null || preview.data === undefined) return;
    const mapping = mappingOf(columns, preview.data);
    setIsIncomplete(mapping === undefined);
    if (mapping === undefined) return;
    const { name, size, lastModified } = file;
    send.mutate(repeatable({ name, size, lastModified, mapping, from, to }, () => ({ file, mapping, from, to })));
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

function writeForm({ file, mapping: { columns, dateFormat, decimal }, from, to }: StatementToImport): FormData {
  return formOf({
    columns: JSON.stringify(columns),
    dateFormat: dateFormat ?? '',
    decimal: decimal ?? '',
    from,
    to,
    file,
  });
}

/** A form without the fields that are empty. */
function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') form.set(name, value, 'statement.csv');
    else if (value !== '') form.set(name, value);
  }
  return form;
}

/** The mapping of the chosen columns; undefined if one that is required is not chosen. */
function mappingOf(columns: Columns, { mapping }: PreviewedStatement): StatementMapping | undefined {
  // The formats that were used last belong to the file's columns.
  const { dateFormat = null, decimal = null } = mapping ?? {};
  return z.safeParse(statementMappingSchema, { columns, dateFormat, decimal }).data;
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
