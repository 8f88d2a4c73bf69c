import { dayOf, paymentExportSchema, paymentExportSearchSchema } from '@tsena/shared/merchant';
import { type Response, Router } from 'express';
import type * as z from 'zod/mini';
import { listPayments, type PaymentFilter, searchOnce } from '../../backoffice/payments/paymentRows.ts';
import type { Page, Place } from '../../database/page.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { readBody, readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { rejectOtherMethods } from '../problem.ts';
import { allow } from './caller.ts';
import { paymentsTable } from './paymentsCsv.ts';
import { sendCsv } from './sendCsv.ts';

const PAGE_SIZE = 500;

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
    const { separator, needsReview, ...rest } = query;
    const filter = await searchOnce(db, { ...rest, needsReview: needsReview !== undefined });
    const name = `payments-${dayOf(storage.clock.now())}.csv`;
    await sendCsv(response, { name, separator, table: paymentsTable, pages: pagesOf(filter) });
  }

  async function* pagesOf(filter: PaymentFilter): AsyncGenerator<readonly StoredPayment[]> {
    for (let after: Place | null = null; ; ) {
      const page: Page<StoredPayment> = await listPayments(db, filter, PAGE_SIZE, after);
      yield page.rows;
      if (page.next === null) return;
      after = page.next;
    }
  }
}
