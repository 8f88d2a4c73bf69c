import {
  dayOf,
  MAX_STATEMENT_BYTES,
  type StatementId,
  type StatementPage,
  type StatementResult,
  type StatementRow,
  type StatementRowPage,
  statementFieldsSchema,
  statementIdSchema,
  statementQuerySchema,
  statementRowExportSchema,
  statementRowQuerySchema,
} from '@tsena/shared/merchant';
import { type Request, type RequestHandler, Router } from 'express';
import * as z from 'zod/mini';
import { StatementUnreadable } from '../../backoffice/statements/readStatement.ts';
import { previewImport } from '../../backoffice/statements/reconcileStatement.ts';
import { findStatement, listStatementRows, listStatements } from '../../backoffice/statements/statementRows.ts';
import { viewStatement, viewStatementRow } from '../../backoffice/statements/statementView.ts';
import type { StoredStatement } from '../../database/schema.ts';
import { readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { fieldErrors, ProblemError, rejectOtherMethods } from '../problem.ts';
import { runUnlessStopping } from '../runUnlessStopping.ts';
import { readUpload } from '../upload.ts';
import { allow, callerOf } from './caller.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { sendCsv } from './sendCsv.ts';
import { statementTable } from './statementCsv.ts';

/** Uploads that are in memory at the same time, those that wait for an import included. */
const MAX_UPLOADS = 4;
/** The beginning of a file is enough for a preview. */
const MAX_PREVIEW_BYTES = 256 * 1024;
const EXPORT_PAGE_SIZE = 500;

/** `/v1/merchant/statements`: the operator's statements, compared with the payments. */
export function statementRouter(context: HttpContext): Router {
  const { storage } = context;
  const { db } = storage.store;
  const router = Router();
  let uploads = 0;

  /** Runs a handler that keeps an upload in memory, unless too many run. */
  function limited(handle: RequestHandler): RequestHandler {
    return async (request, response, next) => {
      if (uploads >= MAX_UPLOADS) {
        request.resume();
        throw new ProblemError('too_many_imports');
      }
      uploads += 1;
      try {
        await handle(request, response, next);
      } catch (error) {
        throw error instanceof StatementUnreadable ? unreadable(error) : error;
      } finally {
        uploads -= 1;
      }
    };
  }

  async function statementOf(request: Request): Promise<StoredStatement> {
    const id = z.safeParse(statementIdSchema, request.params.id);
    const statement = id.success ? await findStatement(db, id.data) : undefined;
    if (statement === undefined) throw new ProblemError('statement_not_found');
    return statement;
  }

  async function* rowsOf(id: StatementId, result: StatementResult | undefined): AsyncGenerator<readonly StatementRow[]> {
    for (let after = 0; ; ) {
      const { rows, next } = await listStatementRows(db, id, { result, limit: EXPORT_PAGE_SIZE, after });
      yield rows.map(viewStatementRow);
      if (next === null) return;
      after = next;
    }
  }

  router
    .route('/v1/merchant/statements')
    .get(allow('read'), async (request, response) => {
      const { cursor, limit } = readQuery(request, statementQuerySchema);
      const page = await listStatements(db, limit, readCursor(cursor));
      const answer: StatementPage = { data: page.rows.map(viewStatement), nextCursor: writeCursor(page.next) };
      response.json(answer);
    })
    .post(
      allow('operate'),
      limited(async (request, response) => {
        const { file, fields } = await readUpload(request, MAX_STATEMENT_BYTES);
        const parsed = z.safeParse(statementFieldsSchema, fields);
        if (!parsed.success) throw new ProblemError('invalid_request', { errors: fieldErrors(parsed.error) });
        const { name: by } = callerOf(response);
        const result = await runUnlessStopping(context, () => context.importStatement({ file, by, ...parsed.data }));
        if (result.kind === 'invalid') {
          throw new ProblemError('invalid_request', { errors: [{ pointer: `/${result.field}`, detail: result.detail }] });
        }
        response.status(201).location(`${request.baseUrl}/v1/merchant/statements/${result.statement.id}`).json(result.statement);
      }),
    )
    .all(rejectOtherMethods('GET', 'POST'));

  router
    .route('/v1/merchant/statements/preview')
    .post(
      allow('operate'),
      limited(async (request, response) => {
        const { file } = await readUpload(request, MAX_PREVIEW_BYTES);
        response.json(await previewImport(storage, file));
      }),
    )
    .all(rejectOtherMethods('POST'));

  router
    .route('/v1/merchant/statements/:id')
    .get(allow('read'), async (request, response) => {
      response.json(viewStatement(await statementOf(request)));
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/statements/:id/rows')
    .get(allow('read'), async (request, response) => {
      const { result, cursor, limit } = readQuery(request, statementRowQuerySchema);
      const { id } = await statementOf(request);
      const after = readCursor(cursor)?.createdAt ?? 0;
      const page = await listStatementRows(db, id, { result, limit, after });
      const nextCursor = writeCursor(page.next === null ? null : { createdAt: page.next, id });
      const answer: StatementRowPage = { data: page.rows.map(viewStatementRow), nextCursor };
      response.json(answer);
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/statements/:id/rows.csv')
    .get(allow('read'), async (request, response) => {
      const { result, separator } = readQuery(request, statementRowExportSchema);
      const { id, created_at } = await statementOf(request);
      const name = `statement-${dayOf(created_at)}-${result ?? 'all'}.csv`;
      await sendCsv(response, { name, separator, table: statementTable, pages: rowsOf(id, result) });
    })
    .all(rejectOtherMethods('GET'));

  return router;
}

function unreadable({ line, column, message }: StatementUnreadable): ProblemError {
  return new ProblemError('statement_unreadable', { members: { line, column }, errors: [{ pointer: '/file', detail: message }] });
}
