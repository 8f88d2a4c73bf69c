import { PROBLEMS } from '@tsena/shared';
import type { Operation } from '../../src/http/openapi/operation.ts';
import { OPERATIONS } from '../../src/http/openapi/operations.ts';

const patterns = OPERATIONS.map((operation) => ({
  operation,
  // Fixed paths come before paths with a parameter: the `search` of /payments/search is not an id.
  pattern: new RegExp(`^${operation.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
})).toSorted((one, other) => one.operation.path.split('{').length - other.operation.path.split('{').length);

function statusesOf({ answers, problems }: Operation): number[] {
  return [...Object.keys(answers).map(Number), ...problems.map((code) => PROBLEMS[code].status)];
}

/**
 * Checks that the OpenAPI document has this status for this request.
 *
 * @throws Error if it has not
 */
export function requireDocumented(method: string, path: string, status: number): void {
  const [pathname = ''] = path.split('?');
  const found = patterns.find(({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(pathname));
  if (found === undefined || statusesOf(found.operation).includes(status)) return;
  throw new Error(`${method} ${pathname} answered ${status}, which http/openapi/operations/ does not name for ${found.operation.path}`);
}
