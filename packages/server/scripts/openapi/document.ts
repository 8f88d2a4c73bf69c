import { PROBLEMS, type ProblemCode, problemSchema } from '@tsena/shared';
import { webhookSchema } from '@tsena/shared/merchant';
import type { Answer, Caller, RouteDescription } from '../../src/http/kit/route.ts';
import type { NamedRoute } from '../../src/http/routes.ts';
import { problemsOf } from './problemsOf.ts';
import { describeRoute } from './routeTexts.ts';
import { componentSchemas, type JsonSchema, queryMembers, ref } from './schemas.ts';

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** One answer of an operation. */
export interface Response {
  readonly description: string;
  readonly headers?:
    | Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
    | undefined;
  readonly content?: Content;
}

/** A parameter of an operation. */
export type Parameter = ReturnType<typeof parameter>;

/** An operation as OpenAPI writes it. */
export type DocumentedOperation = ReturnType<typeof documented>;

/** The companion's interface as an OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const SCHEMES: Readonly<
  Record<Caller | 'merchant key', { readonly name: string; readonly description: string } | null>
> = {
  public: null,
  // The secret is part of the address.
  'callback secret': null,
  'order token': {
    name: 'orderToken',
    description: 'The order token that the shop signed (schema OrderToken): a JWT, HS256 with ORDER_TOKEN_SECRET.',
  },
  'merchant key': {
    name: 'merchantKey',
    description:
      'MERCHANT_API_KEY, or a key from `POST /v1/merchant/keys`. Keep it on servers and in the dashboard’s session, never in a shop’s page.',
  },
  metrics: { name: 'metricsToken', description: 'METRICS_TOKEN, if it is set.' },
};

const INTRODUCTION =
  'Collects mobile-money payments for a shop. Amounts are strings of digits in whole Ariary. Timestamps are RFC 3339 in UTC. ' +
  'Every error is a problem document (RFC 9457) with a stable `code`. Its `detail` is a sentence for a person in the language of ' +
  '`?locale=` or Accept-Language (mg, fr, en). 429 and 503 carry `Retry-After`, every answer `X-Request-Id`.';

const GROUPS: Readonly<Record<NonNullable<RouteDescription['group']>, string>> = {
  Checkout: 'The endpoints of the widget. A shop’s page does not call them itself.',
  Merchant: 'The merchant API, with the merchant’s key.',
  Operator: 'The endpoint for the operator’s callbacks.',
  Assets: 'The script-tag file and this document.',
  Operations: 'Health and metrics, for the person who runs the server.',
};

const PATH_TEXTS: Readonly<Record<string, string>> = {
  id: 'The id, as an earlier response gave it.',
  secret: 'Belongs to one payment. Only the operator knows it.',
  transactionReference: 'The operator’s transaction reference, as in the SMS or the operator’s portal.',
  hash: 'A hash of the file’s content.',
  language: '`mg`, `fr` or `en`.',
};

function parameter(
  name: string,
  place: 'path' | 'query' | 'header',
  description: string,
  schema: JsonSchema = { type: 'string' },
) {
  return { name, in: place, required: place !== 'query', description, schema };
}

function parametersOf({ path, query }: RouteDescription): Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter(name, 'path', PATH_TEXTS[name] ?? ''),
  );
  const inQuery = Object.entries(query === undefined ? {} : queryMembers(query)).map(
    ([name, { description = '', ...schema }]) => parameter(name, 'query', description, schema),
  );
  return [...inPath, ...inQuery];
}

function responseOf({ text, schema, type, isAlsoCsv }: Answer): Response {
  if (schema === undefined && type === undefined) return { description: text };
  return {
    description: text,
    content: {
      [type ?? 'application/json']: { schema: schema === undefined ? {} : ref(schema) },
      ...(isAlsoCsv === true ? { 'text/csv': { schema: {} } } : {}),
    },
  };
}

function problemResponse(problems: readonly ProblemCode[], status: number): Response {
  const codes = problems.filter((code) => PROBLEMS[code].status === status);
  const description = codes.map((code) => `\`${code}\`: ${PROBLEMS[code].cause}`).join('\n');
  const problem: JsonSchema = { allOf: [ref(problemSchema), { properties: { code: { enum: codes } } }] };
  const retryAfter = { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } };
  return {
    description,
    headers: status === 429 || status === 503 ? { 'Retry-After': retryAfter } : undefined,
    content: { 'application/problem+json': { schema: problem } },
  };
}

function responsesOf(route: RouteDescription): Record<string, Response> {
  const problems = problemsOf(route);
  const good = Object.entries(route.answers).map(([status, answer]) => [status, responseOf(answer)] as const);
  const statuses = [...new Set(problems.map((code) => PROBLEMS[code].status))].sort((one, other) => one - other);
  const bad = statuses.map((status) => [status, problemResponse(problems, status)] as const);
  const other: Response = {
    description:
      'Any other problem. `internal` is a fault of the companion; its log has the details under the X-Request-Id.',
    content: { 'application/problem+json': { schema: ref(problemSchema) } },
  };
  return Object.fromEntries([...good, ...bad, ['default', other]]);
}

function descriptionOf({ scope, isOfCounter }: RouteDescription, text: string | undefined): string | undefined {
  if (scope === undefined) return text;
  const needed = `Needs a key with the scope \`${scope}\` or a higher one${isOfCounter === true ? ', or with the scope `counter`' : ''}.`;
  return text === undefined ? needed : `${text} ${needed}`;
}

function documented(route: NamedRoute) {
  const { id, group = 'Merchant', scope, caller = scope === undefined ? 'public' : 'merchant key', body, form } = route;
  const scheme = SCHEMES[caller];
  const { summary, text } = describeRoute(id);
  const parameters = parametersOf(route);
  const sent = body ?? form;
  const tags: readonly string[] = [group];
  return {
    operationId: id,
    tags,
    summary,
    description: descriptionOf(route, text),
    security: scheme === null ? undefined : [...(caller === 'metrics' ? [{}] : []), { [scheme.name]: [] }],
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: sent && {
      required: true,
      content: { [form === undefined ? 'application/json' : 'multipart/form-data']: { schema: ref(sent) } },
    },
    responses: responsesOf(route),
  };
}

function pathsOf(
  routes: readonly NamedRoute[],
): Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>> {
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: documented(route) };
  return paths;
}

function describeWebhook(): DocumentedOperation {
  return {
    operationId: 'enqueueWebhook',
    tags: ['Merchant'],
    summary: 'The companion’s POST request to WEBHOOK_URL',
    description:
      'Signed according to Standard Webhooks. The companion makes up to eight delivery attempts within about 28 hours, in order for each payment, with the same `webhook-id`. Ignore a `webhook-id` that you have processed.',
    security: undefined,
    parameters: [
      parameter('webhook-id', 'header', 'The same at each delivery attempt.'),
      parameter('webhook-timestamp', 'header', 'The time of this delivery attempt, seconds since 1970.'),
      parameter('webhook-signature', 'header', '`v1,` and base64. One signature for each secret, separated by spaces.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: ref(webhookSchema) } } },
    responses: {
      '200': { description: 'Any 2xx: delivered.' },
      '410': { description: 'The endpoint is gone: no further delivery attempt.' },
    },
  };
}

/** Builds the document from the routes and the described schemas. */
export function openApiDocument(routes: readonly NamedRoute[], version: string) {
  const schemes = Object.values(SCHEMES).flatMap((scheme) =>
    scheme === null
      ? []
      : [[scheme.name, { type: 'http', scheme: 'bearer', description: scheme.description }] as const],
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Tsena Checkout', version, description: INTRODUCTION },
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(routes),
    webhooks: { event: { post: describeWebhook() } },
    components: { schemas: componentSchemas(routes), securitySchemes: Object.fromEntries(schemes) },
  };
}
