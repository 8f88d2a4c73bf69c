import { type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import {
  type PaymentPage,
  type PaymentRecord,
  paymentQuerySchema,
  paymentRecordQuerySchema,
  paymentSearchSchema,
  resolveBodySchema,
} from '@tsena/shared/merchant';
import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import { attemptsOf, callbacksOf, listPayments, listWebhooks } from '../../ledger/merchantReads.ts';
import { findPayment, historyOf } from '../../ledger/reads.ts';
import type { StoredPayment } from '../../ledger/schema.ts';
import { decide, resolveByEvidence } from '../../payments/claim.ts';
import { noteHandled } from '../../payments/handle.ts';
import { bodyOf, queryOf } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { languageOf, onlyMethods, ProblemError } from '../problem.ts';
import { whileRunning } from '../whileRunning.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { operatorRecords } from './operatorRecord.ts';
import { viewCallback, viewEvent, viewOne, viewPayments, viewWebhook } from './views.ts';

/** Webhooks of one payment; there are few. */
const MAX_WEBHOOKS = 100;

/** `/v1/merchant/payments`: lists, one payment with all that is known, and what can be done about it. */
export function paymentRouter(context: HttpContext): Router {
  const { engine, reconciler } = context;
  const { db } = engine.ledger.store;
  const recordOf = operatorRecords(engine);
  const router = Router();

  async function list(request: Request, wanted: z.output<typeof paymentSearchSchema>): Promise<PaymentPage> {
    const { cursor, limit, attention, ...filter } = wanted;
    const page = await listPayments(db, { ...filter, attention: attention !== undefined }, limit, readCursor(cursor));
    return { payments: await viewPayments(context, page.rows, languageOf(request)), nextCursor: writeCursor(page.next) };
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
      const { operator } = queryOf(request, paymentRecordQuerySchema);
      const payment = await paymentOf(request);
      const [shown, attempts, history, callbacks, webhooks, record] = await Promise.all([
        viewOne(context, payment, languageOf(request)),
        attemptsOf(db, payment.order_reference),
        historyOf(db, payment.id),
        callbacksOf(db, payment.id),
        listWebhooks(db, { payment: payment.id }, MAX_WEBHOOKS),
        operator === '0' ? null : recordOf(payment),
      ]);
      const answer: PaymentRecord = {
        payment: shown,
        attempts: await viewPayments(context, attempts, languageOf(request)),
        history: history.map(viewEvent),
        callbacks: callbacks.map(viewCallback),
        webhooks: webhooks.rows.map(viewWebhook).reverse(),
        operator: record,
      };
      response.json(answer);
    })
    .all(onlyMethods('GET'));

  router
    .route('/v1/merchant/payments/:id/refresh')
    .post(async (request, response) => {
      const payment = await whileRunning(engine, () => reconciler.refresh(idOf(request)));
      if (payment === undefined) throw new ProblemError('payment_not_found');
      response.json(await viewOne(context, payment, languageOf(request)));
    })
    .all(onlyMethods('POST'));

  router
    .route('/v1/merchant/payments/:id/resolve')
    .post(async (request, response) => {
      const body = await bodyOf(request, resolveBodySchema);
      const id = idOf(request);
      const result = await whileRunning(engine, () => resolve(context, id, body));
      if (!result.ok) throw new ProblemError(result.code, { retryAfterMs: result.retryAfterMs });
      response.json(await viewOne(context, result.payment, languageOf(request)));
    })
    .all(onlyMethods('POST'));

  return router;
}

function resolve({ engine }: HttpContext, id: PaymentId, body: z.output<typeof resolveBodySchema>) {
  if ('transactionReference' in body) return resolveByEvidence(engine, id, body.transactionReference);
  const { decision, reason } = body;
  return decision === 'handled' ? noteHandled(engine, id, reason) : decide(engine, id, { decision, reason });
}

function idOf(request: Request): PaymentId {
  const id = z.safeParse(paymentIdSchema, request.params.id);
  if (!id.success) throw new ProblemError('payment_not_found');
  return id.data;
}
