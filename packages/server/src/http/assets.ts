import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type RequestHandler, Router } from 'express';
import { onlyMethods } from './problem.ts';

const read = (file: string) => readFileSync(createRequire(import.meta.url).resolve(`@tsena/widget/${file}`));

/** `/v1/checkout.js`, asked again at each use, and `/v1/checkout-{hash}.js`, which never changes. */
export function assetRouter(): Router {
  const bodies = { identity: read('checkout.js'), gzip: read('checkout.js.gz'), br: read('checkout.js.br') };
  const hash = createHash('sha256').update(bodies.identity).digest('hex').slice(0, 16);
  const router = Router();
  const send =
    (caching: string): RequestHandler =>
    (request, response) => {
      const encoding = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
      response.set({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': caching,
        ETag: `"${hash}-${encoding}"`,
        Vary: 'Accept-Encoding',
        // The shop's page is another origin: it may load this as a script, with crossorigin and integrity too.
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
  router.route('/v1/checkout.js').get(send('public, no-cache')).all(onlyMethods('GET'));
  router.route(`/v1/checkout-${hash}.js`).get(send('public, max-age=31536000, immutable')).all(onlyMethods('GET'));
  return router;
}
