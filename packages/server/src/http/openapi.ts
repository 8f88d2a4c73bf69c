import { createHash } from 'node:crypto';
import { Router } from 'express';
import { readVersion } from '../version.ts';
import { openApiDocument } from './openapi/document.ts';
import { renderPage } from './openapi/page.ts';
import { PAGE_STYLE } from './openapi/pageStyle.ts';
import { rejectOtherMethods } from './problem.ts';

/** `/v1/openapi.json`: the contract, generated from the schemas at the first request. `/v1/docs`: the same as a page. */
export function openApiRouter(): Router {
  const getJson = once(() => JSON.stringify(openApiDocument(readVersion())));
  const getPage = once(() => renderPage(openApiDocument(readVersion())));
  const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const router = Router();
  router
    .route('/v1/openapi.json')
    .get((_request, response) => {
      response.set({ 'Cache-Control': 'public, no-cache', 'Access-Control-Allow-Origin': '*' }).type('application/json').send(getJson());
    })
    .all(rejectOtherMethods('GET'));
  router
    .route('/v1/docs')
    .get((_request, response) => {
      response.set({ 'Cache-Control': 'public, no-cache', 'Content-Security-Policy': policy }).type('text/html').send(getPage());
    })
    .all(rejectOtherMethods('GET'));
  return router;
}

/** Calls a function once, at the first use. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
