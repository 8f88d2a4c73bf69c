import { once } from 'node:events';
import { dayOf, paymentExportSchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { listPayments, type Place } from '../../storage/merchantReads.ts';
import { queryOf } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { onlyMethods } from '../problem.ts';
import { whenOver } from '../whenOver.ts';
import { csvHead, csvLine } from './csv.ts';

const PAGE = 500;
const SEPARATORS = { comma: ',', semicolon: ';' } as const;

/** `/v1/merchant/payments.csv`: all payments that a filter names, newest first, read and sent page by page. */
export function exportRouter({ storage }: HttpContext): Router {
  const { db } = storage.store;
  const router = Router();
  router
    .route('/v1/merchant/payments.csv')
    .get(async (request, response) => {
      const { separator: name, needsReview, ...rest } = queryOf(request, paymentExportSchema);
      const filter = { ...rest, needsReview: needsReview !== undefined };
      const separator = SEPARATORS[name];
      // The first page is read before the head is sent, so that a database that is away is still a problem document.
      let page = await listPayments(db, filter, PAGE);
      response.set({
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="payments-${dayOf(storage.clock.now())}.csv"`,
      });
      const gone = new AbortController();
      whenOver(response, () => gone.abort());
      response.write(csvHead(separator));
      for (;;) {
        const flushed = response.write(page.rows.map((payment) => csvLine(payment, separator)).join(''));
        if (!flushed && !gone.signal.aborted) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
        const next: Place | null = page.next;
        if (next === null || gone.signal.aborted) break;
        page = await listPayments(db, filter, PAGE, next);
      }
      response.end();
    })
    .all(onlyMethods('GET'));
  return router;
}
