import type { Language } from '@tsena/shared';
import {
  checkoutSchema,
  initiateBodySchema,
  type PaymentId,
  paymentIdSchema,
  paymentSchema,
  referenceBodySchema,
} from '@tsena/shared/checkout';
import type { Request, Response, Router } from 'express';
import { findLink, type LinkRow } from '../../backoffice/links/linkRows.ts';
import { closedCode, isOwn, readOwnPayment } from '../../backoffice/links/orderPage.ts';
import { orderOfLink, returnUrlOf } from '../../backoffice/links/paymentLinks.ts';
import { cooldownMs } from '../../config/settings.ts';
import type { PageToken } from '../../core/orders/pageToken.ts';
import type { AskedAbout } from '../../core/rules/opening.ts';
import type { StoredPayment } from '../../core/rules/payment.ts';
import type { PaymentInOrder } from '../../core/rules/view.ts';
import type { OrderToPay } from '../../core/storage/paymentRequest.ts';
import { shownPayment } from '../../core/storage/reads.ts';
import { ProblemError } from '../../input/problemError.ts';
import { readBearerToken } from '../kit/bodies/body.ts';
import { hashAddress } from '../kit/clients/addressHash.ts';
import { logRefusedOrigins } from '../kit/clients/refusedOrigins.ts';
import type { HttpContext } from '../kit/context.ts';
import { refusalOf } from '../kit/openingRefusal.ts';
import { parseMsisdn } from '../kit/payerNumber.ts';
import { languageOf } from '../kit/problem.ts';
import { OPENING_PROBLEMS, REFERENCE_PROBLEMS } from '../kit/problemGroups.ts';
import { publicPath } from '../kit/publicPath.ts';
import { requirePayment } from '../kit/requirePayment.ts';
import { defineRoute, onceFor, serveRoutes } from '../kit/route.ts';
import { runUnlessStopping } from '../kit/runUnlessStopping.ts';
import { allowShops, readRequestId } from '../kit/security.ts';
import { createPaymentStream } from './paymentStream.ts';
import { showOrder } from './showOrder.ts';

/** Read when a request arrives: after its body was read, the connection may be closed and have no address. */
const addresses = new WeakMap<Request, string>();

const paymentStream = onceFor((context: HttpContext) =>
  createPaymentStream(context, (id) => requirePayment(context, id)),
);
const byId = { id: { schema: paymentIdSchema, otherwise: 'payment_not_found' } } as const;
const ORDER_TOKEN = [
  'order_token_missing',
  'order_token_invalid',
  'order_token_expired',
  'order_token_claims',
] as const;
/** With the order token of a hosted page, whose link may have ended or be used by somebody else. */
const PAGE_TOKEN = ['link_paid', 'link_cancelled', 'link_expired', 'payment_in_progress'] as const;

