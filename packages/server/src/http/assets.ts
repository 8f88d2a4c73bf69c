import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Router } from 'express';
import { type BuiltFile, IMMUTABLE, readBuiltFile, sendBuiltFile } from './builtFile.ts';
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

const findScript = () => createRequire(import.meta.url).resolve(`@tsena/widget/${FILE}`);
const nameOf = ({ hash }: BuiltFile) => `checkout-${hash}.js`;

/** Reads which script-tag file the widget's package has. */
export function readWidgetScript(): WidgetScript {
  const path = findScript();
  const integrity = createHash('sha384').update(readFileSync(path)).digest('base64');
  return { name: nameOf(readBuiltFile(path)), integrity: `sha384-${integrity}` };
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
  const file = readBuiltFile(findScript());
  for (const [name, cacheControl] of [
    [FILE, 'public, no-cache'],
    [nameOf(file), IMMUTABLE],
  ] as const) {
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': cacheControl,
      // The shop's page has another origin. It may load the script, also with `crossorigin` and `integrity`.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    router.route(`/v1/${name}`).get(sendBuiltFile(file, headers)).all(rejectOtherMethods('GET'));
  }
  return router;
}
