import { describeStatementFault, type Language } from '@tsena/shared';
import {
  dayOf,
  MAX_STATEMENT_BYTES,
  previewedStatementSchema,
  previewFormSchema,
  statementFieldsSchema,
  statementFormSchema,
  statementReportSchema,
} from '@tsena/shared/merchant';
import type { Request } from 'express';
import { parseInput } from '../../http/kit/bodies/body.ts';
import { readUpload } from '../../http/kit/bodies/upload.ts';
import { callerOf } from '../../http/kit/caller.ts';
import { sendCsv } from '../../http/kit/csv/sendCsv.ts';
import { languageOf } from '../../http/kit/problem.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { runUnlessStopping } from '../../http/kit/runUnlessStopping.ts';
import { ProblemError } from '../../input/problemError.ts';
import { CsvUnreadable } from '../shared/spreadsheet/csvUnreadable.ts';
import { previewStatement, reconcileStatement } from './reconcileStatement.ts';
import { writeStatement } from './statementCsv.ts';
import { buildReport, pagesOf } from './statementReport.ts';

/** The beginning of a file is enough for a preview. */
const MAX_PREVIEW_BYTES = 256 * 1024;

let isImporting = false;

/** Runs work that keeps a file and its rows in memory, unless such work runs in this process already. */
async function alone<T>(request: Request, work: () => Promise<T>): Promise<T> {
  if (isImporting) {
    request.resume();
    throw new ProblemError('too_many_imports');
  }
  isImporting = true;
  try {
    return await work();
  } finally {
    isImporting = false;
  }
}

/** Says in the language of the request what cannot be read. */
function inWords(request: Request): (error: unknown) => never {
  return (error) => {
    throw error instanceof CsvUnreadable ? unreadable(error, languageOf(request)) : error;
  };
}

/** `/v1/merchant/statements`: a statement of the operator, compared with the payments. */
export const statementRoutes = {
  /**
   * Compare a statement of the operator with the payments.
   *
   * Changes no payment, and stores nothing but an entry of the audit log. The file is CSV of at most 10 MB and 100,000
   * rows: UTF-8, UTF-16 or Windows-1252, with commas, semicolons, tabs or vertical bars. If it cannot be read, `line`
   * and `column` of the problem name the first place. With `Accept: text/csv`, the answer has every row, also those
   * that are `matched`: UTF-8 with a byte order mark, Madagascar time, masked numbers, and no cell acts as a formula.
   * Each instance compares one statement at a time.
   */
  importStatement: defineRoute('POST /v1/merchant/statements', {
    scope: 'operate',
    form: statementFormSchema,
    answers: { 200: { text: 'The report', schema: statementReportSchema, isAlsoCsv: true } },
    problems: ['statement_unreadable', 'too_many_imports'],
    handle: (context, { request, response }) =>
      alone(request, async () => {
        const { storage } = context;
        const { file, fields } = await readUpload(request, MAX_STATEMENT_BYTES);
        const { separator, ...form } = parseInput(statementFieldsSchema, fields);
        const reconciled = await runUnlessStopping(context, () =>
          reconcileStatement(storage, { file, by: callerOf(response), ...form }),
        ).catch(inWords(request));
        const { db } = storage.store;
        if (request.accepts(['json', 'text/csv']) !== 'text/csv') return buildReport(db, reconciled);
        const name = `statement-${dayOf(storage.clock.now())}.csv`;
        return sendCsv(response, name, writeStatement(pagesOf(db, reconciled.rows), separator));
      }),
  }),
  /**
   * Read the columns and the first rows of a statement.
   *
   * For a form in which a person maps the columns. The beginning of the file is enough, at most 256 kB. Stores nothing.
   */
  previewStatement: defineRoute('POST /v1/merchant/statements/preview', {
    scope: 'operate',
    form: previewFormSchema,
    answers: { 200: { text: 'The columns and the first rows', schema: previewedStatementSchema } },
    problems: ['statement_unreadable'],
    async handle(_context, { request }) {
      const { file } = await readUpload(request, MAX_PREVIEW_BYTES);
      return previewStatement(file).catch(inWords(request));
    },
  }),
};

function unreadable({ fault, place }: CsvUnreadable, language: Language): ProblemError {
  const { line, column } = place;
  const errors = [{ pointer: '/file', detail: describeStatementFault(fault, place, language) }];
  return new ProblemError('statement_unreadable', { members: { line, column, fault }, errors });
}
