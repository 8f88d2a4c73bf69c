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
import type { PagePart } from './linkPage.ts';
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
  const show = async (status: number, part: PagePart, mistake: Mistake): Promise<void> => {
    const order = await readOrderPage(storage, link, cooldownMs(settings));
    await page.sendLink(status, link, { ...order, part, mistake, field: tokens.pageForms.sign(id, oneTimeValue) });
  };

  if (!isFromShop(request, settings.ALLOWED_ORIGINS, current().PUBLIC_URL))
    return typed.trim() === '' ? page.redirect(id) : show(200, 'status', { typed });
  const reading = readMsisdn(typed);
  if (!reading.ok) return show(422, 'retry', { typed, fault: reading.fault });
  const opening = await context.initiate({
    claims: orderOfLink(link, oneTimeValue),
    msisdn: reading.msisdn,
    language,
    addressHash: hashAddress(form.address, settings.CONSUMER_SECRET),
    page: { link: id, formHash: hashOneTimeValue(oneTimeValue) },
    requestId: readRequestId(response),
  });
  if (opening.kind === 'opened') return page.redirectToOwn(opening.payment);
  // Who has the order token may read the order's payment, as in the widget.
  if (opening.kind === 'exists') return page.redirect(opening.payment.id as PaymentId);
  const { code, retryAfterMs } = refusalOf(opening);
  setRetryAfter(response, retryAfterMs);
  const status = PROBLEMS[code].status >= 429 ? PROBLEMS[code].status : 422;
  return show(status, 'retry', { typed, text: sentenceFor(code, language) });
}
