import { readCompanionUrl } from './companionUrl.ts';
import { TsenaError } from './error.ts';

/** Options of {@link checkoutHtml}. */
export interface CheckoutHtmlOptions {
  /** An order token of the order, by {@link signOrderToken}. */
  readonly orderToken: string;
  /** The companion's address: `https://pay.example`. */
  readonly companionUrl: string;
  /** `mg`, `fr` or `en`, also as `fr-MG` or `fr_MG`. Anything else is French. Default: French. */
  readonly locale?: string;
}

/** The widget's words. */
const TEXTS = {
  mg: { number: 'Laharana mobile money', pay: 'Handoa' },
  fr: { number: 'Numéro mobile money', pay: 'Payer' },
  en: { number: 'Mobile money number', pay: 'Pay' },
};

const NO_BREAK_SPACE = '\u00a0';
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function readClaims(orderToken: string): unknown {
  const [, payload = ''] = TOKEN.test(orderToken) ? orderToken.split('.') : [];
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(payload, 'base64url')));
  } catch {
    return undefined; // no token: the caller refuses it
  }
}

/** The amount that the token names. The companion verifies its signature. */
function readAmount(orderToken: string): string {
  const claims = readClaims(orderToken);
  const amount = typeof claims === 'object' && claims !== null && 'amount' in claims ? claims.amount : undefined;
  if (typeof amount !== 'string' || !/^[1-9][0-9]{2,11}$/.test(amount))
    throw new TsenaError('order_invalid', 'orderToken is not an order token with an amount.');
  return amount;
}

function readLocale(locale: string): keyof typeof TEXTS {
  const language = locale.toLowerCase().split(/[-_]/)[0];
  return language === 'mg' || language === 'en' ? language : 'fr';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/**
 * The HTML of the payment form, for a page of your own: the widget's element with a plain form inside. The form is
 * there at once. It posts to the companion's hosted page, so it needs no script; the companion's script puts the widget
 * in its place. It must not stand inside another form. Everything in it is escaped.
 *
 * @throws TsenaError `order_invalid` for something that is no order token, `request_invalid` for another address
 * @example checkoutHtml({ orderToken, companionUrl: 'https://pay.example', locale: 'fr' })
 */
export function checkoutHtml({ orderToken, companionUrl, locale = 'fr' }: CheckoutHtmlOptions): string {
  const amount = readAmount(orderToken);
  const action = escapeHtml(`${readCompanionUrl(companionUrl)}/pay`);
  const language = readLocale(locale);
  const { number, pay } = TEXTS[language];
  const grouped = amount.replace(/\B(?=(?:\d{3})+$)/g, language === 'en' ? ',' : NO_BREAK_SPACE);
  return (
    `<tsena-checkout order-token="${orderToken}" locale="${language}"><form method="post" action="${action}">` +
    `<input type="hidden" name="token" value="${orderToken}">` +
    `<input type="hidden" name="lang" value="${language}">` +
    `<label>${number} <input name="msisdn" type="tel" autocomplete="tel"></label>` +
    `<button>${pay} ${grouped}${NO_BREAK_SPACE}Ar</button></form></tsena-checkout>`
  );
}
