import fc from 'fast-check';
import type { OpenApiDocument } from '../../scripts/openapi/document.ts';
import type { JsonSchema } from '../../scripts/openapi/schemas.ts';
import { MERCHANT_API_KEY, PAYER } from '../support/stack.ts';
import type { StressWorld } from './world.ts';

/** A generated request. */
export interface FuzzRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Valid values by the name of their parameter or member. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

/**
 * Values that are valid in a world at this moment: order tokens of this round, these payments, and what the operator
 * knows.
 */
export async function vocabularyOf(
  { sandbox, mint }: StressWorld,
  round: number,
  payments: readonly string[],
): Promise<Vocabulary> {
  const recent = sandbox.transactions().slice(0, 20);
  return {
    orderToken: await Promise.all(
      Array.from({ length: 6 }, (_, index) => mint(`FUZZ-${round}-${index}`, String(100 + index))),
    ),
    msisdn: [PAYER, '+261 34 35 000 04', '0323500003'],
    merchantKey: [MERCHANT_API_KEY],
    secret: recent.map(({ callbackUrl }) => callbackUrl?.split('/').at(-1) ?? 'x'),
    id: payments,
    transactionReference: recent.map(({ objectReference }) => objectReference ?? '636042511'),
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'];

const NASTY = [
  '',
  ' ',
  '\0',
  '.',
  '..',
  '../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  '%',
  '%ff',
  "' or 1=1 --",
  '"; drop table payments; --',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  'null',
  'NaN',
  '-0',
  '-1',
  '1e309',
  '0x10',
  '9007199254740993',
  '9'.repeat(400),
  'a'.repeat(5000),
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: stolen=1',
  '\u2028',
  '\ud800',
  '😀'.repeat(30),
  '2026-13-45',
  '+275760-09-13T00:00:00Z',
  '=cmd|calc',
];

const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 80 }),
);

/** Only visible ASCII: the client refuses to send other characters in a header. */
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 60 }).map((value) => value.trim());

function valueFor(
  schema: JsonSchema,
  name: string,
  document: OpenApiDocument,
  words: Vocabulary,
): fc.Arbitrary<unknown> {
  const known = words[name];
  if (known !== undefined && known.length > 0)
    return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, text);
  if (schema.$ref !== undefined) {
    return valueFor(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, document, words);
  }
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valueFor(one, name, document, words)));
  if (schema.enum !== undefined) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...schema.enum) }, text);
  if (schema.const !== undefined) return fc.oneof({ weight: 4, arbitrary: fc.constant(schema.const) }, text);
  // fast-check draws no text for a class of Unicode.
  if (schema.pattern !== undefined && !schema.pattern.includes('\\p{'))
    return fc.oneof({ weight: 4, arbitrary: fc.stringMatching(new RegExp(schema.pattern)) }, text);
  if (schema.type === 'integer') return fc.oneof(fc.integer({ min: -5, max: 500 }), fc.double(), text);
  if (schema.properties !== undefined) {
    const members = Object.fromEntries(
      Object.entries(schema.properties).map(([member, one]) => [member, valueFor(one, member, document, words)]),
    );
    return fc.record(members, { requiredKeys: [] });
  }
  return text;
}

function bodyFor(
  schema: JsonSchema | undefined,
  document: OpenApiDocument,
  words: Vocabulary,
): fc.Arbitrary<Buffer | null> {
  const json = fc.json({ maxDepth: 4 }).map((value) => Buffer.from(value));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((value) => Buffer.from(value));
  const large = fc
    .integer({ min: 10_000, max: 60_000 })
    .map((length) => Buffer.from(JSON.stringify('a'.repeat(length))));
  const deep = fc.integer({ min: 10, max: 6000 }).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth)));
  const other = [
    { weight: 2, arbitrary: json },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: large },
    { weight: 1, arbitrary: deep },
    { weight: 1, arbitrary: fc.constant(null) },
  ];
  if (schema === undefined) return fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, ...other);
  const value = valueFor(schema, '', document, words);
  const whole = value.map((one) => Buffer.from(JSON.stringify(one)));
  const spoilt = fc.tuple(value, text, fc.jsonValue()).map(([one, member, stranger]) => {
    const object = typeof one === 'object' && one !== null ? one : {};
    return Buffer.from(JSON.stringify({ ...object, [member]: stranger }));
  });
  const cut = fc
    .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([all, part]) => all.subarray(0, all.length * part));
  return fc.oneof(
    { weight: 10, arbitrary: whole },
    { weight: 3, arbitrary: spoilt },
    { weight: 1, arbitrary: cut },
    ...other,
  );
}

