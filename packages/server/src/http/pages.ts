import { type Ariary, type Language, PROBLEMS, type ProblemCode, pickLanguage, readMsisdn, sentenceFor } from '@tsena/shared';
import {
  type LinkId,
  linkIdSchema,
  type Payment,
  type PaymentId,
  paymentIdSchema,
  transactionReferenceSchema,
} from '@tsena/shared/checkout';
import type { Mistake, PageData, SentForm } from '@tsena/widget/server';
import compression from 'compression';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { findLink, type LinkRow } from '../backoffice/links/linkRows.ts';
import { mayShow, type OrderPageState, readOrderPage } from '../backoffice/links/orderPage.ts';
import { orderOfLink, returnUrlOf } from '../backoffice/links/paymentLinks.ts';
import { createOrderSuffix } from '../core/orders/orderSuffix.ts';
import { isPaid } from '../core/rules/attemptPolicy.ts';
import { closedReason } from '../core/rules/opening.ts';
import type { Opening } from '../core/storage/attempts.ts';
import { attemptsOf, currentPayment, findPayment } from '../core/storage/reads.ts';
import type { StoredPayment } from '../database/schema.ts';
import { readWidgetScript } from './assets.ts';
import { readForm } from './bodies/body.ts';
import { showOrder } from './checkout/showOrder.ts';
import { hashAddress } from './clients/addressHash.ts';
import type { HttpContext } from './context.ts';
import { aboutOf, linkPage } from './pages/linkPage.ts';
import { createLook, sendPage } from './pages/look.ts';
import { type PaymentPageView, paymentPage } from './pages/paymentPage.ts';
import { languageOf, ProblemError, problemCodeOf, rejectOtherMethods } from './problem.ts';
import { runUnlessStopping } from './runUnlessStopping.ts';
import { readRequestId } from './security.ts';

