import { dayOf, paymentExportSchema, paymentExportSearchSchema } from '@tsena/shared/merchant';
import type { Response } from 'express';
import type * as z from 'zod/mini';
import { allPages, type Cursor } from '../../database/page.ts';
import type { HttpContext } from '../../http/context.ts';
import { sendCsv } from '../../http/csv/sendCsv.ts';
import { defineRoute } from '../../http/route.ts';
import { recordExport } from '../auditLog.ts';
import { listPayments, searchOnce } from './paymentRows.ts';
import { paymentsTable } from './paymentsCsv.ts';

const PAGE_SIZE = 500;

/** `/v1/merchant/payments.csv`, by POST also for a payer's number: all payments that match a filter, newest first, read and sent page by page. */
export const exportRoutes = [
  defineRoute({
    method: 'get',
    path: '/v1/merchant/payments.csv',
    id: 'exportPayments',
    summary: 'Export payments as CSV',
    text: 'UTF-8 with a byte order mark, Madagascar time, masked numbers. No cell acts as a formula.',
    scope: 'read',
    query: paymentExportSchema,
    answers: { 200: { text: 'All payments that match', type: 'text/csv' } },
    handle: (context, { response, query }) => send(context, response, query),
  }),
  defineRoute({
    method: 'post',
    path: '/v1/merchant/payments.csv',
    id: 'exportFoundPayments',
    summary: 'Export payments as CSV, also by the payer’s number',
    text: 'Proxies log addresses, so a phone number belongs in the body.',
    scope: 'read',
    body: paymentExportSearchSchema,
    answers: { 200: { text: 'All payments that match', type: 'text/csv' } },
    handle: (context, { response, body }) => send(context, response, body),
  }),
];

async function send({ storage }: HttpContext, response: Response, query: z.output<typeof paymentExportSearchSchema>): Promise<void> {
  const { separator, needsReview, ...rest } = query;
  const filter = await searchOnce(storage.store.db, { ...rest, needsReview: needsReview !== undefined });
  const name = `payments-${dayOf(storage.clock.now())}.csv`;
  await recordExport(storage, response, name);
  const pages = allPages((after: Cursor | null) => listPayments(storage.store.db, filter, PAGE_SIZE, after));
  await sendCsv(response, { name, separator, table: paymentsTable, pages });
}
