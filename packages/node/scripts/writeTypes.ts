import { readFileSync, writeFileSync } from 'node:fs';

/** What the companion's description says of a value. */
interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly description?: string;
}

const HEADER = '// The build writes this file from docs/openapi.json.\n\n';

const { components }: { readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

/** Writes a JSON Schema as a TypeScript type. */
function writeType(schema: JsonSchema): string {
  const {
    $ref,
    anyOf,
    enum: values,
    const: only,
    type,
    items,
    properties,
    additionalProperties,
    propertyNames,
  } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (anyOf !== undefined) return anyOf.map(writeType).join(' | ');
  if (values !== undefined) return values.map(literal).join(' | ');
  if (only !== undefined) return literal(only);
  if (typeof type !== 'string') return (type ?? []).map((one) => writeType({ type: one })).join(' | ');
  if (items !== undefined) return `ReadonlyArray<${writeType(items)}>`;
  // Members that it does not name may stand beside those that it names.
  if (typeof additionalProperties === 'object' && properties === undefined) {
    return `Readonly<Record<${propertyNames === undefined ? 'string' : writeType(propertyNames)}, ${writeType(additionalProperties)}>>`;
  }
  if (type === 'object') return `{\n${writeMembers(schema)}}`;
  return type === 'integer' ? 'number' : type;
}

function writeMembers({ properties = {}, required = [] }: JsonSchema): string {
  return Object.entries(properties)
    .map(([name, member]) => {
      const mark = required.includes(name) ? '' : '?';
      const comment = member.description === undefined ? '' : `/** ${member.description} */\n`;
      return `${comment}readonly ${name}${mark}: ${writeType(member)};\n`;
    })
    .join('');
}

/** The types of `@tsena/node`: what the companion takes and answers. */
const types = Object.entries(components.schemas).map(([name, schema]) => {
  const type =
    schema.properties === undefined ? `type ${name} = ${writeType(schema)};` : `interface ${name} ${writeType(schema)}`;
  return `/** ${schema.description} */\nexport ${type}\n`;
});
writeFileSync(new URL('../src/apiTypes.ts', import.meta.url), HEADER + types.join('\n'));