/** `/pay`: the hosted page. It works without a script, a cookie and a host that the companion would have to trust. */
export function pageRouter(context: HttpContext): Router {
  const { storage, settings, pageForms, pageTokens, log } = context;
  const { db } = storage.store;
  const { partnerName } = settings.merchant;
  const look = createLook(settings, readWidgetScript());
  // Pages refer to each other by relative addresses, for which a trailing slash would make a difference.
  const router = Router({ strict: true });
  router.use('/pay', compression());

  const languageFor = (request: Request): Language => chosenLanguage(request) ?? languageOf(request);

  /** The path under which browsers reach the companion. */
  function basePath(request: Request): string {
    const publicPath = settings.publicUrl === null ? '' : new URL(settings.publicUrl).pathname.replace(/\/$/, '');
    return publicPath === '' ? request.baseUrl : publicPath;
  }

  function redirect(request: Request, response: Response, id: LinkId | PaymentId): void {
    response.set(look.headers).redirect(303, `${basePath(request)}/pay/${id}${languageQuery(request)}`);
  }

  /** The page of a reusable link that says that a payment is in progress: without the payment's address. */
  function redirectToWaiting(request: Request, response: Response, id: LinkId): void {
    const language = chosenLanguage(request);
    const query = language === undefined ? '' : `&lang=${language}`;
    response.set(look.headers).redirect(303, `${basePath(request)}/pay/${id}?view=waiting${query}`);
  }

  async function openPage(request: Request, response: Response, token: string | undefined): Promise<void> {
    const reading = await context.orderTokens.verify(token);
    if (!reading.ok) throw new ProblemError(reading.code);
    redirect(request, response, await context.openOrderPage(reading.claims));
  }

  async function findLinkOf(id: LinkId): Promise<LinkRow> {
    const link = await findLink(db, id);
    if (link === undefined) throw new ProblemError('link_not_found');
    return link;
  }

  async function findPaymentOf(id: PaymentId): Promise<StoredPayment> {
    const payment = await findPayment(db, id);
    if (payment === undefined) throw new ProblemError('payment_not_found');
    return payment;
  }

  async function sendLink(
    request: Request,
    response: Response,
    status: number,
    link: LinkRow,
    { state, mistake, field }: { state: OrderPageState; mistake?: Mistake; field?: string },
  ): Promise<void> {
    const language = languageFor(request);
    const query = languageQuery(request);
    const oneTimeValue = createOrderSuffix();
    const form = formOf(`${link.id}${query}`, { form: field ?? pageForms.sign(link.id, oneTimeValue) }, mistake);
    // What a payer has typed stays where it is, and so does the notice of another payment.
    const isLive = state === 'open' && mistake === undefined;
    const live = isLive ? await goLive(request, { link, oneTimeValue, payment: null, about: aboutOf(link), form }) : null;
    sendPage(response, status, look, language, linkPage(link, { language, partnerName, state, form, query, live }));
  }

  async function sendPayment(
    request: Request,
    response: Response,
    status: number,
    payment: StoredPayment,
    view: PaymentPageView,
    mistake?: Mistake,
  ): Promise<void> {
    const language = languageFor(request);
    const link = payment.link_id === null ? undefined : await findLink(db, payment.link_id as LinkId);
    const current = payment.superseded === null ? payment : await currentPayment(db, payment.order_reference);
    const found = context.view(payment, language);
    const mayRetry = link !== undefined && found.retryable && closedReason(link, storage.clock.now()) === undefined;
    const shown = { ...found, retryable: mayRetry };
    const query = languageQuery(request);
    const oneTimeValue = (link === undefined ? undefined : oneTimeValueOf(link, payment)) ?? createOrderSuffix();
    const about = payment.description ?? payment.order_reference;
    const page = paymentPage(shown, {
      language,
      view,
      description: payment.description,
      finalAt: payment.final_at,
      retry: mayRetry ? formOf(`${link.id}${query}`, { form: pageForms.sign(link.id, oneTimeValue), from: payment.id }, mistake) : null,
      reference: formOf(`${payment.id}${query}`, { form: pageForms.sign(payment.id) }, mistake),
      returnUrl: link === undefined ? null : returnUrlOf(link, payment.order_reference),
      isPaidByAnother: current !== undefined && current.id !== payment.id && isPaid(current),
      query,
      live: link === undefined ? null : await goLive(request, { link, oneTimeValue, payment: shown, about, form: null }),
    });
    sendPage(response, status, look, language, page);
  }

  /** The widget on this page can do what the form on it can do, with the same one-time value. */
  async function goLive(request: Request, shown: LivePage): Promise<PageData> {
    const { link, oneTimeValue, payment, about, form } = shown;
    const order = orderOfLink(link, oneTimeValue);
    return {
      language: languageFor(request),
      orderToken: await pageTokens.sign({ link: link.id, oneTimeValue, payment: payment?.id ?? null }, link.amount as Ariary),
      query: languageQuery(request),
      logoUrl: look.logoUrl,
      about,
      checkout: showOrder(settings, order, returnUrlOf(link, order.sub), payment),
      form: form && { action: form.action, fields: form.fields },
    };
  }

  /** Starts a payment from a form, or finds the one that it has started. */
  async function postLink(request: Request, response: Response, id: LinkId): Promise<void> {
    const address = context.addressOf(request);
    requireOwnPage(request, settings.publicUrl);
    const fields = await readForm(request);
    const link = await findLinkOf(id);
    const language = languageFor(request);
    const typed = fields.get('msisdn') ?? '';
    const from = await findFrom(link, fields.get('from'));

    /** The page that the form was on, with the reason. */
    const refuse = async (status: number, mistake: Mistake, state?: OrderPageState, field?: string): Promise<void> => {
      if (from !== undefined && state === undefined) {
        await sendPayment(request, response, status, from, 'retry', mistake);
        return;
      }
      const shown = state ?? (await readOrderPage(storage, await findLinkOf(id), settings.attemptCooldownMs));
      await sendLink(request, response, status, link, {
        state: shown,
        mistake,
        ...(field === undefined ? {} : { field }),
      });
    };

    const form = pageForms.read(id, fields.get('form'));
    if (form === undefined) {
      const started = await findStarted(link, fields.get('form'));
      if (started !== undefined && started.id !== from?.id) return redirect(request, response, started.id);
      return refuse(422, { typed, text: sentenceFor('form_invalid', language) });
    }
    // The same one-time value: what follows a mistake is still the same order.
    const field = pageForms.sign(id, form.oneTimeValue);
    const reading = readMsisdn(typed);
    if (!reading.ok) return refuse(422, { typed, fault: reading.fault }, undefined, field);

    const opening = await context.initiate({
      claims: orderOfLink(link, form.oneTimeValue),
      msisdn: reading.msisdn,
      language,
      addressHash: hashAddress(address, settings.operator.consumerSecret),
      page: { link: id, formHash: form.hash, from: from?.id },
      requestId: readRequestId(response),
    });
    if (opening.kind === 'opened') return redirect(request, response, opening.payment.id);
    if ('payment' in opening && mayShow(opening.payment, form.hash)) return redirect(request, response, opening.payment.id);
    // On a one-time link, the answer is the same for every number: else a stranger could find out the payer's by trying.
    if (opening.kind === 'exists' && link.reusable === 1 && opening.payment.msisdn === reading.msisdn && !isPaid(opening.payment)) {
      return redirectToWaiting(request, response, id);
    }
    const { code, state, retryAfterMs } = explain(opening);
    if (retryAfterMs !== null) response.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
    const status = PROBLEMS[code].status >= 429 ? PROBLEMS[code].status : 422;
    return refuse(status, { typed, text: sentenceFor(code, language) }, state ?? (from === undefined ? 'open' : undefined), field);
  }

  /** The newest payment that this form has started, also if the form is too old to start one. */
  async function findStarted(link: LinkRow, field: string | undefined): Promise<StoredPayment | undefined> {
    const form = pageForms.read(link.id, field, Number.POSITIVE_INFINITY);
    if (form === undefined) return undefined;
    const payments = await attemptsOf(db, orderOfLink(link, form.oneTimeValue).sub);
    return payments.find(({ form_hash }) => form_hash === form.hash);
  }

  /** The payment of this link on whose page the form was. */
  async function findFrom(link: LinkRow, id: string | undefined): Promise<StoredPayment | undefined> {
    const parsed = z.safeParse(paymentIdSchema, id);
    const payment = parsed.success ? await findPayment(db, parsed.data) : undefined;
    return payment?.link_id === link.id ? payment : undefined;
  }

  /** Takes the reference in the operator's SMS. */
  async function postReference(request: Request, response: Response, id: PaymentId): Promise<void> {
    requireOwnPage(request, settings.publicUrl);
    const fields = await readForm(request);
    const payment = await findPaymentOf(id);
    const language = languageFor(request);
    const typed = fields.get('transactionReference') ?? '';
    const refuse = (text: string | null, status = 422) => sendPayment(request, response, status, payment, 'reference', { typed, text });
    if (pageForms.read(id, fields.get('form')) === undefined) return refuse(sentenceFor('form_invalid', language));
    const reference = z.safeParse(transactionReferenceSchema, typed);
    // The form itself says how a reference looks.
    if (!reference.success) return refuse(null);
    const result = await runUnlessStopping(context, () => context.submitReference(id, reference.data));
    if (result.ok) return redirect(request, response, id);
    // The payment has moved on meanwhile: its page says where it is.
    if (result.code === 'reference_not_accepted') return redirect(request, response, id);
    const { status } = PROBLEMS[result.code];
    if (result.retryAfterMs !== undefined && result.retryAfterMs !== null) {
      response.set('Retry-After', String(Math.max(1, Math.ceil(result.retryAfterMs / 1000))));
    }
    return refuse(sentenceFor(result.code, language), status >= 429 ? status : 422);
  }

  router
    .route('/pay')
    .get(async (request, response) => {
      const { token } = request.query;
      await openPage(request, response, typeof token === 'string' ? token : undefined);
    })
    .post(async (request, response) => {
      await openPage(request, response, (await readForm(request)).get('token'));
    })
    .all(rejectOtherMethods('GET', 'POST'));

  router
    .route('/pay/:id')
    .get(async (request, response) => {
      const id = readId(request);
      if (id.kind === 'link') {
        const link = await findLinkOf(id.id);
        const state = await readOrderPage(storage, link, settings.attemptCooldownMs);
        const isWaiting = request.query.view === 'waiting' && link.reusable === 1 && state === 'open';
        await sendLink(request, response, 200, link, { state: isWaiting ? 'waiting' : state });
        return;
      }
      const payment = await findPaymentOf(id.id);
      context.subscriptions.polled(payment.id);
      context.poller.bringForward(payment);
      const { view } = request.query;
      await sendPayment(request, response, 200, payment, view === 'retry' || view === 'reference' ? view : 'status');
    })
    .post(async (request, response) => {
      const id = readId(request);
      await (id.kind === 'link' ? postLink(request, response, id.id) : postReference(request, response, id.id));
    })
    .all(rejectOtherMethods('GET', 'POST'));

  const sendError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const code = error instanceof ProblemError ? error.code : problemCodeOf(error);
    const { status } = PROBLEMS[code];
    if (status >= 500) log.error({ err: error, requestId: readRequestId(response) }, 'request failed');
    if (status === 503) response.set('Retry-After', '5');
    const language = languageFor(request);
    sendPage(response, status, look, language, {
      title: partnerName,
      preview: null,
      refreshSeconds: null,
      amount: null,
      about: null,
      query: languageQuery(request),
      view: { kind: 'closed', reason: 'error', text: sentenceFor(code, language) },
    });
  };
  router.use('/pay', sendError);
  return router;
}

