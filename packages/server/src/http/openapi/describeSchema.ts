import * as z from 'zod/mini';

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

type Names<Value> = Value extends unknown ? Extract<keyof Value, string> : never;
type Member<Value, Name> = Value extends unknown ? (Name extends keyof Value ? Value[Name] : never) : never;
type Inner<Value> = NonNullable<Value> extends readonly (infer Row)[] ? Row : NonNullable<Value>;

/** What a member means; with the texts of its own members, if it is an object or a list of objects. */
type Text<Value> = string | readonly [text: string, members: Texts<Inner<Value>>];

/** What each member of a schema's values means. */
export type Texts<Value> = { readonly [Name in Names<Value>]: Text<Member<Value, Name>> };

type AnyTexts = Readonly<Record<string, string | readonly [string, object]>>;

interface Described {
  readonly schema: z.ZodMiniType;
  readonly text: string;
  readonly texts: object;
}

const named = new Map<string, Described>();
const queries = new Map<z.ZodMiniType, object>();

/**
 * Gives a schema its name and its descriptions in the OpenAPI document. They are not in the schema itself: the dashboard would load them.
 *
 * @returns the descriptions of its members, for a schema that extends it
 */
export function describeSchema<Schema extends z.ZodMiniType, Own extends Texts<z.input<Schema>>>(
  name: string,
  schema: Schema,
  text: string,
  texts: Own,
): Own {
  named.set(name, { schema, text, texts });
  return texts;
}

/** Gives the members of a query their descriptions in the OpenAPI document. */
export function describeQuery<Schema extends z.ZodMiniType, Own extends Texts<z.input<Schema>>>(schema: Schema, texts: Own): Own {
  queries.set(schema, texts);
  return texts;
}

/** The English texts of members that the command line has in French too. */
export function englishOf<Name extends string>(texts: Readonly<Record<Name, { readonly en: string }>>): Record<Name, string> {
  const english = Object.entries<{ readonly en: string }>(texts).map(([name, { en }]) => [name, en]);
  return Object.fromEntries(english) as Record<Name, string>;
}

const jsonSchema: z.ZodMiniType<JsonSchema> = z.looseObject({});
// Input schemas: callers never see a transformed value.
const io = 'input';

/** The document's named schemas. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: referenceTo });
  // By name: the order of imports says nothing.
  const sorted = [...named].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, { text, texts }]) => [name, { ...write(schemas[name], texts), description: text }]));
}

/** The members of a query, as JSON Schemas. */
export function queryMembers(schema: z.ZodMiniType): Readonly<Record<string, JsonSchema>> {
  return write(z.toJSONSchema(schema, { io }), queries.get(schema) ?? {}).properties ?? {};
}

/** Refers to a named schema. */
export function ref(schema: z.ZodMiniType): JsonSchema {
  const found = [...named].find(([, one]) => one.schema === schema);
  if (found === undefined) throw new TypeError('A schema of a route has no name. Call describeSchema.');
  return { $ref: referenceTo(found[0]) };
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function write(written: object | undefined, texts: object): JsonSchema {
  const { $id: _id, $schema: _dialect, ...schema } = z.parse(jsonSchema, written) as JsonSchema & { $id?: unknown; $schema?: unknown };
  return addTexts(schema, texts as AnyTexts);
}

/** Adds the descriptions to the members of a schema, also behind `null` and in lists. */
function addTexts(schema: JsonSchema, texts: AnyTexts): JsonSchema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, addText(member, texts[name])])) }),
    ...(items === undefined ? {} : { items: addTexts(items, texts) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => addTexts(one, texts)) }),
  };
}

function addText(member: JsonSchema, text: AnyTexts[string] | undefined): JsonSchema {
  if (text === undefined) return member;
  if (typeof text === 'string') return { ...member, description: text };
  return { ...addTexts(member, text[1] as AnyTexts), description: text[0] };
}
