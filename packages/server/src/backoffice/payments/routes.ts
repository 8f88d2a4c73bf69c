import { paymentIdSchema } from '@tsena/shared/checkout';
import {
  dayOf,
  merchantPaymentSchema,
  type PaymentPage,
  paymentDetailQuerySchema,
  paymentDetailSchema,
  paymentExportSchema,
  paymentExportSearchSchema,
  paymentPageSchema,
  paymentQuerySchema,
  paymentSearchSchema,
  resolveBodySchema,
} from '@tsena/shared/merchant';
import type { Request, Response } from 'express';
import type * as z from 'zod/mini';
import type { Storage } from '../../core/storage/storage.ts';
import { allPages, type Cursor } from '../../database/page.ts';
import { callerOf, requireScope } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { languageOf } from '../../http/kit/problem.ts';
import { REFERENCE_PROBLEMS } from '../../http/kit/problemGroups.ts';
import { requirePayment } from '../../http/kit/requirePayment.ts';
import { defineRoute, onceFor } from '../../http/kit/route.ts';
import { runUnlessStopping } from '../../http/kit/runUnlessStopping.ts';
import { ProblemError } from '../../input/problemError.ts';
import { sendExport } from '../shared/auditLog.ts';
import { readCursor, writeCursor } from '../shared/defineList.ts';
import { recordListReading } from '../shared/listReadings.ts';
import { createOperatorViewReader } from './operatorView.ts';
import { listPayments, type PaymentFilter } from './paymentRows.ts';
import { withViews, writePayments } from './paymentsCsv.ts';
import { readDetail } from './readDetail.ts';
import { refreshPayment } from './refresh.ts';
import { resolve } from './resolve.ts';
import { viewOne, viewPayments } from './views.ts';

const EXPORT_PAGE_SIZE = 500;
const operatorViewReader = onceFor(createOperatorViewReader);
const byId = { id: { schema: paymentIdSchema, otherwise: 'payment_not_found' } } as const;

async function list(
  context: HttpContext,
  request: Request,
  response: Response,
  query: z.output<typeof paymentSearchSchema>,
): Promise<PaymentPage> {
  await recordListReading(context.storage, callerOf(response), 'payments', query.cursor);
  const page = await listPayments(context.storage.store.db, query, query.limit, readCursor(query.cursor));
  return { data: await viewPayments(context, page.rows, languageOf(request)), nextCursor: writeCursor(page.next) };
}

/** Pages of payments that match a filter, newest first, each payment with its view. */
async function* exportedPages(storage: Storage, query: PaymentFilter) {
  const pages = allPages((after: Cursor | null) => listPayments(storage.store.db, query, EXPORT_PAGE_SIZE, after));
  for await (const rows of pages) yield await withViews(storage, rows);
}

/** All payments that match a filter, read and sent page by page. */
async function sendPayments(
  { storage }: HttpContext,
  response: Response,
  query: z.output<typeof paymentExportSearchSchema>,
): Promise<void> {
  await sendExport(
    storage,
    response,
    `payments-${dayOf(storage.clock.now())}.csv`,
    writePayments(exportedPages(storage, query), query.separator),
  );
}

/** `/v1/merchant/payments`: lists and exports, one payment with its history, a status check now, and resolutions. */
export const paymentRoutes = {
  /** List payments, newest first. */
  listPayments: defineRoute('GET /v1/merchant/payments', {
    scope: 'read',
    query: paymentQuerySchema,
    answers: { 200: { text: 'A page; `nextCursor` is the cursor of the next one', schema: paymentPageSchema } },
    handle: (context, { request, response, query }) => list(context, request, response, query),
  }),
  /**
   * List payments, also by the payer’s number.
   *
   * Proxies log addresses, so a phone number belongs in the body.
   */
  searchPayments: defineRoute('POST /v1/merchant/payments/search', {
    scope: 'read',
    body: paymentSearchSchema,
    answers: { 200: { text: 'A page', schema: paymentPageSchema } },
    handle: (context, { request, response, body }) => list(context, request, response, body),
  }),
  /**
   * Read a payment with its history.
   *
   * With `operator=1` the companion also asks the operator. That needs the scope `operate`.
   */
  readPaymentDetail: defineRoute('GET /v1/merchant/payments/{id}', {
    scope: 'read',
    params: byId,
    query: paymentDetailQuerySchema,
    answers: {
      200: {
        text: 'The payment, its history, callbacks and webhooks, and the operator’s view',
        schema: paymentDetailSchema,
      },
    },
    async handle(context, { request, response, params, query: { operator } }) {
      // Requests to the operator are limited.
      if (operator === '1') requireScope(response, 'operate');
      const found = await requirePayment(context, params.id);
      const [detail, operatorView] = await Promise.all([
        readDetail(context, found, languageOf(request), callerOf(response).scope),
        operator === '0' ? null : operatorViewReader(context)(found.payment),
      ]);
      return { ...detail, operator: operatorView };
    },
  }),
  /** Check a payment’s status now. */
  refreshPayment: defineRoute('POST /v1/merchant/payments/{id}/refresh', {
    scope: 'operate',
    params: byId,
    answers: { 200: { text: 'The payment afterwards', schema: merchantPaymentSchema } },
    problems: ['shutting_down'],
    async handle(context, { request, response, params }) {
      const payment = await runUnlessStopping(context, () => refreshPayment(context, params.id, callerOf(response)));
      if (payment === undefined) throw new ProblemError('payment_not_found');
      return viewOne(context, payment, languageOf(request));
    },
  }),
  /**
   * Resolve a payment that needs review.
   *
   * A `transactionReference` completes the payment if the operator’s transaction details match. A `resolution` is
   * recorded and does not change the status. The problem `reference_mismatch` has a member `mismatch`, which says why:
   * `absent`, `differs` with `fields` and `amount`, `time`, `used` with `order`, or `inconclusive`.
   */
  resolvePayment: defineRoute('POST /v1/merchant/payments/{id}/resolve', {
    scope: 'operate',
    params: byId,
    body: resolveBodySchema,
    answers: { 200: { text: 'The payment afterwards', schema: merchantPaymentSchema } },
    problems: [...REFERENCE_PROBLEMS, 'resolve_not_possible', 'resolution_changed'],
    handle: (context, { request, response, params, body }) =>
      runUnlessStopping(context, () => resolve(context, params.id, body, callerOf(response), languageOf(request))),
  }),
  /**
   * Export payments as CSV.
   *
   * UTF-8 with a byte order mark, Madagascar time, masked numbers. No cell acts as a formula.
   */
  exportPayments: defineRoute('GET /v1/merchant/payments.csv', {
    scope: 'read',
    query: paymentExportSchema,
    answers: { 200: { text: 'All payments that match', type: 'text/csv' } },
    handle: (context, { response, query }) => sendPayments(context, response, query),
  }),
  /**
   * Export payments as CSV, also by the payer’s number.
   *
   * Proxies log addresses, so a phone number belongs in the body.
   */
  exportFoundPayments: defineRoute('POST /v1/merchant/payments.csv', {
    scope: 'read',
    body: paymentExportSearchSchema,
    answers: { 200: { text: 'All payments that match', type: 'text/csv' } },
    handle: (context, { response, body }) => sendPayments(context, response, body),
  }),
};
