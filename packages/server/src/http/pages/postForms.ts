import { findReference, PROBLEMS, readMsisdn, sentenceFor } from '@tsena/shared';
import { type LinkId, type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import type { Mistake } from '@tsena/widget/server';
import * as z from 'zod/mini';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import { mayShow, readOrderPage } from '../../backoffice/links/orderPage.ts';
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
import type { PagePart } from './linkPage.ts';
import { requireOwnPage } from './pageRequest.ts';
import type { PageSender } from './pageSender.ts';
import texts from './texts.json' with { type: 'json' };

/** Takes a form of the page of a link: for a payment, or for the reference in the operator's SMS. */
export async function postLink(context: HttpContext, page: PageSender, id: LinkId): Promise<void> {
  const { settings, storage } = context;
  const { request, response, language } = page;
  const { pageForms } = context.tokens;
  const address = context.addressOf(request);
  requireOwnPage(request, context.current().PUBLIC_URL);
  const fields = await readForm(request);
  const link = await requireLink(storage, id);
  if (fields.has('transactionReference')) return postLinkReference(context, page, link, fields);
  const typed = fields.get('msisdn') ?? '';
  const from = await findFrom(context, link, fields.get('from'));

  /** The page that the form was on, with the reason. It says what is true now: the order or the link may have ended. */
  const refuse = async (status: number, mistake: Mistake, field?: string, part: PagePart = 'retry'): Promise<void> => {
    const now = await findFrom(context, link, fields.get('from'));
    if (now !== undefined) return page.sendPayment(status, now, part, mistake);
    const order = await readOrderPage(storage, await requireLink(storage, id), cooldownMs(settings));
    await page.sendLink(status, link, { ...order, part, mistake, field });
  };

  const form = pageForms.read(id, fields.get('form'));
  if (form === undefined) {
    const started = await findStarted(context, link, fields.get('form'));
    if (started !== undefined && started.id !== from?.payment.id) return page.redirect(started.id);
    return refuse(422, { typed, text: sentenceFor('form_invalid', language) });
  }
  // What follows a mistake is still the same order, and has asked about no newer payment.
  const field = fields.get('form');
  const reading = readMsisdn(typed);
  if (!reading.ok) return refuse(422, { typed, fault: reading.fault }, field);

  const opening = await context.initiate({
    claims: orderOfLink(link, form.oneTimeValue),
    msisdn: reading.msisdn,
    language,
    addressHash: hashAddress(address, settings.CONSUMER_SECRET),
    page: { link: id, formHash: form.hash, from: from?.payment.id },
    askedAbout: { until: form.at },
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
  setRetryAfter(response, retryAfterMs);
  const status = PROBLEMS[code].status >= 429 ? PROBLEMS[code].status : 422;
  // Before another request over the payment that exists, the page asks about the secret code.
  const part = opening.kind === 'exists' ? 'status' : 'retry';
  return refuse(status, { typed, text: sentenceFor(code, language) }, field, part);
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

/** Takes the reference in the operator's SMS on the page of its payment. */
export async function postReference(context: HttpContext, page: PageSender, id: PaymentId): Promise<void> {
  requireOwnPage(page.request, context.current().PUBLIC_URL);
  const fields = await readForm(page.request);
  const found = await requirePayment(context, id);
  const refusal = await submitReference(context, page, id, fields, [found.payment]);
  if (refusal === null) return page.redirect(id);
  await page.sendPayment(refusal.status, found, 'reference', refusal.mistake);
}

/**
 * Takes the reference in the operator's SMS on the page of a link, which knows no payer: for each payment of the order
 * that takes one, until it is that payment's.
 */
async function postLinkReference(
  context: HttpContext,
  page: PageSender,
  link: LinkRow,
  fields: ReadonlyMap<string, string>,
): Promise<void> {
  const { storage, settings } = context;
  const read = () => readOrderPage(storage, link, cooldownMs(settings));
  const payments = page.takersOf((await read()).attempts);
  const refusal = await submitReference(context, page, link.id, fields, payments);
  if (refusal === null) return page.redirect(link.id);
  await page.sendLink(refusal.status, link, { ...(await read()), part: 'reference', mistake: refusal.mistake });
}

/** Why no payment has taken what was typed. */
interface Refusal {
  readonly status: number;
  readonly mistake: Mistake;
}

/** @returns null if a payment has taken it, or none takes one any more: the page says where they are */
async function submitReference(
  context: HttpContext,
  { response, language }: PageSender,
  formPage: LinkId | PaymentId,
  fields: ReadonlyMap<string, string>,
  payments: readonly StoredPayment[],
): Promise<Refusal | null> {
  const typed = fields.get('transactionReference') ?? '';
  if (context.tokens.pageForms.read(formPage, fields.get('form') ?? '') === undefined)
    return { status: 422, mistake: { typed, text: sentenceFor('form_invalid', language) } };
  const reading = findReference(typed);
  if (reading.kind === 'several') return { status: 422, mistake: { typed, text: texts.several[language] } };
  // The form itself says how a reference looks.
  if (reading.kind === 'none') return { status: 422, mistake: { typed } };
  let refusal: Refusal | null = null;
  for (const { id } of payments) {
    const result = await runUnlessStopping(context, () => context.submitReference(id, reading.reference));
    if (result.ok) return null;
    // The payment has moved on meanwhile.
    if (result.code === 'reference_not_accepted') continue;
    const { status } = PROBLEMS[result.code];
    setRetryAfter(response, result.retryAfterMs);
    refusal = { status: status >= 429 ? status : 422, mistake: { typed, text: sentenceFor(result.code, language) } };
  }
  return refusal;
}
