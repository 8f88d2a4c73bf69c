import { createHash } from 'node:crypto';
import { LANGUAGES } from '@tsena/shared';
import type { Response } from 'express';
import type { Settings } from '../../config/settings.ts';
import type { WidgetScripts } from '../assets.ts';
import { ENHANCE_HASH, type Enhancement, type EnhancementSource, enhanceScript } from './enhance.ts';
import { type Html, html, trusted } from './html.ts';
import { writeStyle } from './style.ts';
import type { PageTexts } from './texts.ts';

/** What all payment pages of a companion share. */
export interface Look {
  readonly partnerName: string;
  readonly isSandbox: boolean;
  readonly logoUrl: string | null;
  readonly style: Html;
  /** The headers of every page. */
  readonly headers: Readonly<Record<string, string>>;
  /** The policy of a page that loads the widget, in the place of the one in `headers`. */
  readonly enhancedPolicy: string;
  /** The widget's script. */
  readonly widget: EnhancementSource;
}

/** One page. */
export interface Page {
  readonly title: string;
  /** For link previews; null: the page has none. */
  readonly preview: { readonly description: string | null } | null;
  /** After how many seconds the browser loads the page again; null: never. */
  readonly refreshSeconds: number | null;
  /** Whole Ariary, as digits; null if the page belongs to no order. */
  readonly amount: string | null;
  readonly about: string | null;
  readonly body: Html;
  /** What the widget needs to take the place of the body; null: the page stays as it is. */
  readonly enhancement: Enhancement | null;
}

const LANGUAGE_NAMES = { mg: 'Malagasy', fr: 'Français', en: 'English' } as const;

/**
 * Makes the look from the settings. The policy allows this style, the logo and forms to the companion itself, nothing else. The policy of a
 * page that loads the widget also allows its own script and the widget's files by their hashes, and requests to the companion.
 */
export function createLook(
  { brand, merchant, operator }: Pick<Settings, 'brand' | 'merchant' | 'operator'>,
  { first, rest }: WidgetScripts,
): Look {
  const style = writeStyle(brand);
  const hash = createHash('sha256').update(style).digest('base64');
  const policyWith = (...scripts: readonly string[]) =>
    [
      "default-src 'none'",
      ...scripts,
      `style-src 'sha256-${hash}'`,
      ...(brand.logoUrl === null ? [] : [`img-src ${brand.logoUrl}`]),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  const scripts = [ENHANCE_HASH, first.integrity, ...rest.map(({ integrity }) => integrity)].map((hash) => `'${hash}'`);
  return {
    partnerName: merchant.partnerName,
    enhancedPolicy: policyWith(`script-src ${scripts.join(' ')}`, "connect-src 'self'"),
    widget: { src: `../v1/${first.name}`, integrity: first.integrity },
    isSandbox: operator.environment === 'sandbox',
    logoUrl: brand.logoUrl,
    style: trusted(style),
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

/** Sends a page. */
export function sendPage(response: Response, status: number, look: Look, texts: PageTexts, page: Page): void {
  response.status(status).set(look.headers);
  if (page.enhancement !== null) response.set('Content-Security-Policy', look.enhancedPolicy);
  // The header would reload the page under the widget too.
  else if (page.refreshSeconds !== null) response.set('Refresh', String(page.refreshSeconds));
  response.type('text/html; charset=utf-8').send(`<!doctype html>${write(look, texts, page).text}`);
}

function write({ partnerName, isSandbox, logoUrl, style, widget }: Look, { language, t, money }: PageTexts, page: Page): Html {
  const { title, preview, refreshSeconds, amount, about, body, enhancement } = page;
  const refresh = html`<meta http-equiv="refresh" content="${refreshSeconds}">`;
  return html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">${
    refreshSeconds !== null && (enhancement === null ? refresh : html`<noscript>${refresh}</noscript>`)
  }<title>${title}</title>${
    preview !== null &&
    html`<meta property="og:title" content="${title}">${
      preview.description !== null && html`<meta property="og:description" content="${preview.description}">`
    }${logoUrl !== null && html`<meta property="og:image" content="${logoUrl}">`}`
  }<style>${style}</style></head><body><main><header>${isSandbox && html`<p class="x">${t('sandbox')}</p>`}${
    logoUrl !== null && html`<img src="${logoUrl}" alt="">`
  }<p>${t('to', { partner: partnerName })}</p>${amount !== null && html`<h1>${money(amount)}</h1>`}${
    about !== null && html`<small>${about}</small>`
  }</header>${body}</main><nav>${LANGUAGES.map((one) =>
    one === language
      ? html`<b lang="${one}">${LANGUAGE_NAMES[one]}</b>`
      : html`<a lang="${one}" href="?lang=${one}">${LANGUAGE_NAMES[one]}</a>`,
  )}</nav>${enhancement !== null && enhanceScript(widget, enhancement, refreshSeconds)}</body></html>`;
}

const ICONS = {
  phone: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm3 17h2',
  paid: 'm4 12.5 5 5 11-11',
  no: 'm6 6 12 12M18 6 6 18',
  question: 'M8.5 8.5a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3m0 4v.1',
} as const;

/** A heading with its icon. */
export function heading(icon: keyof typeof ICONS, text: string): Html {
  return html`<h2 class="${icon}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>${text}</h2>`;
}