/** What a page gives to the widget. */
interface LivePage {
  readonly link: LinkRow;
  readonly oneTimeValue: string;
  /** The payment on whose page this is. */
  readonly payment: Payment | null;
  readonly about: string | null;
  readonly form: SentForm | null;
}

function formOf(action: string, fields: SentForm['fields'], mistake: Mistake | undefined): SentForm {
  return { action, fields, mistake: mistake ?? null };
}

/** What a person reads about a payment that did not begin. */
function explain(opening: Exclude<Opening, { readonly kind: 'opened' }>): {
  readonly code: ProblemCode;
  /** What the page of the link shows; undefined: the form again. */
  readonly state?: OrderPageState;
  readonly retryAfterMs: number | null;
} {
  switch (opening.kind) {
    case 'exists':
      return isPaid(opening.payment)
        ? { code: 'link_paid', state: 'paid', retryAfterMs: null }
        : { code: 'payment_in_progress', retryAfterMs: null };
    case 'changed':
      return { code: 'order_changed', state: 'changed', retryAfterMs: null };
    case 'exhausted':
      return { code: 'attempts_exhausted', state: 'exhausted', retryAfterMs: null };
    case 'closed':
      return { code: opening.code, state: opening.code === 'link_cancelled' ? 'cancelled' : 'expired', retryAfterMs: null };
    case 'stopping':
      return { code: 'shutting_down', retryAfterMs: 5000 };
    case 'limited':
      return { code: opening.code, retryAfterMs: opening.retryAfterMs };
  }
}

