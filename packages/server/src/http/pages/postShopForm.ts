import { PROBLEMS, readMsisdn, sentenceFor } from '@tsena/shared';
import type { LinkId, PaymentId } from '@tsena/shared/checkout';
import type { Mistake } from '@tsena/widget/server';
import { readOrderPage } from '../../backoffice/links/orderPage.ts';
import { orderOfLink, requireLink } from '../../backoffice/links/paymentLinks.ts';
import { cooldownMs } from '../../config/settings.ts';
import { hashToOrderSuffix } from '../../core/orders/orderSuffix.ts';
import { hashOneTimeValue } from '../../core/orders/pageForm.ts';
import { hashAddress } from '../kit/clients/addressHash.ts';
import type { HttpContext } from '../kit/context.ts';
import { refusalOf } from '../kit/openingRefusal.ts';
import { setRetryAfter } from '../kit/problem.ts';
import { readRequestId } from '../kit/security.ts';
import { isFromShop } from './pageRequest.ts';
import type { PageSender } from './pageSender.ts';

/** What a form in the HTML of a shop's page has sent. */
export interface ShopForm {
  /** The page of the order that the token names. */
  readonly id: LinkId;
  /** A verified order token. */
  readonly token: string;
  readonly typed: string;
  /** The client that limits count it for. */
  readonly address: string;
}

/**
 * Takes the form in the HTML of a shop's page. It begins the payment only if the browser names the shop or the companion
 * as the form's origin: otherwise any page could send prompts from its visitors' browsers. From elsewhere, the page has
 * the number in its own form, and nothing is sent until somebody presses the button there.
 */
export async function postShopForm(context: HttpContext, page: PageSender, form: ShopForm): Promise<void> {
  const { settings, storage, current, tokens } = context;
  const { request, response, language } = page;
  const { id, token, typed } = form;
  // One token is one form: sent twice, it is one payment, also once that has failed.
  const oneTimeValue = hashToOrderSuffix(token);
  const link = await requireLink(storage, id);
  // The form, or the question that precedes it while a payment of the order has no result.
  const show = async (status: number, mistake: Mistake): Promise<void> => {
    const order = await readOrderPage(storage, link, cooldownMs(settings));
    const field = tokens.pageForms.sign(id, oneTimeValue);
    await page.sendLink(status, link, { ...order, part: 'status', mistake, field });
  };

  if (!isFromShop(request, settings.ALLOWED_ORIGINS, current().PUBLIC_URL))
    return typed.trim() === '' ? page.redirect(id) : show(200, { typed });
  const reading = readMsisdn(typed);
  if (!reading.ok) return show(422, { typed, fault: reading.fault });
  const opening = await context.initiate({
    claims: orderOfLink(link, oneTimeValue),
    msisdn: reading.msisdn,
    language,
    addressHash: hashAddress(form.address, settings.CONSUMER_SECRET),
    page: { link: id, formHash: hashOneTimeValue(oneTimeValue) },
    askedAbout: 'none',
    requestId: readRequestId(response),
  });
  if (opening.kind === 'opened') return page.redirectToOwn(opening.payment);
  if (opening.kind === 'exists') {
    const { payment } = opening;
    const { state } = await readOrderPage(storage, link, cooldownMs(settings));
    // The page of a payment that began in the widget takes no other payment; the order's page does, and asks first.
    if (state === 'open' && payment.link_id !== id) return page.redirect(id);
    // Who has the order token may read the order's payment, as in the widget.
    return page.redirect(payment.id as PaymentId);
  }
  const { code, retryAfterMs } = refusalOf(opening);
  setRetryAfter(response, retryAfterMs);
  const status = PROBLEMS[code].status >= 429 ? PROBLEMS[code].status : 422;
  return show(status, { typed, text: sentenceFor(code, language) });
}
