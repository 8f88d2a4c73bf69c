import { PROBLEMS, type ProblemCode, readMsisdn, sentenceFor } from '@tsena/shared';
import { type LinkId, type PaymentId, paymentIdSchema, transactionReferenceSchema } from '@tsena/shared/checkout';
import type { Mistake } from '@tsena/widget/server';
import * as z from 'zod/mini';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import { mayShow, type OrderPageState, readOrderPage } from '../../backoffice/links/orderPage.ts';
import { orderOfLink, requireLink } from '../../backoffice/links/paymentLinks.ts';
import { cooldownMs } from '../../config/settings.ts';
import { isPaid } from '../../core/rules/attemptPolicy.ts';
import type { PaymentInOrder } from '../../core/rules/view.ts';
import { attemptsOf, attemptsOfPayment } from '../../core/storage/reads.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { readForm } from '../kit/bodies/body.ts';
import { hashAddress } from '../kit/clients/addressHash.ts';
import type { HttpContext } from '../kit/context.ts';
import { refusalOf } from '../kit/openingRefusal.ts';
import { setRetryAfter } from '../kit/problem.ts';
import { requirePayment } from '../kit/requirePayment.ts';
import { runUnlessStopping } from '../kit/runUnlessStopping.ts';
import { readRequestId } from '../kit/security.ts';
import { requireOwnPage } from './pageRequest.ts';
import type { PageSender } from './pageSender.ts';

/** What the page of the link shows if no payment can begin; otherwise the form again. */
const CLOSED: Partial<Record<ProblemCode, OrderPageState>> = {
  link_paid: 'paid',
  order_changed: 'changed',
  attempts_exhausted: 'exhausted',
  link_cancelled: 'cancelled',
  link_expired: 'expired',
};

/** Starts a payment from a form, or finds the one that it has started. */
export async function postLink(context: HttpContext, page: PageSender, id: LinkId): Promise<void> {
  const { settings, storage } = context;
  const { request, response, language } = page;
  const { pageForms } = context.tokens;
  const address = context.addressOf(request);
  requireOwnPage(request, context.current().PUBLIC_URL);
  const fields = await readForm(request);
  const link = await requireLink(storage, id);
  const typed = fields.get('msisdn') ?? '';
  const from = await findFrom(context, link, fields.get('from'));

  /** The page that the form was on, with the reason. */
  const refuse = async (status: number, mistake: Mistake, state?: OrderPageState, field?: string): Promise<void> => {
    if (from !== undefined && state === undefined) {
      await page.sendPayment(status, from, 'retry', mistake);
      return;
    }
    const read = await readOrderPage(storage, await requireLink(storage, id), cooldownMs(settings));
    // While a payment has no result, nothing else of the link counts: the payer must not pay elsewhere.
    const shown = read.state === 'in_progress' ? read.state : (state ?? read.state);
    await page.sendLink(status, link, { view: read.view, state: shown, mistake, field });
  };

  const form = pageForms.read(id, fields.get('form'));
  if (form === undefined) {
    const started = await findStarted(context, link, fields.get('form'));
    if (started !== undefined && started.id !== from?.payment.id) return page.redirect(started.id);
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
    addressHash: hashAddress(address, settings.CONSUMER_SECRET),
    page: { link: id, formHash: form.hash, from: from?.payment.id },
    requestId: readRequestId(response),
  });
  if (opening.kind === 'opened') return page.redirectToOwn(opening.payment);
  if ('payment' in opening && mayShow(opening.payment, form.hash)) return page.redirect(opening.payment.id);
  // On a one-time link, the answer is the same for every number: else a stranger could find out the payer's by trying.
  if (
    opening.kind === 'exists' &&
    link.reusable === 1 &&
    opening.payment.msisdn === reading.msisdn &&
    !isPaid(opening.payment)
  ) {
    return page.redirect(id, 'waiting');
  }
  const { code, retryAfterMs } = refusalOf(opening);
  const state = CLOSED[code];
  setRetryAfter(response, retryAfterMs);
  const status = PROBLEMS[code].status >= 429 ? PROBLEMS[code].status : 422;
  return refuse(
    status,
    { typed, text: sentenceFor(code, language) },
    state ?? (from === undefined ? 'open' : undefined),
    field,
  );
}

/** The newest payment that this form has started, also if the form is too old to start one. */
async function findStarted(
  { storage, tokens }: HttpContext,
  link: LinkRow,
  field: string | undefined,
): Promise<StoredPayment | undefined> {
  const form = tokens.pageForms.read(link.id, field, Number.POSITIVE_INFINITY);
  if (form === undefined) return undefined;
  const payments = await attemptsOf(storage.store.db, orderOfLink(link, form.oneTimeValue).sub);
  return payments.find(({ form_hash }) => form_hash === form.hash);
}

/** The payment of this link on whose page the form was. */
async function findFrom(
  { storage }: HttpContext,
  link: LinkRow,
  id: string | undefined,
): Promise<PaymentInOrder | undefined> {
  const parsed = z.safeParse(paymentIdSchema, id);
  const attempts = parsed.success ? await attemptsOfPayment(storage.store.db, parsed.data) : [];
  const payment = attempts.find((attempt) => attempt.id === parsed.data);
  return payment?.link_id === link.id ? { payment, attempts } : undefined;
}

/** Takes the reference in the operator's SMS. */
export async function postReference(context: HttpContext, page: PageSender, id: PaymentId): Promise<void> {
  const { request, response, language } = page;
  const { pageForms } = context.tokens;
  requireOwnPage(request, context.current().PUBLIC_URL);
  const fields = await readForm(request);
  const found = await requirePayment(context, id);
  const typed = fields.get('transactionReference') ?? '';
  const refuse = (text?: string, status = 422) =>
    page.sendPayment(status, found, 'reference', { typed, ...(text && { text }) });
  if (pageForms.read(id, fields.get('form')) === undefined) return refuse(sentenceFor('form_invalid', language));
  const reference = z.safeParse(transactionReferenceSchema, typed);
  // The form itself says how a reference looks.
  if (!reference.success) return refuse();
  const result = await runUnlessStopping(context, () => context.submitReference(id, reference.data));
  if (result.ok) return page.redirect(id);
  // The payment has moved on meanwhile: its page says where it is.
  if (result.code === 'reference_not_accepted') return page.redirect(id);
  const { status } = PROBLEMS[result.code];
  setRetryAfter(response, result.retryAfterMs);
  return refuse(sentenceFor(result.code, language), status >= 429 ? status : 422);
}
