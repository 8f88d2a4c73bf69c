import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language, pickLanguage } from '@tsena/shared';
import { dayOf, FIRST_DATA_ID, type FirstData, LANGUAGE_COOKIE } from '@tsena/shared/merchant';
import compression from 'compression';
import { type Request, Router } from 'express';
import { createKeyCheck } from '../backoffice/keys/keyCheck.ts';
import { readSessionToken } from '../backoffice/keys/sessionCookie.ts';
import { readMerchant } from '../backoffice/overview/routes.ts';
import { dailyTotals } from '../backoffice/shared/totals.ts';
import type { Secret } from '../config/secret.ts';
import { ProblemError } from '../input/problemError.ts';
import { PACKAGE_FOLDER } from '../package/packageFolder.ts';
import { IMMUTABLE, readBuiltFile, sendBuiltFile } from './builtFile.ts';
import type { HttpContext } from './kit/context.ts';
import { languageOf, serveGet } from './kit/problem.ts';

/** The build copies the dashboard into this package. */
const BUILT_PAGE = join(PACKAGE_FOLDER, 'dashboard');

const DAY_MS = 24 * 60 * 60_000;
const LANGUAGE_PAIR = new RegExp(`(?:^|;) *${LANGUAGE_COOKIE}=(\\w+)`);

/** What makes the counter a page that can be installed. Browsers ask for these names again, so they have no hash. */
const COUNTER_FILES = ['counter.webmanifest', 'counter-worker.js', 'counter-192.png', 'counter-512.png'];

/** The page may load its own files and call its own companion, nothing else. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; manifest-src 'self'; worker-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The page in a language, with the file of its texts, which the browser then loads at once. */
function localize(page: string, language: Language, assets: readonly string[]): string {
  const texts = assets.find((path) => path.includes(`/${language}-`));
  if (texts === undefined) throw new Error(`The built dashboard has no texts in the language "${language}".`);
  return page
    .replace('<html lang="fr">', `<html lang="${language}">`)
    .replace('</head>', `<link rel="modulepreload" href="./${texts}"></head>`);
}

/** A built page in each language, and its files. */
function readPage(file: string, folder: string) {
  const names = readdirSync(join(BUILT_PAGE, folder)).filter((name) => !/\.(br|gz)$/.test(name));
  const assets = names.map((name) => `${folder}/${name}`);
  const built = readFileSync(join(BUILT_PAGE, file), 'utf8');
  const pages = new Map(LANGUAGES.map((language) => [language, localize(built, language, assets)]));
  return { assets, inLanguage: (language: Language) => pages.get(language) ?? built };
}

function pageLanguage(request: Request): Language {
  const [, chosen] = LANGUAGE_PAIR.exec(request.get('cookie') ?? '') ?? [];
  return pickLanguage(chosen === undefined ? [] : [chosen]) ?? languageOf(request);
}

/**
 * Reads what the page of this session begins with; undefined if nobody is signed in, or it cannot be read now: the page
 * then asks the API. A seller may see none of it.
 */
function createFirstDataReader(
  context: HttpContext,
  ownerKey: Secret,
): (request: Request) => Promise<FirstData | 'seller' | undefined> {
  const { storage, current, log } = context;
  const check = createKeyCheck(ownerKey, context);
  return async (request) => {
    const token = readSessionToken(request, current().PUBLIC_URL);
    if (token === undefined) return undefined;
    const now = storage.clock.now();
    try {
      const caller = await check.bySession(token);
      if (caller.scope === 'counter') return 'seller';
      const [merchant, totals] = await Promise.all([
        readMerchant(context, caller),
        dailyTotals(storage.store.db, dayOf(now - DAY_MS), dayOf(now)),
      ]);
      return { merchant, totals };
    } catch (error) {
      if (!(error instanceof ProblemError)) log.warn({ err: error }, 'the dashboard begins without data');
      return undefined;
    }
  };
}

/** Within the element, no text of the data may look like its end. */
function writeFirstData(data: FirstData): string {
  return `<script type="application/json" id="${FIRST_DATA_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/**
 * `/dashboard`: the merchant's web page, in the language of the browser. Of a merchant who is signed in, it begins with
 * today's totals.
 */
export function dashboardRouter(context: HttpContext, ownerKey: Secret): Router {
  const dashboard = readPage('index.html', 'assets');
  const counter = readPage('counter.html', 'counter-assets');
  const readFirstData = createFirstDataReader(context, ownerKey);
  const router = Router({ strict: true });
  // The page links to its files relative to its own folder.
  serveGet(router, '/dashboard', (_request, response) => response.redirect(308, 'dashboard/'));
  router.use('/dashboard/', (_request, response, next) => {
    response.set(PAGE_HEADERS);
    next();
  });
  serveGet(router, '/dashboard/', compression(), async (request, response) => {
    const page = dashboard.inLanguage(pageLanguage(request));
    const data = await readFirstData(request);
    response.set('Cache-Control', 'no-store').type('html');
    if (data === 'seller') return response.redirect(303, 'counter');
    response.send(data === undefined ? page : page.replace('</body>', () => `${writeFirstData(data)}</body>`));
  });
  // It has no data of the session: the browser keeps it for the time without a connection.
  serveGet(router, '/dashboard/counter', compression(), (request, response) => {
    response
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(counter.inLanguage(pageLanguage(request)));
  });
  serveGet(router, '/dashboard/counter/', (_request, response) => response.redirect(308, '../counter'));
  const serve = (path: string, cacheControl: string) => {
    serveGet(
      router,
      `/dashboard/${path}`,
      sendBuiltFile(readBuiltFile(join(BUILT_PAGE, path)), { 'Cache-Control': cacheControl }),
    );
  };
  for (const name of COUNTER_FILES) serve(name, 'no-cache');
  for (const path of [...dashboard.assets, ...counter.assets]) serve(path, IMMUTABLE);
  return router;
}
