import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '@tsena/testkit/serve';
import { describe, expect, it, onTestFinished } from 'vitest';
import { INTERPRETERS, requireInterpreter, testProgram, WITHOUT_METHOD } from './interpreters.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The methods that have another name than the operation. */
const METHODS: Readonly<Record<string, string>> = {
  startCounterPayment: 'startPayment',
  readPaymentDetail: 'readPayment',
  sendSampleWebhook: 'sendTestWebhook',
};

/** A value with every member of a schema. */
function sample(schema: Schema, name = 'value'): unknown {
  const {
    $ref,
    const: only,
    enum: values,
    anyOf,
    items,
    properties,
    additionalProperties,
    propertyNames,
    type,
  } = schema;
  if ($ref !== undefined) return sample(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name);
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  if (anyOf !== undefined) return sample(anyOf[0] ?? {}, name);
  if (items !== undefined) return [sample(items, name)];
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([key, member]) => [key, sample(member, key)]));
  if (typeof additionalProperties === 'object')
    return { [String(propertyNames?.enum?.[0] ?? 'key')]: sample(additionalProperties) };
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 7 : `a ${name}`;
}

const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith('/v1/merchant'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  )
  .filter(({ operation }) => !WITHOUT_METHOD.includes(operation.operationId))
  .map(({ route, operation }) => {
    const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const { file: _file, ...form } = (body === undefined ? {} : sample(body.schema)) as Readonly<
      Record<string, unknown>
    >;
    const inQuery = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => [name, `a ${name}`]);
    const [answerType, answer] = Object.entries(Object.entries(operation.responses)[0]?.[1].content ?? {})[0] ?? [];
    return {
      route,
      call: {
        method: METHODS[operation.operationId] ?? operation.operationId,
        query: Object.fromEntries(inQuery),
        // The fields of a form are texts.
        body:
          type === 'multipart/form-data'
            ? Object.fromEntries(Object.keys(form).map((name) => [name, `a ${name}`]))
            : form,
      },
      answer:
        answer === undefined
          ? undefined
          : answerType === 'application/json'
            ? sample(answer.schema)
            : `${operation.operationId} as text`,
    };
  });

/** What a request says, as {@link operations} has it. */
async function read(request: IncomingMessage) {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://companion');
  const type = request.headers['content-type'] ?? '';
  const sent = await text(request);
  const form = type.startsWith('multipart/')
    ? await new Response(sent, { headers: { 'Content-Type': type } }).formData()
    : undefined;
  form?.delete('file');
  return {
    path: `${request.method} ${pathname}`,
    query: Object.fromEntries(searchParams),
    body: form === undefined ? (sent === '' ? {} : JSON.parse(sent)) : Object.fromEntries(form),
  };
}

/** A companion that answers each request with every documented member. */
async function startCompanion(requests: unknown[]): Promise<string> {
  const { url, close } = await serve(async (request, response) => {
    const said = await read(request);
    requests.push(said);
    const found = operations.find(({ route }) => route.replace(/\{\w+\}/, 'an-id') === said.path);
    const { answer } = found ?? {};
    response.end(typeof answer === 'object' ? JSON.stringify(answer) : answer);
  });
  onTestFinished(close);
  return url;
}

describe('the SDKs and the OpenAPI document', () => {
  it.for(INTERPRETERS)(
    '$language sends and returns each documented field',
    { timeout: 30_000 },
    async (interpreter, context) => {
      requireInterpreter(interpreter, context);
      const requests: unknown[] = [];
      const url = await startCompanion(requests);
      const order = {
        ...(sample({ $ref: '#/OrderToken' }) as object),
        amount: '25000',
        currency: 'MGA',
        returnUrl: 'https://shop.example',
      };
      const child = spawn(interpreter.program, [testProgram(interpreter, 'fields'), url], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin.end(JSON.stringify({ calls: operations.map(({ call }) => call), order }));
      const { results, token } = JSON.parse(await text(child.stdout));
      expect(requests).toEqual(
        operations.map(({ route, call: { query, body } }) => ({
          path: route.replace(/\{\w+\}/, 'an-id'),
          query,
          body,
        })),
      );
      expect(results).toEqual(operations.map(({ answer }) => answer ?? null));
      const claims: object = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
      expect(Object.keys(claims).sort()).toEqual(Object.keys(components.schemas.OrderToken?.properties ?? {}).sort());
    },
  );
});
