import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LANGUAGES, type Language } from '@tsena/shared';
import { type RequestHandler, Router } from 'express';
import { type BuiltFile, IMMUTABLE, readBuiltFile, sendBuiltFile } from './builtFile.ts';
import { serveGet } from './kit/problem.ts';
import { placeOf, type RouteDescription } from './kit/route.ts';

const FILE = 'checkout.js';
const appFile = (language: string) => `checkout-app.${language}.js`;

/** The widget's application in one language, as a page refers to it. */
export interface WidgetScript {
  /** `checkout-app.mg.js?{hash}` */
  readonly name: string;
  /** For the attribute `integrity`, and for a policy. */
  readonly integrity: string;
}

const find = (file: string) => createRequire(import.meta.url).resolve(`@tsena/widget/${file}`);

export type WidgetScripts = Readonly<Record<Language, WidgetScript>>;

/** Reads which applications the widget's package has. */
export function readWidgetScripts(): WidgetScripts {
  return { mg: readWidgetScript('mg'), fr: readWidgetScript('fr'), en: readWidgetScript('en') };
}

function readWidgetScript(language: Language): WidgetScript {
  const file = appFile(language);
  const path = find(file);
  const integrity = createHash('sha384').update(readFileSync(path)).digest('base64');
  return { name: `${file}?${readBuiltFile(path).hash}`, integrity: `sha384-${integrity}` };
}

const script = {
  group: 'Assets',
  answers: { 200: { text: 'The script', type: 'text/javascript' }, 304: { text: 'Unchanged' } },
} as const;

/** What the OpenAPI document says about the routes of {@link assetRouter}, one of which has a hash in its name. */
export const assetRoutes: Readonly<Record<string, RouteDescription>> = {
  /** Read the script-tag file, revalidated at each use. */
  readScript: { ...script, ...placeOf('GET /v1/checkout.js') },
  /** Read the script-tag file under an immutable name. */
  readHashedScript: { ...script, ...placeOf('GET /v1/checkout-{hash}.js'), problems: ['not_found'] },
  /** Read the widget’s application in one language, which the script-tag file and the hosted page load. */
  readApplication: { ...script, ...placeOf('GET /v1/checkout-app.{language}.js'), problems: ['not_found'] },
};

/**
 * The script-tag file and the applications, which browsers revalidate at each use, and all under addresses with their
 * hash, which they keep.
 */
export function assetRouter(): Router {
  const router = Router();
  const serve = (name: string, send: RequestHandler) => serveGet(router, `/v1/${name}`, send);
  const first = readBuiltFile(find(FILE));
  serve(FILE, sendScript(first, REVALIDATED));
  serve(`checkout-${first.hash}.js`, sendScript(first, IMMUTABLE));
  for (const file of LANGUAGES.map(appFile)) {
    const app = readBuiltFile(find(file));
    const [kept, revalidated] = [sendScript(app, IMMUTABLE), sendScript(app, REVALIDATED)];
    // While two versions run side by side, a wrong file must not be kept under the address of the other.
    serve(file, (request, ...rest) =>
      (request.originalUrl.endsWith(`?${app.hash}`) ? kept : revalidated)(request, ...rest),
    );
  }
  return router;
}

const REVALIDATED = 'public, no-cache';

function sendScript(file: BuiltFile, cacheControl: string): RequestHandler {
  return sendBuiltFile(file, {
    'Cache-Control': cacheControl,
    // The shop's page has another origin. It may load the script, also with `crossorigin` and `integrity`.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
