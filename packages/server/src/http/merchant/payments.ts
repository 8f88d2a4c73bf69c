import {
  type PaymentDetail,
  type PaymentPage,
  paymentDetailQuerySchema,
  paymentQuerySchema,
  paymentSearchSchema,
  resolveBodySchema,
} from '@tsena/shared/merchant';
import { type Request, Router } from 'express';
import type * as z from 'zod/mini';
import { attemptsOf, callbacksOf, listPayments } from '../../backoffice/payments/paymentRows.ts';
import { viewRefund } from '../../backoffice/refunds/refund.ts';
import { refundsOf } from '../../backoffice/refunds/refundRows.ts';
import { listWebhooks } from '../../backoffice/webhooks/webhookRows.ts';
import { findPayment, historyOf } from '../../core/storage/reads.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { readBody, readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { languageOf, ProblemError, rejectOtherMethods } from '../problem.ts';
import { runUnlessStopping } from '../runUnlessStopping.ts';
import { allow, callerOf, requireScope } from './caller.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { createOperatorViewReader } from './operatorView.ts';
import { parsePaymentId } from './paymentId.ts';
import { viewCallback, viewDelivery, viewEvent, viewOne, viewPayments } from './views.ts';

/** A payment has few webhooks. */
const MAX_WEBHOOKS = 100;

/** `/v1/merchant/payments`: lists, one payment with its history, a status check now, and resolutions. */
export function paymentRouter(context: HttpContext): Router {
  const { storage, poller } = context;
  const { db } = storage.store;
  const readOperatorView = createOperatorViewReader(context);
  const router = Router();

  async function list(request: Request, query: z.output<typeof paymentSearchSchema>): Promise<PaymentPage> {
    const { cursor, limit, needsReview, ...filter } = query;
    const page = await listPayments(db, { ...filter, needsReview: needsReview !== undefined }, limit, readCursor(cursor));
    return { data: await viewPayments(context, page.rows, languageOf(request)), nextCursor: writeCursor(page.next) };
  }

  async function findPaymentOf(request: Request): Promise<StoredPayment> {
    const payment = await findPayment(db, parsePaymentId(request));
    if (payment === undefined) throw new ProblemError('payment_not_found');
    return payment;
  }

  router
    .route('/v1/merchant/payments')
    .get(allow('read'), async (request, response) => {
      response.json(await list(request, readQuery(request, paymentQuerySchema)));
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/payments/search')
    .post(allow('read'), async (request, response) => {
      response.json(await list(request, await readBody(request, paymentSearchSchema)));
    })
    .all(rejectOtherMethods('POST'));

  router
    .route('/v1/merchant/payments/:id')
    .get(allow('read'), async (request, response) => {
      const { operator } = readQuery(request, paymentDetailQuerySchema);
      // Requests to the operator are limited.
      if (operator === '1') requireScope(response, 'operate');
      const payment = await findPaymentOf(request);
      const [view, attempts, history, callbacks, webhooks, refunds, operatorView] = await Promise.all([
        viewOne(context, payment, languageOf(request)),
        attemptsOf(db, payment.order_reference),
        historyOf(db, payment.id),
        callbacksOf(db, payment.id),
        listWebhooks(db, { payment: payment.id }, MAX_WEBHOOKS),
        refundsOf(db, payment.id),
        operator === '0' ? null : readOperatorView(payment),
      ]);
      const answer: PaymentDetail = {
        payment: view,
        attempts: await viewPayments(context, attempts, languageOf(request)),
        history: history.map(viewEvent),
        callbacks: callbacks.map(viewCallback),
        webhooks: webhooks.rows.map(viewDelivery).reverse(),
        refunds: refunds.map(viewRefund),
        operator: operatorView,
      };
      response.json(answer);
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/payments/:id/refresh')
    .post(allow('operate'), async (request, response) => {
      const payment = await runUnlessStopping(context, () => poller.refresh(parsePaymentId(request)));
      if (payment === undefined) throw new ProblemError('payment_not_found');
      response.json(await viewOne(context, payment, languageOf(request)));
    })
    .all(rejectOtherMethods('POST'));

  router
    .route('/v1/merchant/payments/:id/resolve')
    .post(allow('operate'), async (request, response) => {
      const body = await readBody(request, resolveBodySchema);
      const id = parsePaymentId(request);
      const result = await runUnlessStopping(context, () => context.resolvePayment(id, body, callerOf(response).name));
      if (!result.ok) {
        const { code, retryAfterMs, mismatch } = result;
        throw new ProblemError(code, { retryAfterMs, ...(mismatch === undefined ? {} : { members: { mismatch } }) });
      }
      response.json(await viewOne(context, result.payment, languageOf(request)));
    })
    .all(rejectOtherMethods('POST'));

  return router;
}
