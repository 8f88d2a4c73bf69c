import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { PACKAGE_FOLDER } from '../packageFolder.ts';
import { rejectOtherMethods } from './problem.ts';
import { HSTS } from './security.ts';

/** The build copies the dashboard into this package. */
const BUILT_PAGE = join(PACKAGE_FOLDER, 'dashboard');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** A built file and its compressed versions. */
interface BuiltFile {
  readonly type: string;
  readonly etag: string;
  readonly bodies: Readonly<Record<'identity' | keyof typeof ENCODINGS, Buffer | undefined>>;
}

function readBuiltFile(path: string): BuiltFile {
  const identity = readFileSync(path);
  const compressed = (encoding: keyof typeof ENCODINGS) => {
    const file = `${path}${ENCODINGS[encoding]}`;
    return existsSync(file) ? readFileSync(file) : undefined;
  };
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(identity).digest('hex').slice(0, 16),
    bodies: { identity, br: compressed('br'), gzip: compressed('gzip') },
  };
}

/** The page may load its own files and call its own companion, nothing else. */
function pageHeaders(): RequestHandler {
  return helmet({
    strictTransportSecurity: HSTS,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

function send(file: BuiltFile, cacheControl: string): RequestHandler {
  return (request, response) => {
    const accepted = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
    const encoding = (accepted === 'br' || accepted === 'gzip') && file.bodies[accepted] !== undefined ? accepted : 'identity';
    response.set({ 'Content-Type': file.type, 'Cache-Control': cacheControl, ETag: `"${file.etag}-${encoding}"`, Vary: 'Accept-Encoding' });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(file.bodies[encoding]);
  };
}

/** `/dashboard`: the merchant's web page. Its files hold no data; the page reads data from the API with the merchant's key. */
export function dashboardRouter(): Router {
  const assets = join(BUILT_PAGE, 'assets');
  const router = Router({ strict: true });
  // The page links to its files relative to its own folder.
  router
    .route('/dashboard')
    .get((_request, response) => response.redirect(308, 'dashboard/'))
    .all(rejectOtherMethods('GET'));
  router.use('/dashboard/', pageHeaders());
  router
    .route('/dashboard/')
    .get(send(readBuiltFile(join(BUILT_PAGE, 'index.html')), 'no-cache'))
    .all(rejectOtherMethods('GET'));
  for (const name of readdirSync(assets).filter((one) => !/\.(br|gz)$/.test(one))) {
    router
      .route(`/dashboard/assets/${name}`)
      .get(send(readBuiltFile(join(assets, name)), 'public, max-age=31536000, immutable'))
      .all(rejectOtherMethods('GET'));
  }
  return router;
}
