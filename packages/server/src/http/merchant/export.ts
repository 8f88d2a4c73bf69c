import { once } from 'node:events';
import { dayOf, paymentExportSchema, paymentExportSearchSchema } from '@tsena/shared/merchant';
import { type Response, Router } from 'express';
import type * as z from 'zod/mini';
import { listPayments, type Place, searchOnce } from '../../storage/merchantReads.ts';
import { readBody, readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { rejectOtherMethods } from '../problem.ts';
import { onResponseEnd } from '../responseEnd.ts';
import { allow } from './caller.ts';
import { writeCsvHeader, writeCsvLines } from './csv.ts';

const PAGE_SIZE = 500;
const SEPARATORS = { comma: ',', semicolon: ';' } as const;

/** `/v1/merchant/payments.csv`, by POST also for a payer's number: all payments that match a filter, newest first, read and sent page by page. */
export function exportRouter({ storage }: HttpContext): Router {
  const { db } = storage.store;
  const router = Router();
  router
    .route('/v1/merchant/payments.csv')
    .get(allow('read'), (request, response) => send(response, readQuery(request, paymentExportSchema)))
    .post(allow('read'), async (request, response) => send(response, await readBody(request, paymentExportSearchSchema)))
    .all(rejectOtherMethods('GET', 'POST'));
  return router;

  async function send(response: Response, query: z.output<typeof paymentExportSearchSchema>): Promise<void> {
    const { separator: name, needsReview, ...rest } = query;
    const filter = await searchOnce(db, { ...rest, needsReview: needsReview !== undefined });
    const separator = SEPARATORS[name];
    // The first page is read before the headers are sent, so that a storage failure can still be answered with a problem document.
    let page = await listPayments(db, filter, PAGE_SIZE);
    response.set({
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="payments-${dayOf(storage.clock.now())}.csv"`,
    });
    const disconnected = new AbortController();
    onResponseEnd(response, () => disconnected.abort());
    response.write(writeCsvHeader(separator));
    for (;;) {
      const flushed = response.write(writeCsvLines(page.rows, separator));
      if (!flushed && !disconnected.signal.aborted) await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined);
      const next: Place | null = page.next;
      if (next === null || disconnected.signal.aborted) break;
      page = await listPayments(db, filter, PAGE_SIZE, next);
    }
    response.end();
  }
}
