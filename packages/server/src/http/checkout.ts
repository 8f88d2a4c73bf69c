import { type Msisdn, type ProblemCode, readMsisdn } from '@tsena/shared';
import { type Checkout, initiateBodySchema, type PaymentId, paymentIdSchema, referenceBodySchema } from '@tsena/shared/checkout';
import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import { findLink, type LinkRow } from '../backoffice/links/linkRows.ts';
import { type ClosedState, isOwn, readOwnPayment } from '../backoffice/links/orderPage.ts';
import { orderOfLink, returnUrlOf } from '../backoffice/links/paymentLinks.ts';
import type { PageToken } from '../core/orders/pageToken.ts';
import { isPaid } from '../core/rules/attemptPolicy.ts';
import type { OrderToPay } from '../core/storage/attempts.ts';
import { currentPayment, findPayment } from '../core/storage/reads.ts';
import type { StoredPayment } from '../database/schema.ts';
import { hashAddress } from './addressHash.ts';
import { readBearerToken, readBody } from './body.ts';
import type { HttpContext } from './context.ts';
import { languageOf, ProblemError, rejectOtherMethods } from './problem.ts';
import { sendPayment } from './readPayment.ts';
import { logRefusedOrigins } from './refusedOrigins.ts';
import { runUnlessStopping } from './runUnlessStopping.ts';
import { allowShops, readRequestId } from './security.ts';
import { eventStream } from './stream.ts';

/** The endpoints of the widget: `/v1/checkout` and `/v1/payments`. */
export function checkoutRouter(context: HttpContext): Router {
  const { storage, settings } = context;
  const { db } = storage.store;
  const router = Router();
  router.use('/v1/checkout', logRefusedOrigins(settings.allowedOrigins, context.log));
  router.use(['/v1/checkout', '/v1/payments'], allowShops(settings.allowedOrigins), (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });

  router
    .route('/v1/checkout')
    .get(async (request, response) => {
      const signed = await readOrderToken(context, readBearerToken(request));
      const { order } = signed;
      const payment = signed.page === undefined ? await currentPayment(db, order.sub) : await findOwnPayment(context, signed.page);
      const checkout: Checkout = {
        order: order.sub,
        amount: String(order.amount),
        currency: 'MGA',
        description: order.description ?? null,
        partnerName: settings.merchant.partnerName,
        operatorName: settings.operator.name,
        environment: settings.operator.environment,
        returnUrl: signed.returnUrl,
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
      const { order, page } = await readOrderToken(context, body.orderToken);
      const language = body.language ?? languageOf(request);
      const opening = await context.initiate({
        claims: order,
        msisdn: parseMsisdn(body.msisdn),
        language,
        addressHash: hashAddress(address, settings.operator.consumerSecret),
        ...(page === undefined ? {} : { page: { link: page.link.id, formHash: page.token.formHash, from: body.retryOf } }),
        requestId: readRequestId(response),
      });
      // The widget on a hosted page gets the sentence, and no payment that began elsewhere.
      const mayRead = (payment: StoredPayment) => page === undefined || isOwn(payment, page.token);
      const members = (payment: StoredPayment) => (mayRead(payment) ? { members: { payment: context.view(payment, language) } } : {});
      switch (opening.kind) {
        case 'opened':
          response.status(201).location(`${request.baseUrl}/v1/payments/${opening.payment.id}`);
          break;
        case 'exists':
          if (!mayRead(opening.payment)) throw new ProblemError(isPaid(opening.payment) ? 'link_paid' : 'payment_in_progress');
          break;
        case 'limited':
          throw new ProblemError(opening.code, { retryAfterMs: opening.retryAfterMs });
        case 'closed':
          throw new ProblemError(opening.code);
        case 'stopping':
          throw new ProblemError('shutting_down');
        case 'changed':
          throw new ProblemError('order_changed', members(opening.payment));
        case 'exhausted':
          throw new ProblemError('attempts_exhausted', members(opening.payment));
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

/** The order that an order token names. */
interface SignedOrder {
  readonly order: OrderToPay;
  readonly returnUrl: string | null;
  /** Set if the companion signed the token for the widget on a hosted page. */
  readonly page?: { readonly link: LinkRow; readonly token: PageToken };
}

/** Reads an order token: of the shop, or of a hosted page. Their keys differ, so neither passes as the other. */
async function readOrderToken(context: HttpContext, token: string | undefined): Promise<SignedOrder> {
  const reading = await context.orderTokens.verify(token);
  if (reading.ok) return { order: reading.claims, returnUrl: reading.claims.returnUrl ?? null };
  if (token !== undefined && reading.code === 'order_token_invalid') {
    const page = await context.pageTokens.verify(token);
    if (page.ok) return readPageOrder(context, page.page);
    throw new ProblemError(page.code);
  }
  throw new ProblemError(reading.code, reading.errors.length === 0 ? {} : { errors: reading.errors });
}

async function readPageOrder({ storage }: HttpContext, token: PageToken): Promise<SignedOrder> {
  const link = await findLink(storage.store.db, token.link);
  // Links are not deleted: the token is of another database.
  if (link === undefined) throw new ProblemError('order_token_invalid');
  const order = orderOfLink(link, token.oneTimeValue);
  return { order, returnUrl: returnUrlOf(link, order.sub), page: { link, token } };
}

/** The payment that began on this hosted page; undefined if there is none and the page can start one. */
async function findOwnPayment(
  { storage, settings }: HttpContext,
  { link, token }: NonNullable<SignedOrder['page']>,
): Promise<StoredPayment | undefined> {
  const reading = await readOwnPayment(storage, link, token, settings.attemptCooldownMs);
  if (reading.kind === 'closed') throw new ProblemError(closedCode(reading.state, link));
  return reading.payment ?? undefined;
}

function closedCode(state: ClosedState, { source }: LinkRow): ProblemCode {
  switch (state) {
    case 'paid':
      return 'link_paid';
    case 'review':
      return 'payment_in_progress';
    case 'exhausted':
      return 'attempts_exhausted';
    case 'changed':
      return 'order_changed';
    case 'cancelled':
      return 'link_cancelled';
    case 'expired':
      return source === 'shop' ? 'order_token_expired' : 'link_expired';
  }
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
