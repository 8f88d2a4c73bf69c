import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type RequestHandler, Router } from 'express';
import { rejectOtherMethods } from './problem.ts';
import type { RouteDescription } from './route.ts';

const FILE = 'checkout.js';

/** The script-tag file under its immutable name, as a page refers to it. */
export interface WidgetScript {
  /** `checkout-{hash}.js` */
  readonly name: string;
  /** For the attribute `integrity`, and for a policy. */
  readonly integrity: string;
}

const readWidgetFile = (file: string) => readFileSync(createRequire(import.meta.url).resolve(`@tsena/widget/${file}`));

/** Reads which script-tag file the widget's package has. */
export function readWidgetScript(): WidgetScript {
  const code = readWidgetFile(FILE);
  return { name: `checkout-${hashOf(code)}.js`, integrity: `sha384-${createHash('sha384').update(code).digest('base64')}` };
}

function hashOf(code: Buffer): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 16);
}

const script = {
  method: 'get',
  group: 'Assets',
  answers: { 200: { text: 'The script', type: 'text/javascript' }, 304: { text: 'Unchanged' } },
} as const;

/** What the OpenAPI document says about the routes of {@link assetRouter}, whose names have a hash. */
export const assetRoutes: readonly RouteDescription[] = [
  {
    ...script,
    path: '/v1/checkout.js',
    id: 'readScript',
    summary: 'Read the script-tag file, revalidated at each use',
  },
  {
    ...script,
    path: '/v1/checkout-{hash}.js',
    id: 'readHashedScript',
    summary: 'Read the script-tag file under an immutable name',
    problems: ['not_found'],
  },
];

/** `/v1/checkout.js`, which browsers revalidate at each use, and the same under its immutable name. */
export function assetRouter(): Router {
  const router = Router();
  const send = createSender(FILE);
  for (const [name, cacheControl] of [
    [FILE, 'public, no-cache'],
    [readWidgetScript().name, IMMUTABLE],
  ] as const) {
    router.route(`/v1/${name}`).get(send(cacheControl)).all(rejectOtherMethods('GET'));
  }
  return router;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

function createSender(file: string): (cacheControl: string) => RequestHandler {
  const bodies = { identity: readWidgetFile(file), gzip: readWidgetFile(`${file}.gz`), br: readWidgetFile(`${file}.br`) };
  const hash = hashOf(bodies.identity);
  return (cacheControl) => (request, response) => {
    const encoding = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': cacheControl,
      ETag: `"${hash}-${encoding}"`,
      Vary: 'Accept-Encoding',
      // The shop's page has another origin. It may load the script, also with `crossorigin` and `integrity`.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(bodies[encoding === 'br' || encoding === 'gzip' ? encoding : 'identity']);
  };
}
