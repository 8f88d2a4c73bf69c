import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type RequestHandler, Router } from 'express';
import { rejectOtherMethods } from './problem.ts';

const readWidgetFile = (file: string) => readFileSync(createRequire(import.meta.url).resolve(`@tsena/widget/${file}`));

/** The script-tag file under its immutable name, as a page refers to it. */
export interface WidgetScript {
  /** `checkout-{hash}.js` */
  readonly name: string;
  /** For the attribute `integrity`, and for a policy. */
  readonly integrity: string;
}

/** Reads the script-tag file. */
export function readWidgetScript(): WidgetScript {
  const code = readWidgetFile('checkout.js');
  return { name: `checkout-${hashOf(code)}.js`, integrity: `sha256-${createHash('sha256').update(code).digest('base64')}` };
}

function hashOf(code: Buffer): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 16);
}

/** `/v1/checkout.js`, which browsers revalidate at each use, and `/v1/checkout-{hash}.js`, which is immutable. */
export function assetRouter(): Router {
  const bodies = { identity: readWidgetFile('checkout.js'), gzip: readWidgetFile('checkout.js.gz'), br: readWidgetFile('checkout.js.br') };
  const hash = hashOf(bodies.identity);
  const router = Router();
  const send =
    (cacheControl: string): RequestHandler =>
    (request, response) => {
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
  router.route('/v1/checkout.js').get(send('public, no-cache')).all(rejectOtherMethods('GET'));
  router.route(`/v1/checkout-${hash}.js`).get(send('public, max-age=31536000, immutable')).all(rejectOtherMethods('GET'));
  return router;
}
