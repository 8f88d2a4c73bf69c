import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzipSync } from 'node:zlib';
import { type RequestHandler, Router } from 'express';
import { onlyMethods } from './problem.ts';

/** A script, compressed once at the start. */
interface Script {
  readonly hash: string;
  /** Brotli takes its time, in which the companion listens already. */
  readonly bodies: Readonly<{ identity: Buffer; gzip: Buffer; br: Promise<Buffer> }>;
}

function readScript(): Script {
  const path = createRequire(import.meta.url).resolve('@tsena/widget/checkout.js');
  const identity = readFileSync(path);
  return {
    hash: createHash('sha256').update(identity).digest('hex').slice(0, 16),
    bodies: {
      identity,
      gzip: gzipSync(identity, { level: 9 }),
      br: promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    },
  };
}

/** `/v1/checkout.js`, asked again at each use, and `/v1/checkout-{hash}.js`, which never changes. */
export function assetRouter(): Router {
  const script = readScript();
  const router = Router();
  const send =
    (caching: string): RequestHandler =>
    async (request, response) => {
      const encoding = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
      response.set({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': caching,
        ETag: `"${script.hash}-${encoding}"`,
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
      response.send(await script.bodies[encoding === 'br' || encoding === 'gzip' ? encoding : 'identity']);
    };
  router.route('/v1/checkout.js').get(send('public, no-cache')).all(onlyMethods('GET'));
  router.route(`/v1/checkout-${script.hash}.js`).get(send('public, max-age=31536000, immutable')).all(onlyMethods('GET'));
  return router;
}
