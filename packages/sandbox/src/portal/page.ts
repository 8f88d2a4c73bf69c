import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';

const PAGE = fileURLToPath(new URL('../../dist/page/', import.meta.url));

/**
 * Creates the router of `/portal`: the page and its files. Its content security policy forbids inline code and files
 * from other origins.
 */
export function createPageRouter(): Router {
  const router = express.Router();
  router.use((_request, response, next) => {
    response.set({
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    next();
  });
  router.get('/', (_request, response) => response.sendFile('index.html', { root: PAGE }));
  router.use(express.static(PAGE, { index: false }));
  return router;
}
