import { createHash } from 'node:crypto';
import { Router } from 'express';
import { readVersion } from '../version.ts';
import { openApiDocument } from './openapi/document.ts';
import { renderPage } from './openapi/page.ts';
import { PAGE_STYLE } from './openapi/pageStyle.ts';
import { onlyMethods } from './problem.ts';

/** `/v1/openapi.json`: the contract, made from the schemas at the start; `/v1/docs`: the same as a page. */
export function openApiRouter(): Router {
  const document = openApiDocument(readVersion());
  const json = JSON.stringify(document);
  const page = renderPage(document);
  const styleHash = createHash('sha256').update(PAGE_STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const router = Router();
  router
    .route('/v1/openapi.json')
    .get((_request, response) => {
      response.set({ 'Cache-Control': 'public, no-cache', 'Access-Control-Allow-Origin': '*' }).type('application/json').send(json);
    })
    .all(onlyMethods('GET'));
  router
    .route('/v1/docs')
    .get((_request, response) => {
      response.set({ 'Cache-Control': 'public, no-cache', 'Content-Security-Policy': policy }).type('text/html').send(page);
    })
    .all(onlyMethods('GET'));
  return router;
}
