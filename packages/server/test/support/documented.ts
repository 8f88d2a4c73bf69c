import { PROBLEMS } from '@tsena/shared';
import { OPERATIONS, type Operation } from '../../src/http/openapi/operations.ts';

const patterns = OPERATIONS.map((operation) => ({
  operation,
  // A fixed path goes before one with a parameter: /payments/search is no id.
  pattern: new RegExp(`^${operation.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
})).toSorted((one, other) => one.operation.path.split('{').length - other.operation.path.split('{').length);

function statusesOf({ answers, problems }: Operation): number[] {
  return [...Object.keys(answers).map(Number), ...problems.map((code) => PROBLEMS[code].status)];
}

/** Whatever a test asks: an answer that the OpenAPI document does not name fails it. */
export function requireDocumented(method: string, path: string, status: number): void {
  const [pathname = ''] = path.split('?');
  const found = patterns.find(({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(pathname));
  if (found === undefined || statusesOf(found.operation).includes(status)) return;
  throw new Error(`${method} ${pathname} answered ${status}, which http/openapi/operations.ts does not name for ${found.operation.path}`);
}
