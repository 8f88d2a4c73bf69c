import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../package/packageFolder.ts';
import { defineRoute } from '../kit/route.ts';

/**
 * The build copies docs/openapi.json to here. As a root, for a package manager may install this package in a folder
 * whose name begins with a point.
 */
const root = join(PACKAGE_FOLDER, 'dist');

/**
 * `/v1/openapi.json`: the contract, which `pnpm --filter @tsena/server manual` writes from the routes and their
 * schemas.
 */
export const documentRoutes = {
  /** Read this document. */
  readDocument: defineRoute('GET /v1/openapi.json', {
    group: 'Assets',
    answers: { 200: { text: 'OpenAPI 3.1', type: 'application/json' } },
    handle(_context: object, { response }) {
      response
        .set({ 'Cache-Control': 'public, no-cache', 'Access-Control-Allow-Origin': '*' })
        .sendFile('openapi.json', { root });
    },
  }),
};
