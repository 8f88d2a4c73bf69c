import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type RequestHandler, Router } from 'express';
import * as z from 'zod/mini';
import { rejectOtherMethods } from './problem.ts';
import type { RouteDescription } from './route.ts';

const FIRST_FILE = 'checkout.js';

const integritySchema = z.record(z.string(), z.string());

/** A script-tag file under its immutable name, as a page refers to it. */
export interface WidgetScript {
  /** `checkout-{hash}.js`, or `checkout-rest-{hash}.js` */
  readonly name: string;
  /** For the attribute `integrity`, and for a policy. */
  readonly integrity: string;
}

/** The script-tag files. */
export interface WidgetScripts {
  /** The one that a page loads. */
  readonly first: WidgetScript;
  /** Those that the first one loads, with their integrity values. */
  readonly rest: readonly WidgetScript[];
}

const readWidgetFile = (file: string) => readFileSync(createRequire(import.meta.url).resolve(`@tsena/widget/${file}`));

/** Reads which script-tag files the widget's package has. */
export function readWidgetScripts(): WidgetScripts {
  const files = Object.keys(integritySchema.parse(JSON.parse(readWidgetFile('integrity.json').toString())));
  return { first: readScript(FIRST_FILE), rest: files.filter((file) => file !== FIRST_FILE).map(readScript) };
}

function readScript(file: string): WidgetScript {
  const code = readWidgetFile(file);
  // The others have their hash in the name.
  const name = file === FIRST_FILE ? `checkout-${hashOf(code)}.js` : file;
  return { name, integrity: `sha384-${createHash('sha384').update(code).digest('base64')}` };
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
    problems: [],
  },
  {
    ...script,
    path: '/v1/checkout-{hash}.js',
    id: 'readHashedScript',
    summary: 'Read the script-tag file under an immutable name',
    problems: ['not_found'],
  },
  {
    ...script,
    path: '/v1/checkout-rest-{hash}.js',
    id: 'readRestScript',
    summary: 'Read the second script-tag file, which the first one loads, under an immutable name',
    problems: ['not_found'],
  },
];

/** `/v1/checkout.js`, which browsers revalidate at each use, and all script-tag files under their immutable names. */
export function assetRouter(): Router {
  const { first, rest } = readWidgetScripts();
  const router = Router();
  const serve = (path: string, cacheControl: string, send: (cacheControl: string) => RequestHandler) =>
    router.route(path).get(send(cacheControl)).all(rejectOtherMethods('GET'));
  const sendFirst = createSender(FIRST_FILE);
  serve('/v1/checkout.js', 'public, no-cache', sendFirst);
  serve(`/v1/${first.name}`, IMMUTABLE, sendFirst);
  for (const { name } of rest) serve(`/v1/${name}`, IMMUTABLE, createSender(name));
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
