import { fileURLToPath } from 'node:url';
import * as shared from '@tsena/shared';
import * as checkout from '@tsena/shared/checkout';
import * as merchant from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { RouteDescription } from '../../src/http/kit/route.ts';
import { type Described, readDocComments } from './docComments.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly (string | boolean)[];
  readonly const?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
}

const SOURCES = fileURLToPath(new URL('../../../shared/src/', import.meta.url));
const { describe } = readDocComments(SOURCES);

const CONSTANTS = new Map<unknown, string>(
  Object.entries({ ...shared, ...checkout, ...merchant }).map(([name, value]) => [value, name]),
);
/** The schemas whose name in the document is not that of their constant. */
const RENAMED: Readonly<Record<string, string>> = {
  checkoutSchema: 'CheckoutState',
  createLinkSchema: 'CreateLinkBody',
  orderClaimsSchema: 'OrderToken',
  tryBodySchema: 'TrySettingBody',
};
/** The named schemas that no route has by itself. */
const OTHERS = [
  ...[
    shared.fieldErrorSchema,
    shared.problemSchema,
    checkout.orderClaimsSchema,
    merchant.webhookSchema,
    merchant.webhookPaymentSchema,
  ],
  ...[
    merchant.auditChangeSchema,
    merchant.auditEntrySchema,
    merchant.keySchema,
    merchant.statementColumnsSchema,
    merchant.statementRowSchema,
  ],
];

/** What the comments say, and what a table of the product says. */
function describeConstant(name: string): Described {
  const { text, members } = describe(name);
  if (name === 'createLinkSchema') {
    const texts = Object.entries(merchant.createLinkTexts).map(([member, text]) => [member, { text, members: {} }]);
    return { text, members: Object.fromEntries(texts) };
  }
  const { reviewReasons } = members;
  if (reviewReasons?.text === undefined) return { text, members };
  const reasons = merchant.REVIEW_REASONS.map(
    (reason) => `\`${reason}\`: ${merchant.REVIEW_REASON_TEXTS[reason].meaning.en}`,
  );
  return {
    text,
    members: { ...members, reviewReasons: { ...reviewReasons, text: `${reviewReasons.text} ${reasons.join(' ')}` } },
  };
}

const jsonSchema: z.ZodMiniType<JsonSchema> = z.looseObject({});
// Input schemas: callers never see a transformed value.
const io = 'input';

/** The document's named schemas: those of the routes and their parts, with the comments of their sources. */
export function componentSchemas(routes: readonly RouteDescription[]): Record<string, JsonSchema> {
  const ofRoutes = routes.flatMap(({ body, form, answers }) => [
    body,
    form,
    ...Object.values(answers).map(({ schema }) => schema),
  ]);
  const registry = z.registry<{ id: string }>();
  for (const schema of [...ofRoutes, ...OTHERS]) if (schema !== undefined) registry.add(schema, { id: nameOf(schema) });
  const { schemas } = z.toJSONSchema(registry, { io, uri: referenceTo });
  // By name: the order of routes says nothing.
  const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1));
  const constants = new Map([...CONSTANTS.values()].map((constant) => [writeName(constant), constant]));
  return Object.fromEntries(
    sorted.map(([name, schema]) => {
      const { text, members } = describeConstant(constants.get(name) ?? '');
      return [name, { ...write(schema, members), ...(text === undefined ? {} : { description: text }) }];
    }),
  );
}

/** The members of a query, as JSON Schemas. */
export function queryMembers(schema: z.ZodMiniType): Readonly<Record<string, JsonSchema>> {
  return write(z.toJSONSchema(schema, { io }), describe(CONSTANTS.get(schema) ?? '').members).properties ?? {};
}

/** Refers to a named schema. */
export function ref(schema: z.ZodMiniType): JsonSchema {
  return { $ref: referenceTo(nameOf(schema)) };
}

function nameOf(schema: z.ZodMiniType): string {
  const constant = CONSTANTS.get(schema);
  if (constant === undefined) throw new TypeError('A schema of a route is no exported constant.');
  return writeName(constant);
}

/** `paymentSchema` is `Payment`. */
function writeName(constant: string): string {
  return RENAMED[constant] ?? `${constant.charAt(0).toUpperCase()}${constant.slice(1).replace(/Schema$/, '')}`;
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function write(written: object, members: Described['members']): JsonSchema {
  const {
    $id: _id,
    $schema: _dialect,
    ...schema
  } = z.parse(jsonSchema, written) as JsonSchema & { $id?: unknown; $schema?: unknown };
  return addTexts(schema, members);
}

/** Adds the descriptions to the members of a schema, also behind `null` and in lists. */
function addTexts(schema: JsonSchema, members: Described['members']): JsonSchema {
  const { properties, items, anyOf } = schema;
  const described = Object.entries(properties ?? {}).map(([name, member]) => {
    const { text, members: inner } = members[name] ?? { members: {} };
    return [name, { ...addTexts(member, inner), ...(text === undefined ? {} : { description: text }) }];
  });
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(described) }),
    ...(items === undefined ? {} : { items: addTexts(items, members) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => addTexts(one, members)) }),
  };
}
