import { readVersion } from '../../version.ts';
import { defineRoute, perCompanion, type RouteDescription } from '../route.ts';
import { openApiDocument } from './document.ts';

interface DocumentContext {
  readonly routes: readonly RouteDescription[];
}

const documentOf = perCompanion(({ routes }: DocumentContext) => JSON.stringify(openApiDocument(routes, readVersion())));

/** `/v1/openapi.json`: the contract, generated from the routes and their schemas at the first request. */
export const documentRoutes = [
  defineRoute({
    method: 'get',
    path: '/v1/openapi.json',
    id: 'readDocument',
    group: 'Assets',
    summary: 'Read this document',
    answers: { 200: { text: 'OpenAPI 3.1', type: 'application/json' } },
    handle(context: DocumentContext, { response }) {
      response
        .set({ 'Cache-Control': 'public, no-cache', 'Access-Control-Allow-Origin': '*' })
        .type('application/json')
        .send(documentOf(context));
    },
  }),
];