/** The endpoints of the widget. */
export const checkoutRoutes = {
  // The first: each page that waits for a payment asks every two seconds.
  /**
   * Read a payment.
   *
   * For polling: `nextPollMs` is the time to wait before the next request. More requests cause no more requests to the
   * operator.
   */
  readPayment: defineRoute('GET /v1/payments/{id}', {
    group: 'Checkout',
    params: byId,
    answers: { 200: { text: 'The payment', schema: paymentSchema, type: 'application/json' } },
    problems: ['storage_unavailable'],
    async handle(context, { request, response, params }) {
      sendPayment(context, response, await requirePayment(context, params.id), languageOf(request));
    },
  }),
  /** Read the order, the merchant and the current payment. */
  readCheckout: defineRoute('GET /v1/checkout', {
    group: 'Checkout',
    caller: 'order token',
    answers: { 200: { text: 'The order and its current payment', schema: checkoutSchema } },
    problems: [...ORDER_TOKEN, ...PAGE_TOKEN, 'order_changed', 'attempts_exhausted', 'storage_unavailable'],
    async handle(context, { request, response }) {
      // A shop's service worker may keep answers by their address alone.
      response.vary('Authorization');
      const { storage } = context;
      const { order, returnUrl, page } = await readOrderToken(context, readBearerToken(request));
      const payment =
        page === undefined ? await shownPayment(storage.store.db, order.sub) : await findOwnPayment(context, page);
      const shown = payment === undefined ? null : await context.readView(payment, languageOf(request));
      return showOrder(context.current(), order, returnUrl, shown);
    },
  }),
  /**
   * Start a payment for an order.
   *
   * Safe to repeat: the order reference is the idempotency key, and the companion sends at most one initiation for each
   * payment. It answers when the operator has answered, after 5 s at the latest (then with status `sending`).
   */
  initiatePayment: defineRoute('POST /v1/payments', {
    group: 'Checkout',
    body: initiateBodySchema,
    answers: {
      200: { text: 'The payment that already exists for this order', schema: paymentSchema },
      201: { text: 'A new payment', schema: paymentSchema },
    },
    problems: [...PAGE_TOKEN, ...ORDER_TOKEN, ...OPENING_PROBLEMS, 'storage_unavailable'],
    async handle(context, { request, response, body }) {
      const { order, page } = await readOrderToken(context, body.orderToken);
      const language = body.language ?? languageOf(request);
      const opening = await context.initiate({
        claims: order,
        msisdn: parseMsisdn(body.msisdn),
        language,
        addressHash: hashAddress(addresses.get(request) ?? '', context.settings.CONSUMER_SECRET),
        ...(page === undefined
          ? {}
          : { page: { link: page.link.id, formHash: page.token.formHash, from: body.retryOf ?? undefined } }),
        askedAbout: askedAboutBy(body.retryOf),
        requestId: readRequestId(response),
      });
      // The widget on a hosted page gets the sentence, and no payment that began elsewhere.
      const mayRead = (payment: StoredPayment) => page === undefined || isOwn(payment, page.token);
      if (opening.kind === 'opened')
        response.status(201).location(`${publicPath(request, context)}/v1/payments/${opening.payment.id}`);
      else if (opening.kind !== 'exists' || !mayRead(opening.payment)) {
        const { code, retryAfterMs } = refusalOf(opening);
        const shown =
          'payment' in opening && mayRead(opening.payment)
            ? { payment: await context.readView(opening.payment, language) }
            : {};
        throw new ProblemError(code, { retryAfterMs, members: shown });
      }
      return context.readView(opening.payment, languageOf(request));
    },
  }),
  /**
   * Stream a payment’s changes.
   *
   * Server-Sent Events: `event: payment` with the payment as data. The current state comes first, comments serve as
   * heartbeats, and the stream ends after a final state.
   */
  followPayment: defineRoute('GET /v1/payments/{id}/events', {
    group: 'Checkout',
    params: byId,
    answers: { 200: { text: 'The stream', type: 'text/event-stream' } },
    problems: ['too_many_streams', 'storage_unavailable'],
    handle: (context, { request, response, params }) => paymentStream(context)(request, response, params.id),
  }),
  /**
   * Submit the transaction reference of an unresolved payment, or of a pending one after the cool-down.
   *
   * The payer types the reference from the operator’s SMS. The payment completes if the operator’s transaction details
   * match in amount, currency, both parties and time, and no other payment has the transaction. Five attempts count; up
   * to three more do not, if the operator gives no answer about the reference. A malformed reference, or one that comes
   * while lookups are throttled, does not count.
   */
  submitReference: defineRoute('POST /v1/payments/{id}/reference', {
    group: 'Checkout',
    params: byId,
    body: referenceBodySchema,
    answers: { 200: { text: 'The payment, completed', schema: paymentSchema } },
    problems: [...REFERENCE_PROBLEMS, 'reference_attempts_exhausted', 'storage_unavailable'],
    async handle(context, { request, params, body }) {
      const submitted = await runUnlessStopping(context, () =>
        context.submitReference(params.id, body.transactionReference),
      );
      if (!submitted.ok) throw new ProblemError(submitted.code, { retryAfterMs: submitted.retryAfterMs });
      return context.readView(submitted.payment, languageOf(request));
    },
  }),
};

/** The endpoints of the widget: `/v1/checkout` and `/v1/payments`. */
export function checkoutRouter(context: HttpContext): Router {
  const { ALLOWED_ORIGINS: allowedOrigins } = context.settings;
  return serveRoutes(
    checkoutRoutes,
    context,
    logRefusedOrigins(allowedOrigins, context.log),
    allowShops(allowedOrigins),
    (request, response, next) => {
      if (request.method === 'POST') addresses.set(request, context.addressOf(request));
      response.set('Cache-Control', 'no-store');
      next();
    },
  );
}

/** Sends a payment, without the ETag that Express would compute for an answer that is never stored. */
function sendPayment(
  { subscriptions, poller, view }: HttpContext,
  response: Response,
  { payment, attempts }: PaymentInOrder,
  language: Language,
): void {
  subscriptions.polled(payment.order_reference);
  for (const attempt of attempts) poller.bringForward(attempt);
  const body = JSON.stringify(view(payment, attempts, language));
  response
    .setHeader('Content-Type', 'application/json; charset=utf-8')
    .setHeader('Content-Length', Buffer.byteLength(body))
    .end(body);
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
  const reading = await context.tokens.orders.verify(token);
  if (reading.ok) return { order: reading.claims, returnUrl: reading.claims.returnUrl ?? null };
  if (token !== undefined && reading.code === 'order_token_invalid') {
    const page = await context.tokens.pages.verify(token);
    if (page.ok) return readPageOrder(context, page.page);
    throw new ProblemError(page.code);
  }
  throw new ProblemError(reading.code, reading.errors.length === 0 ? {} : { errors: reading.errors });
}

async function readPageOrder({ storage }: HttpContext, token: PageToken): Promise<SignedOrder> {
  const link = await findLink(storage, token.link);
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
  const reading = await readOwnPayment(storage, link, token, cooldownMs(settings));
  if (reading.kind === 'closed') throw new ProblemError(closedCode(reading.state, link));
  return reading.payment ?? undefined;
}

function askedAboutBy(retryOf: PaymentId | null | undefined): AskedAbout {
  if (retryOf === undefined) return 'all';
  return retryOf === null ? 'none' : { upTo: retryOf };
}
