import { PROBLEMS, type ProblemCode } from '@tsena/shared';
import { describePath } from './descriptions.ts';
import type { Answer, Caller, Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { componentSchemas, type JsonSchema, querySchemas, type SchemaName } from './schemas.ts';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

interface Media {
  readonly schema: JsonSchema;
}

/** One answer of an operation. */
export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, Media>>;
}

/** An operation as OpenAPI writes it. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The companion's interface as an OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DocumentedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const SCHEMES: Readonly<Record<Caller, { readonly name: string; readonly description: string } | null>> = {
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

const GROUPS: Readonly<Record<Operation['group'], string>> = {
  Checkout: 'The endpoints of the widget. A shop’s page does not call them itself.',
  Merchant: 'The merchant API, with the merchant’s key.',
  Operator: 'The endpoint for the operator’s callbacks.',
  Assets: 'The script-tag file and this document.',
  Operations: 'Health and metrics, for the person who runs the server.',
};

function ref(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function parametersOf(operation: Operation, queries: Readonly<Record<string, JsonSchema>>): Parameter[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): Parameter => ({
      name,
      in: 'path',
      required: true,
      description: describePath(`path.${name}`) ?? '',
      schema: { type: 'string' },
    }),
  );
  const query = operation.query === undefined ? undefined : queries[operation.query];
  const inQuery = Object.entries(query?.properties ?? {}).map(
    ([name, { description = '', ...schema }]): Parameter => ({ name, in: 'query', required: false, description, schema }),
  );
  return [...inPath, ...inQuery];
}

function responseOf({ text, schema, type }: Answer): Response {
  if (schema === undefined && type === undefined) return { description: text };
  return { description: text, content: { [type ?? 'application/json']: { schema: schema === undefined ? {} : ref(schema) } } };
}

function problemResponse(codes: readonly ProblemCode[], status: number): Response {
  const description = codes.map((code) => `\`${code}\`: ${PROBLEMS[code].cause}`).join('\n');
  const problem: JsonSchema = { allOf: [ref('Problem'), { properties: { code: { enum: codes } } }] };
  const waits = status === 429 || status === 503;
  return {
    description,
    ...(waits ? { headers: { 'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } } } } : {}),
    content: { 'application/problem+json': { schema: problem } },
  };
}

function responsesOf({ answers, problems }: Operation): Record<string, Response> {
  const good = Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)] as const);
  const statuses = [...new Set(problems.map((code) => PROBLEMS[code].status))].sort((one, other) => one - other);
  const bad = statuses.map(
    (status) =>
      [
        String(status),
        problemResponse(
          problems.filter((code) => PROBLEMS[code].status === status),
          status,
        ),
      ] as const,
  );
  const other: Response = {
    description: 'Any other problem. `internal` is a fault of the companion; its log has the details under the X-Request-Id.',
    content: { 'application/problem+json': { schema: ref('Problem') } },
  };
  return Object.fromEntries([...good, ...bad, ['default', other]]);
}

function descriptionOf({ text, scope }: Operation): Pick<DocumentedOperation, 'description'> {
  const needed = scope === undefined ? [] : [`Needs a key with the scope \`${scope}\` or a higher one.`];
  const sentences = [...(text === undefined ? [] : [text]), ...needed];
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

function documented(operation: Operation, queries: Readonly<Record<string, JsonSchema>>): DocumentedOperation {
  const scheme = SCHEMES[operation.caller];
  const parameters = parametersOf(operation, queries);
  return {
    operationId: operation.id,
    tags: [operation.group],
    summary: operation.summary,
    ...descriptionOf(operation),
    ...(scheme === null ? {} : { security: operation.caller === 'metrics' ? [{}, { [scheme.name]: [] }] : [{ [scheme.name]: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true as const,
            content: { [operation.bodyType ?? 'application/json']: { schema: ref(operation.body) } },
          },
        }),
    responses: responsesOf(operation),
  };
}

function pathsOf(queries: Readonly<Record<string, JsonSchema>>): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: documented(operation, queries) };
  }
  return paths;
}

const webhook: DocumentedOperation = {
  operationId: 'enqueueWebhook',
  tags: ['Merchant'],
  summary: 'The companion’s POST request to WEBHOOK_URL',
  description:
    'Signed according to Standard Webhooks. The companion makes up to eight delivery attempts within about 28 hours, in order for each payment, with the same `webhook-id`. Ignore a `webhook-id` that you have processed.',
  parameters: [
    { name: 'webhook-id', in: 'header', required: true, description: 'The same at each delivery attempt.', schema: { type: 'string' } },
    {
      name: 'webhook-timestamp',
      in: 'header',
      required: true,
      description: 'The time of this delivery attempt, seconds since 1970.',
      schema: { type: 'string' },
    },
    {
      name: 'webhook-signature',
      in: 'header',
      required: true,
      description: '`v1,` and base64. One signature for each secret, separated by spaces.',
      schema: { type: 'string' },
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: ref('Webhook') } } },
  responses: {
    '200': { description: 'Any 2xx: delivered.' },
    '410': { description: 'The endpoint is gone: no further delivery attempt.' },
  },
};

/** Builds the document from the schemas and the table of operations. */
export function openApiDocument(version: string): OpenApiDocument {
  const schemes = Object.values(SCHEMES).flatMap((scheme) =>
    scheme === null ? [] : [[scheme.name, { type: 'http', scheme: 'bearer', description: scheme.description }] as const],
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Tsena Checkout', version, description: INTRODUCTION },
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(querySchemas()),
    webhooks: { event: { post: webhook } },
    components: { schemas: componentSchemas(), securitySchemes: Object.fromEntries(schemes) },
  };
}
