import { describeStatementFault, type Language } from '@tsena/shared';
import {
  dayOf,
  MAX_STATEMENT_BYTES,
  pagingQuerySchema,
  previewedStatementSchema,
  previewFormSchema,
  statementFieldsSchema,
  statementFormSchema,
  statementIdSchema,
  statementPageSchema,
  statementRowExportSchema,
  statementRowPageSchema,
  statementRowQuerySchema,
  statementSchema,
} from '@tsena/shared/merchant';
import type { Request } from 'express';
import pLimit from 'p-limit';
import { allPages } from '../../database/page.ts';
import { parseInput } from '../../http/kit/bodies/body.ts';
import { readUpload } from '../../http/kit/bodies/upload.ts';
import { callerOf, readActor } from '../../http/kit/caller.ts';
import { languageOf } from '../../http/kit/problem.ts';
import { publicPath } from '../../http/kit/publicPath.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { runUnlessStopping } from '../../http/kit/runUnlessStopping.ts';
import { ProblemError } from '../../input/problemError.ts';
import { sendExport } from '../shared/auditLog.ts';
import { readCursor, writeCursor } from '../shared/defineList.ts';
import { recordListReading } from '../shared/listReadings.ts';
import { importOneByOne, previewImport } from './reconcileStatement.ts';
import { writeStatement } from './statementCsv.ts';
import {
  listStatementRows,
  pageOfStatements,
  requireStatement,
  viewStatement,
  viewStatementRow,
} from './statementRows.ts';
import { StatementUnreadable } from './statementUnreadable.ts';

/** Uploads that are in memory at the same time, those that wait for an import included. */
const MAX_UPLOADS = 4;
/** The beginning of a file is enough for a preview. */
const MAX_PREVIEW_BYTES = 256 * 1024;
const EXPORT_PAGE_SIZE = 500;

const byId = { id: { schema: statementIdSchema, otherwise: 'statement_not_found' } } as const;

const uploads = pLimit(MAX_UPLOADS);

/** Runs work that keeps an upload in memory, unless too many run in this process. */
async function limited<T>(request: Request, work: () => Promise<T>): Promise<T> {
  if (uploads.activeCount >= MAX_UPLOADS) {
    request.resume();
    throw new ProblemError('too_many_imports');
  }
  return uploads(work).catch((error: unknown) => {
    throw error instanceof StatementUnreadable ? unreadable(error, languageOf(request)) : error;
  });
}

/** `/v1/merchant/statements`: the operator's statements, compared with the payments. */
export const statementRoutes = {
  /**
   * Compare a statement of the operator with the payments.
   *
   * Changes no payment. The file is CSV of at most 10 MB and 100,000 rows: UTF-8, UTF-16 or Windows-1252, with commas,
   * semicolons, tabs or vertical bars. It is not kept. If it cannot be read, nothing is stored, and `line` and `column`
   * of the problem name the first place. Send `Idempotency-Key` (1 to 255 characters) to repeat the request safely: for
   * seven days, the same file with the same fields gets the same statement.
   */
  importStatement: defineRoute('POST /v1/merchant/statements', {
    scope: 'operate',
    form: statementFormSchema,
    answers: { 201: { text: 'The statement with the number of rows of each result', schema: statementSchema } },
    problems: ['statement_unreadable', 'too_many_imports', 'idempotency_key_reused'],
    handle: (context, { request, response }) =>
      limited(request, async () => {
        const { file, fields } = await readUpload(request, MAX_STATEMENT_BYTES);
        const { by, idempotency } = readActor(request, response);
        const statement = await runUnlessStopping(context, () =>
          importOneByOne(context, { file, by, idempotency, ...parseInput(statementFieldsSchema, fields) }),
        );
        response.location(`${publicPath(request, context)}/v1/merchant/statements/${statement.id}`);
        return statement;
      }),
  }),
  /** List statements, newest first. */
  listStatements: defineRoute('GET /v1/merchant/statements', {
    scope: 'read',
    query: pagingQuerySchema,
    answers: { 200: { text: 'A page', schema: statementPageSchema } },
    async handle(context, { query, response }) {
      await recordListReading(context.storage, callerOf(response), 'statements', query.cursor);
      return pageOfStatements(context, query);
    },
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
    problems: ['statement_unreadable', 'too_many_imports'],
    handle: (context, { request }) =>
      limited(request, async () => {
        const { file } = await readUpload(request, MAX_PREVIEW_BYTES);
        return previewImport(context, file);
      }),
  }),
  /** Read a statement. */
  readStatement: defineRoute('GET /v1/merchant/statements/{id}', {
    scope: 'read',
    params: byId,
    answers: { 200: { text: 'The statement', schema: statementSchema } },
    handle: async (context, { params }) => viewStatement(await requireStatement(context.storage.store.db, params.id)),
  }),
  /**
   * List the rows of a statement with their results.
   *
   * In the order of the file; the payments that it does not contain (`onlyHere`) come last.
   */
  listStatementRows: defineRoute('GET /v1/merchant/statements/{id}/rows', {
    scope: 'read',
    params: byId,
    query: statementRowQuerySchema,
    answers: { 200: { text: 'A page', schema: statementRowPageSchema } },
    async handle(context, { params, query: { result, cursor, limit }, response }) {
      const { id } = await requireStatement(context.storage.store.db, params.id);
      await recordListReading(context.storage, callerOf(response), `statements/${id}/rows`, cursor);
      const after = readCursor(cursor)?.createdAt ?? 0;
      const { rows, next } = await listStatementRows(context.storage.store.db, id, { result, limit, after });
      return {
        data: rows.map(viewStatementRow),
        nextCursor: writeCursor(next === null ? null : { createdAt: next, id }),
      };
    },
  }),
  /**
   * Export the rows of a statement with their results as CSV.
   *
   * UTF-8 with a byte order mark, Madagascar time, masked numbers. No cell acts as a formula.
   */
  exportStatementRows: defineRoute('GET /v1/merchant/statements/{id}/rows.csv', {
    scope: 'read',
    params: byId,
    query: statementRowExportSchema,
    answers: { 200: { text: 'All rows with this result', type: 'text/csv' } },
    async handle(context, { params, query: { result, separator }, response }) {
      const { id, created_at } = await requireStatement(context.storage.store.db, params.id);
      const name = `statement-${dayOf(created_at)}-${result ?? 'all'}.csv`;
      const pages = allPages(async (after: number | null) => {
        const { rows, next } = await listStatementRows(context.storage.store.db, id, {
          result,
          limit: EXPORT_PAGE_SIZE,
          after: after ?? 0,
        });
        return { rows: rows.map(viewStatementRow), next };
      });
      await sendExport(context.storage, response, name, writeStatement(pages, separator), id);
    },
  }),
};

function unreadable({ fault, place }: StatementUnreadable, language: Language): ProblemError {
  const { line, column } = place;
  const errors = [{ pointer: '/file', detail: describeStatementFault(fault, place, language) }];
  return new ProblemError('statement_unreadable', { members: { line, column, fault }, errors });
}
