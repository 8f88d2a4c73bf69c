import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type RequestHandler, Router } from 'express';
import { type BuiltFile, IMMUTABLE, readBuiltFile, sendBuiltFile } from './builtFile.ts';
import { serveGet } from './kit/problem.ts';
import { placeOf, type RouteDescription } from './kit/route.ts';

const FILE = 'checkout.js';
const APP_FILE = 'checkout-app.js';

/** The widget's application, as a page refers to it. */
export interface WidgetScript {
  /** `checkout-app.js?{hash}` */
  readonly name: string;
  /** For the attribute `integrity`, and for a policy. */
  readonly integrity: string;
}

const find = (file: string) => createRequire(import.meta.url).resolve(`@tsena/widget/${file}`);

/** Reads which application the widget's package has. */
export function readWidgetScript(): WidgetScript {
  const path = find(APP_FILE);
  const integrity = createHash('sha384').update(readFileSync(path)).digest('base64');
  return { name: `${APP_FILE}?${readBuiltFile(path).hash}`, integrity: `sha384-${integrity}` };
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
  /** Read the widget’s application, which the script-tag file and the hosted page load. */
  readApplication: { ...script, ...placeOf('GET /v1/checkout-app.js') },
};

/**
 * The script-tag file and the application, which browsers revalidate at each use, and all under addresses with their
 * hash, which they keep.
 */
export function assetRouter(): Router {
  const router = Router();
  const serve = (name: string, send: RequestHandler) => serveGet(router, `/v1/${name}`, send);
  const first = readBuiltFile(find(FILE));
  serve(FILE, sendScript(first, REVALIDATED));
  serve(`checkout-${first.hash}.js`, sendScript(first, IMMUTABLE));
  const app = readBuiltFile(find(APP_FILE));
  const [kept, revalidated] = [sendScript(app, IMMUTABLE), sendScript(app, REVALIDATED)];
  // While two versions run side by side, a wrong file must not be kept under the address of the other.
  serve(APP_FILE, (request, ...rest) =>
    (request.originalUrl.endsWith(`?${app.hash}`) ? kept : revalidated)(request, ...rest),
  );
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
