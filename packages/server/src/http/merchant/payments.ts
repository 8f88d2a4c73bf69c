import { type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import {
  type PaymentDetail,
  type PaymentPage,
  paymentDetailQuerySchema,
  paymentQuerySchema,
  paymentSearchSchema,
  resolveBodySchema,
} from '@tsena/shared/merchant';
import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import { attemptsOf, callbacksOf, listPayments, listWebhooks } from '../../storage/merchantReads.ts';
import { findPayment, historyOf } from '../../storage/reads.ts';
import type { StoredPayment } from '../../storage/schema.ts';
import { bodyOf, queryOf } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { languageOf, onlyMethods, ProblemError } from '../problem.ts';
import { whileRunning } from '../whileRunning.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { operatorViews } from './operatorView.ts';
import { viewCallback, viewDelivery, viewEvent, viewOne, viewPayments } from './views.ts';

/** Webhooks of one payment; there are few. */
const MAX_WEBHOOKS = 100;

/** `/v1/merchant/payments`: lists, one payment with all that is known, and what can be done about it. */
export function paymentRouter(context: HttpContext): Router {
  const { storage, poller } = context;
  const { db } = storage.store;
  const operatorViewOf = operatorViews(context);
  const router = Router();

  async function list(request: Request, wanted: z.output<typeof paymentSearchSchema>): Promise<PaymentPage> {
    const { cursor, limit, needsReview, ...filter } = wanted;
    const page = await listPayments(db, { ...filter, needsReview: needsReview !== undefined }, limit, readCursor(cursor));
    return { data: await viewPayments(context, page.rows, languageOf(request)), nextCursor: writeCursor(page.next) };
  }

  async function paymentOf(request: Request): Promise<StoredPayment> {
    const payment = await findPayment(db, idOf(request));
    if (payment === undefined) throw new ProblemError('payment_not_found');
    return payment;
  }

  router
    .route('/v1/merchant/payments')
    .get(async (request, response) => {
      response.json(await list(request, queryOf(request, paymentQuerySchema)));
    })
    .all(onlyMethods('GET'));

  router
    .route('/v1/merchant/payments/search')
    .post(async (request, response) => {
      response.json(await list(request, await bodyOf(request, paymentSearchSchema)));
    })
    .all(onlyMethods('POST'));

  router
    .route('/v1/merchant/payments/:id')
    .get(async (request, response) => {
      const { operator } = queryOf(request, paymentDetailQuerySchema);
      const payment = await paymentOf(request);
      const [shown, attempts, history, callbacks, webhooks, operatorView] = await Promise.all([
        viewOne(context, payment, languageOf(request)),
        attemptsOf(db, payment.order_reference),
        historyOf(db, payment.id),
        callbacksOf(db, payment.id),
        listWebhooks(db, { payment: payment.id }, MAX_WEBHOOKS),
        operator === '0' ? null : operatorViewOf(payment),
      ]);
      const answer: PaymentDetail = {
        payment: shown,
        attempts: await viewPayments(context, attempts, languageOf(request)),
        history: history.map(viewEvent),
        callbacks: callbacks.map(viewCallback),
        webhooks: webhooks.rows.map(viewDelivery).reverse(),
        operator: operatorView,
      };
      response.json(answer);
    })
    .all(onlyMethods('GET'));

  router
    .route('/v1/merchant/payments/:id/refresh')
    .post(async (request, response) => {
      const payment = await whileRunning(context, () => poller.refresh(idOf(request)));
      if (payment === undefined) throw new ProblemError('payment_not_found');
      response.json(await viewOne(context, payment, languageOf(request)));
    })
    .all(onlyMethods('POST'));

  router
    .route('/v1/merchant/payments/:id/resolve')
    .post(async (request, response) => {
      const body = await bodyOf(request, resolveBodySchema);
      const id = idOf(request);
      const result = await whileRunning(context, () => context.resolvePayment(id, body));
      if (!result.ok) throw new ProblemError(result.code, { retryAfterMs: result.retryAfterMs });
      response.json(await viewOne(context, result.payment, languageOf(request)));
    })
    .all(onlyMethods('POST'));

  return router;
}

function idOf(request: Request): PaymentId {
  const id = z.safeParse(paymentIdSchema, request.params.id);
  if (!id.success) throw new ProblemError('payment_not_found');
  return id.data;
}
