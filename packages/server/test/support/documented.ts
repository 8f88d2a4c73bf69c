import { PROBLEMS } from '@tsena/shared';
import { problemsOf } from '../../scripts/openapi/problemsOf.ts';
import type { RouteDescription } from '../../src/http/route.ts';
import { loadRoutes } from '../../src/http/routes.ts';

const routes = await loadRoutes();
const patterns = routes
  .map((route) => ({
    route,
    // Fixed paths come before paths with a parameter: the `search` of /payments/search is not an id.
    pattern: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((one, other) => one.route.path.split('{').length - other.route.path.split('{').length);

function statusesOf(route: RouteDescription): number[] {
  return [...Object.keys(route.answers).map(Number), ...problemsOf(route).map((code) => PROBLEMS[code].status)];
}

/**
 * Checks that the OpenAPI document has this status for this request.
 *
 * @throws Error if it has not
 */
export function requireDocumented(method: string, path: string, status: number): void {
  const [pathname = ''] = path.split('?');
  const found = patterns.find(({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(pathname));
  if (found === undefined || statusesOf(found.route).includes(status)) return;
  throw new Error(`${method} ${pathname} answered ${status}, which the definition of ${found.route.path} does not name`);
}
