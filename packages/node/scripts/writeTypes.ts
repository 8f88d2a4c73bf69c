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

/** The schemas whose types `@tsena/node` exports. Those that they refer to are written too. */
const ROOTS = [
  'AuditEntry',
  'ChangedSettings',
  'ErasedPayer',
  'ErasePayerBody',
  'MerchantSettings',
  'SettingsBody',
  'CheckoutState',
  'CreateKeyBody',
  'CounterPaymentBody',
  'CreateLinkBody',
  'CreatedKey',
  'DeliveryDetail',
  'Key',
  'Link',
  'Merchant',
  'PaymentDetail',
  'PaymentSearch',
  'PreviewedStatement',
  'RefundBody',
  'ResolveBody',
  'SampleBody',
  'Setup',
  'Statement',
  'StatementRow',
  'Totals',
  'Transaction',
  'VoidRefundBody',
  'Webhook',
];

/** The types that extend another one, as their schemas do. */
const BASES: Readonly<Record<string, string>> = {
  ChangedSettings: 'MerchantSettings',
  DeliveryDetail: 'Delivery',
  MerchantPayment: 'Payment',
  WebhookPayment: 'MerchantPayment',
};

const HEADER = '// The build writes this file from docs/openapi.json.\n\n';

const { components }: { readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);

const nameIn = (ref: string) => ref.split('/').at(-1) ?? '';
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

/** Writes a JSON Schema as a TypeScript type, and tells `refer` which named schemas it uses. */
function writeType(schema: JsonSchema, refer: (name: string) => void): string {
  const { $ref, anyOf, enum: values, const: only, type, items, additionalProperties, propertyNames } = schema;
  const write = (one: JsonSchema) => writeType(one, refer);
  if ($ref !== undefined) {
    refer(nameIn($ref));
    return nameIn($ref);
  }
  if (anyOf !== undefined) return anyOf.map(write).join(' | ');
  if (values !== undefined) return values.map(literal).join(' | ');
  if (only !== undefined) return literal(only);
  if (typeof type !== 'string') return (type ?? []).map((one) => write({ type: one })).join(' | ');
  if (items !== undefined) {
    const { anyOf: any, enum: some, type: types, items: inner } = items;
    const isOneName = any === undefined && some === undefined && inner === undefined && !Array.isArray(types);
    return isOneName ? `readonly ${write(items)}[]` : `readonly (${write(items)})[]`;
  }
  // Members that it does not name may stand beside those that it names.
  if (typeof additionalProperties === 'object' && schema.properties === undefined) {
    return `Readonly<Record<${propertyNames === undefined ? 'string' : write(propertyNames)}, ${write(additionalProperties)}>>`;
  }
  if (type === 'object') return `{\n${writeMembers(schema, refer)}}`;
  return type === 'integer' ? 'number' : type;
}

/** What a type takes over from its base: the members that are the same in both. */
function inherit(
  own: JsonSchema,
  name: string,
  base: JsonSchema,
): { readonly clause: string; readonly properties: JsonSchema['properties'] } {
  const isSame = (member: string) =>
    JSON.stringify(own.properties?.[member]) === JSON.stringify(base.properties?.[member]) &&
    own.required?.includes(member) === base.required?.includes(member);
  const others = Object.keys(base.properties ?? {}).filter((member) => !isSame(member));
  return {
    clause: ` extends ${others.length === 0 ? name : `Omit<${name}, ${others.map(literal).join(' | ')}>`}`,
    properties: Object.fromEntries(Object.entries(own.properties ?? {}).filter(([member]) => !isSame(member))),
  };
}

function writeMembers({ properties = {}, required = [] }: JsonSchema, refer: (name: string) => void): string {
  return Object.entries(properties)
    .map(([name, member]) => {
      const mark = required.includes(name) ? '' : '?';
      const comment = member.description === undefined ? '' : `/** ${member.description} */\n`;
      return `${comment}readonly ${name}${mark}: ${writeType(member, refer)};\n`;
    })
    .join('');
}

/** The types of `@tsena/node`: what the companion answers, and what it takes. */
function nodeTypes(schemas: Readonly<Record<string, JsonSchema>>): string {
  const written = new Map<string, string>();
  const write = (name: string): void => {
    const schema = schemas[name];
    if (schema === undefined || written.has(name)) return;
    // The place of this one, before those that it refers to.
    written.set(name, '');
    const base = BASES[name];
    if (base !== undefined) write(base);
    const { clause, properties } = base === undefined ? { clause: '', ...schema } : inherit(schema, base, schemas[base] ?? {});
    const body =
      properties === undefined
        ? `type ${name} = ${writeType(schema, write)};`
        : `interface ${name}${clause} {\n${writeMembers({ ...schema, properties }, write)}}`;
    written.set(name, `/** ${schema.description} */\nexport ${body}\n`);
  };
  for (const name of ROOTS) write(name);
  return HEADER + [...written.values()].join('\n');
}

writeFileSync(new URL('../src/apiTypes.ts', import.meta.url), nodeTypes(components.schemas));
