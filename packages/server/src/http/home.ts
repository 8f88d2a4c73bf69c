import { createHash } from 'node:crypto';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@tsena/shared';
import { HOSTED_STYLES } from '@tsena/widget/server';
import { Router } from 'express';
import texts from './homeTexts.json' with { type: 'json' };
import { languageOf, serveGet } from './kit/problem.ts';

const MANUAL = 'https://github.com/tsena-checkout/tsena-checkout/tree/main/docs';

const STYLE = HOSTED_STYLES.form + HOSTED_STYLES.later;

/**
 * `/` of a companion that runs by itself: what this is, with links. The page has nothing of the merchant, because
 * anybody can open it. In a host app, `/` is the host's.
 */
export function homeRouter(hasDashboard: boolean): Router {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const headers = {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'no-cache',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Language',
  };
  const pages = new Map(LANGUAGES.map((language) => [language, writePage(language, hasDashboard)]));
  const router = Router();
  serveGet(router, '/', (request, response) => {
    response
      .set(headers)
      .type('text/html; charset=utf-8')
      .send(pages.get(languageOf(request)));
  });
  return router;
}

/** Nothing is escaped: each part is a text of this program. */
function writePage(language: Language, hasDashboard: boolean): string {
  const t = (key: keyof typeof texts) => texts[key][language];
  const button = hasDashboard ? `<a class="button" href="dashboard/">${t('dashboard')}</a>` : '';
  const languages = LANGUAGES.map((one) =>
    one === language
      ? `<b lang="${one}">${LANGUAGE_NAMES[one]}</b>`
      : `<a lang="${one}" href="?locale=${one}">${LANGUAGE_NAMES[one]}</a>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${t('title')} · Tsena Checkout</title><style>${STYLE}</style></head><body><main class="card" data-theme="auto"><header><p>Tsena Checkout</p><h1 class="amount">${t('title')}</h1></header><div class="view"><p>${t('lead')}</p><p class="notice">${t('payers')}</p>${button}<a class="quiet" href="${MANUAL}/api.md">${t('reference')}</a><a class="quiet" href="${MANUAL}">${t('manual')}</a></div></main><nav>${languages.join('')}</nav></body></html>`;
}
