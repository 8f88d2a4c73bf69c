import { type Msisdn, readMsisdn } from '@tsena/shared';
import {
  type Checkout,
  initiateBodySchema,
  type OrderClaims,
  type PaymentId,
  paymentIdSchema,
  referenceBodySchema,
} from '@tsena/shared/checkout';
import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import { currentPayment, findPayment } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { hashAddress } from './addressHash.ts';
import { readBearerToken, readBody } from './body.ts';
import type { HttpContext } from './context.ts';
import { languageOf, ProblemError, rejectOtherMethods } from './problem.ts';
import { sendPayment } from './readPayment.ts';
import { runUnlessStopping } from './runUnlessStopping.ts';
import { allowShops, readRequestId } from './security.ts';
import { eventStream } from './stream.ts';

/** The endpoints of the widget: `/v1/checkout` and `/v1/payments`. */
export function checkoutRouter(context: HttpContext): Router {
  const { storage, settings } = context;
  const { db } = storage.store;
  const router = Router();
  router.use(['/v1/checkout', '/v1/payments'], allowShops(settings.allowedOrigins), (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });

  router
    .route('/v1/checkout')
    .get(async (request, response) => {
      const claims = await verifyOrderToken(context, readBearerToken(request));
      const payment = await currentPayment(db, claims.sub);
      const checkout: Checkout = {
        order: claims.sub,
        amount: String(claims.amount),
        currency: 'MGA',
        description: claims.description ?? null,
        partnerName: settings.merchant.partnerName,
        operatorName: settings.operator.name,
        environment: settings.operator.environment,
        returnUrl: claims.returnUrl ?? null,
        payment: payment === undefined ? null : context.view(payment, languageOf(request)),
      };
      response.json(checkout);
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/payments')
    .post(async (request, response) => {
      const address = context.addressOf(request);
      const body = await readBody(request, initiateBodySchema);
      const claims = await verifyOrderToken(context, body.orderToken);
      const language = body.language ?? languageOf(request);
      const opening = await context.initiate({
        claims,
        msisdn: parseMsisdn(body.msisdn),
        language,
        addressHash: hashAddress(address, settings.operator.consumerSecret),
        requestId: readRequestId(response),
      });
      switch (opening.kind) {
        case 'opened':
          response.status(201).location(`${request.baseUrl}/v1/payments/${opening.payment.id}`);
          break;
        case 'exists':
          break;
        case 'limited':
          throw new ProblemError(opening.code, { retryAfterMs: opening.retryAfterMs });
        case 'closed':
          throw new ProblemError(opening.code);
        case 'stopping':
          throw new ProblemError('shutting_down');
        case 'changed':
          throw new ProblemError('order_changed', { members: { payment: context.view(opening.payment, language) } });
        case 'exhausted':
          throw new ProblemError('attempts_exhausted', { members: { payment: context.view(opening.payment, language) } });
      }
      response.json(context.view(opening.payment, languageOf(request)));
    })
    .all(rejectOtherMethods('POST'));

  router
    .route('/v1/payments/:id')
    .get(async (request, response) => {
      sendPayment(context, response, await findPaymentOf(context, request), languageOf(request));
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/payments/:id/events')
    .get(eventStream(context, (request) => findPaymentOf(context, request)))
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/payments/:id/reference')
    .post(async (request, response) => {
      const { transactionReference } = await readBody(request, referenceBodySchema);
      const submitted = await runUnlessStopping(context, () => context.submitReference(parsePaymentId(request), transactionReference));
      if (!submitted.ok) throw new ProblemError(submitted.code, { retryAfterMs: submitted.retryAfterMs });
      response.json(context.view(submitted.payment, languageOf(request)));
    })
    .all(rejectOtherMethods('POST'));

  return router;
}

async function verifyOrderToken(context: HttpContext, token: string | undefined): Promise<OrderClaims> {
  const reading = await context.orderTokens.verify(token);
  if (!reading.ok) throw new ProblemError(reading.code, reading.errors.length === 0 ? {} : { errors: reading.errors });
  return reading.claims;
}

function parseMsisdn(text: string): Msisdn {
  const reading = readMsisdn(text);
  if (reading.ok) return reading.msisdn;
  const code = reading.fault === 'other-operator' ? 'msisdn_other_operator' : 'msisdn_invalid';
  throw new ProblemError(code, { errors: [{ pointer: '/msisdn', detail: reading.fault }] });
}

function parsePaymentId(request: Request): PaymentId {
  const id = z.safeParse(paymentIdSchema, request.params.id);
  if (!id.success) throw new ProblemError('payment_not_found');
  return id.data;
}

async function findPaymentOf(context: HttpContext, request: Request): Promise<StoredPayment> {
  const payment = await findPayment(context.storage.store.db, parsePaymentId(request));
  if (payment === undefined) throw new ProblemError('payment_not_found');
  return payment;
}