function readId(request: Request): { readonly kind: 'link'; readonly id: LinkId } | { readonly kind: 'payment'; readonly id: PaymentId } {
  const link = z.safeParse(linkIdSchema, request.params.id);
  if (link.success) return { kind: 'link', id: link.data };
  const payment = z.safeParse(paymentIdSchema, request.params.id);
  if (payment.success) return { kind: 'payment', id: payment.data };
  throw new ProblemError('not_found');
}

/** The language that the switch has chosen; undefined if it was not used. */
function chosenLanguage(request: Request): Language | undefined {
  const { lang } = request.query;
  return typeof lang === 'string' ? pickLanguage([lang]) : undefined;
}

function languageQuery(request: Request): string {
  const language = chosenLanguage(request);
  return language === undefined ? '' : `?lang=${language}`;
}

/**
 * Refuses a form that another site has sent. Browsers name the site in Sec-Fetch-Site; older ones name the origin, or `null`, because these
 * pages send no referrer. The form's signed field stands behind both.
 *
 * @throws ProblemError `cross_site_request`
 */
function requireOwnPage(request: Request, publicUrl: string | null): void {
  const site = request.get('sec-fetch-site');
  const origin = request.get('origin');
  const isOwn =
    site === undefined
      ? origin === undefined || origin === 'null' || isOwnOrigin(origin, request.get('host'), publicUrl)
      : site === 'same-origin' || site === 'none';
  if (isOwn) return;
  request.resume();
  throw new ProblemError('cross_site_request');
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || (publicUrl !== null && url.origin === new URL(publicUrl).origin);
}

/** A new attempt at an order of a reusable link continues that order: its one-time value is the end of the order reference. */
function oneTimeValueOf(link: LinkRow, payment: StoredPayment): string | undefined {
  return link.reusable === 1 ? payment.order_reference.slice(link.order_reference.length + 1) : undefined;
}
