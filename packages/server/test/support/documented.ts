import { PROBLEMS } from '@tsena/shared';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import { problemsOf } from '../../scripts/openapi/problemsOf.ts';
import { loadRoutes, type NamedRoute } from '../../src/http/routes.ts';

/** All routes, and their description. */
export const ROUTES = await loadRoutes();
export const DOCUMENT = openApiDocument(ROUTES, '0.0.0');

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'https://docs.invalid/', ...DOCUMENT });

const patterns = ROUTES.map((route) => ({
  route,
  // Fixed paths come before paths with a parameter: the `search` of /payments/search is not an id.
  pattern: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
})).toSorted((one, other) => one.route.path.split('{').length - other.route.path.split('{').length);

/**
 * Checks that a body has a form of the OpenAPI document.
 *
 * @throws Error if it has not
 */
export function requireSchema(reference: string, body: unknown): void {
  const validate = ajv.getSchema(`https://docs.invalid/${reference}`);
  if (validate === undefined) throw new Error(`no schema ${reference}`);
  if (!validate(body))
    throw new Error(`${JSON.stringify(body)} is not as ${reference} says: ${JSON.stringify(validate.errors)}`);
}

/**
 * Checks that an answer of a route is as the OpenAPI document says: its status, its type, its body or its problem.
 *
 * @throws Error if it is not
 */
export function requireAnswerOf(route: NamedRoute, { status, headers }: Response, text: string): void {
  const require = (isRight: boolean | undefined, what: string) => {
    if (isRight !== true) throw new Error(`${route.id} answered ${status}, without being documented: ${what}`);
  };
  const documented = DOCUMENT.paths[route.path]?.[route.method]?.responses[String(status)];
  require(documented !== undefined, 'the status');
  const types = Object.entries(documented?.content ?? {});
  if (types.length === 0) return;
  const [, media] = types.find(([type]) => headers.get('content-type')?.includes(type)) ?? [];
  require(media !== undefined, `the type ${headers.get('content-type')}`);
  if (status < 400) {
    if (media?.schema.$ref !== undefined) requireSchema(media.schema.$ref, JSON.parse(text));
    return;
  }
  const problem = JSON.parse(text);
  requireSchema('#/components/schemas/Problem', problem);
  require(problemsOf(route).some(
    (code) => code === problem.code && PROBLEMS[code].status === status,
  ), `the problem ${problem.code}`);
  if (status === 429 || status === 503) require(/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''), 'no Retry-After');
}

/** {@link requireAnswerOf} of the route that has this address, if one has it. */
export function requireDocumented(method: string, path: string, response: Response, text: string): void {
  const [pathname = ''] = path.split('?');
  const found = patterns.find(({ route, pattern }) => route.method === method.toLowerCase() && pattern.test(pathname));
  if (found !== undefined) requireAnswerOf(found.route, response, text);
}
