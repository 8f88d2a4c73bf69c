import { createHash } from 'node:crypto';
import { formatMoney } from '@tsena/shared';
import { HOSTED_STYLES, type HostedPageProps, renderDocument, TAKE_OVER_SCRIPT } from '@tsena/widget/server';
import type { Response } from 'express';
import type { Settings } from '../../config/settings.ts';
import type { WidgetScript } from '../assets.ts';
import { brandStyle } from './brandStyle.ts';

/** What all payment pages of a companion share. */
export interface Branding {
  readonly settings: Settings;
  readonly styles: typeof HOSTED_STYLES;
  readonly widget: WidgetScript;
  /** The policy of a page that loads the widget's script, in the place of the one in `headers`. */
  readonly livePolicy: string;
  /** The headers of every page. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One page: what it shows, and what it adds to the {@link Branding}. */
export interface Page extends Pick<HostedPageProps, 'view'> {
  /** Whole Ariary, as digits; null if the page belongs to no order. */
  readonly amount: string | null;
  readonly about: string | null;
  /** For link previews; absent: the page has none. */
  readonly preview?: { readonly description: string | null };
  /** Its address without the query, relative to what the browser shows; absent: it has none of its own. */
  readonly address?: string;
  /** After how many seconds the browser loads its address; null or absent: never. */
  readonly refreshSeconds?: number | null;
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Makes the branding from the settings. The policy allows these styles, the logos and forms to the companion itself,
 * nothing else. The policy of a page that loads the widget also allows its script by its hash, and requests to the
 * companion.
 */
export function createBranding(settings: Settings, widget: WidgetScript): Branding {
  const styles = { ...HOSTED_STYLES, form: HOSTED_STYLES.form + brandStyle(settings) };
  const images = [settings.BRAND_LOGO_URL, settings.OPERATOR_LOGO_URL].filter((one) => one !== null).join(' ');
  const policyWith = (...scripts: readonly string[]) =>
    [
      "default-src 'none'",
      ...scripts,
      `style-src ${sha256(styles.form)} ${sha256(styles.later)}`,
      ...(images === '' ? [] : [`img-src ${images}`]),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  return {
    settings,
    styles,
    widget,
    livePolicy: policyWith(`script-src ${sha256(TAKE_OVER_SCRIPT)} '${widget.integrity}'`, "connect-src 'self'"),
    headers: {
      'Content-Security-Policy': policyWith(),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      Vary: 'Accept-Language',
    },
  };
}

/** What a page knows of its reader: the language, and the query that keeps a chosen one. */
type Reader = Pick<HostedPageProps, 'language' | 'query'>;

/** Sends a page. */
export function sendPage(
  response: Response,
  status: number,
  branding: Branding,
  { language, query }: Reader,
  page: Page,
): void {
  const { view, address = '', refreshSeconds = null, amount, about, preview } = page;
  // A page that answers a form stands at the form's address.
  const refresh = refreshSeconds === null ? null : { seconds: refreshSeconds, address: address + query };
  const { PARTNER_NAME, OPERATOR_NAME, OPERATOR_ENVIRONMENT, BRAND_LOGO_URL, MERCHANT_CONTACT } = branding.settings;
  const { widget } = branding;
  response.status(status).set(branding.headers);
  if (view.kind === 'live') response.set('Content-Security-Policy', branding.livePolicy);
  // The header would reload the page under the widget too.
  else if (refresh !== null) response.set('Refresh', `${refresh.seconds}; url=${refresh.address}`);
  const document = renderDocument({
    view,
    address,
    refresh,
    language,
    query,
    title: amount === null ? PARTNER_NAME : `${PARTNER_NAME} · ${formatMoney(amount, language)}`,
    operatorName: OPERATOR_NAME,
    contact: MERCHANT_CONTACT,
    summary: {
      isSandbox: OPERATOR_ENVIRONMENT === 'sandbox',
      merchant: PARTNER_NAME,
      amount,
      description: about,
      hosted: { logoUrl: BRAND_LOGO_URL },
    },
    preview: preview === undefined ? null : { ...preview, imageUrl: BRAND_LOGO_URL },
    styles: branding.styles,
    script: { src: `../v1/${widget.name}`, integrity: widget.integrity },
  });
  response.type('text/html; charset=utf-8').send(document);
}