/** Escapes only what a request line cannot contain. */
function escapePath(value: string): string {
  return value.replace(/[^\x21-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

/** A path segment, with its special characters escaped or not. */
const segmentOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(value, fc.boolean()).map(([one, isCareful]) => {
    const raw = String(one);
    return isCareful
      ? escapePath(raw).replace(/[/?#%]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
      : escapePath(raw);
  });

function pathFor(
  path: string,
  names: readonly string[],
  document: OpenApiDocument,
  words: Vocabulary,
): fc.Arbitrary<string> {
  const segments = names.map((name) => segmentOf(valueFor({}, name, document, words)));
  return fc
    .tuple(...segments)
    .map((values) => values.reduce((filled, value, index) => filled.replace(`{${names[index]}}`, () => value), path));
}

function queryFor(
  parameters: readonly { name: string; schema: JsonSchema }[],
  document: OpenApiDocument,
  words: Vocabulary,
) {
  const known = parameters.map(({ name, schema }) =>
    fc.tuple(fc.constant(name), segmentOf(valueFor(schema, name, document, words))),
  );
  const stranger = fc.tuple(segmentOf(text), segmentOf(text));
  return fc
    .array(fc.oneof(...known.map((arbitrary) => ({ weight: 4, arbitrary })), { weight: 1, arbitrary: stranger }), {
      maxLength: 5,
    })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`));
}

function headersFor(words: Vocabulary, scheme = ''): fc.Arbitrary<Record<string, string>> {
  const often = <Value>(value: Value, other: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, other);
  const bearers = (words[scheme] ?? words.orderToken ?? []).map((one) => `Bearer ${one}`);
  return fc
    .record({
      'content-type': often(
        'application/json',
        fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/json; charset=utf-16',
          'application/json; charset=none',
          'image/png',
          '',
          ';',
        ),
      ),
      'content-encoding': often('', fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'x')),
      authorization: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...bearers) },
        headerText,
        fc.constantFrom('', 'Bearer', 'Bearer ', 'Basic eA=='),
      ),
      'accept-language': fc.oneof(fc.constantFrom('mg', 'fr', 'en', 'xx', '*', 'en;q=x, fr;q=9999'), headerText),
      'accept-encoding': fc.constantFrom('', 'gzip', 'br', 'identity;q=0, *;q=0'),
      'if-none-match': fc.constantFrom('', '*', '"x"', 'W/"'),
      range: fc.constantFrom('', 'bytes=0-0', 'bytes=9-1', 'x'),
      origin: fc.constantFrom('', 'https://shop.example', 'null', 'https://evil.example'),
      expect: often('', fc.constant('nonsense')),
      // Each request has another address, so that limits do not hide other answers.
      'x-forwarded-for': fc.oneof({ weight: 9, arbitrary: fc.ipV4() }, headerText),
    })
    .map((headers) => Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')));
}

/** Valid and invalid requests for every operation of the document. */
export function fuzzRequests(document: OpenApiDocument, words: Vocabulary): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation.parameters ?? [];
      const names = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      return fc.record({
        operation: fc.constant(operation.operationId),
        method: fc.oneof({ weight: 9, arbitrary: fc.constant(method.toUpperCase()) }, fc.constantFrom(...METHODS)),
        path: fc
          .tuple(
            pathFor(path, names, document, words),
            queryFor(
              parameters.filter((one) => one.in === 'query'),
              document,
              words,
            ),
          )
          .map((parts) => parts.join('')),
        headers: headersFor(words, Object.keys(operation.security?.[0] ?? {})[0]),
        body: bodyFor(operation.requestBody?.content['application/json']?.schema, document, words),
      });
    }),
  );
  const nowhere = fc.record({
    operation: fc.constant('nowhere'),
    method: fc.constantFrom(...METHODS),
    path: segmentOf(text).map((segment) => `/${segment}`),
    headers: headersFor(words),
    body: bodyFor(undefined, document, words),
  });
  return fc.oneof(...operations, nowhere);
}
