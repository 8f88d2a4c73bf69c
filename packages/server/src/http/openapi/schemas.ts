import { fieldErrorSchema, problemSchema } from '@tsena/shared';
import { checkoutSchema, initiateBodySchema, orderClaimsSchema, paymentSchema, referenceBodySchema } from '@tsena/shared/checkout';
import {
  booksQuerySchema,
  createdKeySchema,
  createKeyBodySchema,
  createLinkSchema,
  deliveryDetailSchema,
  deliverySchema,
  keyPageSchema,
  keyQuerySchema,
  keySchema,
  linkPageSchema,
  linkQuerySchema,
  linkSchema,
  merchantPaymentSchema,
  merchantSchema,
  paymentDetailQuerySchema,
  paymentDetailSchema,
  paymentExportSchema,
  paymentExportSearchSchema,
  paymentPageSchema,
  paymentQuerySchema,
  paymentSearchSchema,
  previewedStatementSchema,
  refundBodySchema,
  refundPageSchema,
  refundQuerySchema,
  refundSchema,
  resolveBodySchema,
  sampleBodySchema,
  sessionBodySchema,
  setupSchema,
  statementPageSchema,
  statementQuerySchema,
  statementRowExportSchema,
  statementRowPageSchema,
  statementRowQuerySchema,
  statementRowSchema,
  statementSchema,
  totalsQuerySchema,
  totalsSchema,
  transactionSchema,
  voidRefundBodySchema,
  webhookPageSchema,
  webhookQuerySchema,
  webhookSchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { describePath } from './descriptions.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: unknown;
}

/** The form of `POST /v1/merchant/statements`, whose fields statementFieldsSchema parses. */
const statementFormSchema = z.object({
  file: z.string(),
  columns: z.optional(z.string()),
  dateFormat: z.optional(z.string()),
  decimal: z.optional(z.enum([',', '.'])),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});

/** The named schemas of the document. */
const named = {
  Checkout: checkoutSchema,
  Payment: paymentSchema,
  InitiateBody: initiateBodySchema,
  ReferenceBody: referenceBodySchema,
  OrderToken: orderClaimsSchema,
  Webhook: webhookSchema,
  Problem: problemSchema,
  FieldError: fieldErrorSchema,
  Merchant: merchantSchema,
  MerchantPayment: merchantPaymentSchema,
  PaymentPage: paymentPageSchema,
  PaymentSearch: paymentSearchSchema,
  PaymentExportSearch: paymentExportSearchSchema,
  PaymentDetail: paymentDetailSchema,
  ResolveBody: resolveBodySchema,
  Totals: totalsSchema,
  Link: linkSchema,
  LinkPage: linkPageSchema,
  CreateLinkBody: createLinkSchema,
  Transaction: transactionSchema,
  Delivery: deliverySchema,
  DeliveryDetail: deliveryDetailSchema,
  SampleBody: sampleBodySchema,
  WebhookPage: webhookPageSchema,
  Refund: refundSchema,
  RefundPage: refundPageSchema,
  RefundBody: refundBodySchema,
  VoidRefundBody: voidRefundBodySchema,
  Statement: statementSchema,
  StatementPage: statementPageSchema,
  StatementForm: statementFormSchema,
  StatementRow: statementRowSchema,
  StatementRowPage: statementRowPageSchema,
  PreviewForm: z.object({ file: z.string() }),
  PreviewedStatement: previewedStatementSchema,
  Key: keySchema,
  KeyPage: keyPageSchema,
  CreateKeyBody: createKeyBodySchema,
  CreatedKey: createdKeySchema,
  SessionBody: sessionBodySchema,
  Setup: setupSchema,
};

/** The schemas of queries, whose members become parameters. */
const queries = {
  PaymentQuery: paymentQuerySchema,
  PaymentDetailQuery: paymentDetailQuerySchema,
  PaymentExport: paymentExportSchema,
  TotalsQuery: totalsQuerySchema,
  WebhookQuery: webhookQuerySchema,
  LinkQuery: linkQuerySchema,
  KeyQuery: keyQuerySchema,
  RefundQuery: refundQuerySchema,
  StatementQuery: statementQuerySchema,
  StatementRowQuery: statementRowQuerySchema,
  StatementRowExport: statementRowExportSchema,
  BooksQuery: booksQuerySchema,
};

/** The name of a schema of the document. */
export type SchemaName = keyof typeof named;

/** The name of a query. */
export type QueryName = keyof typeof queries;

const jsonSchema: z.ZodMiniType<JsonSchema> = z.looseObject({});

function toJson(schemas: Readonly<Record<string, z.ZodMiniType>>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...named, ...schemas })) registry.add(schema, { id });
  // Input schemas: callers never see a transformed value.
  const { schemas: written } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.keys(schemas).map((name) => {
      const { $id: _id, $schema: _dialect, ...schema } = written[name] ?? {};
      return [name, describe(z.parse(jsonSchema, schema), name)];
    }),
  );
}

/** Adds descriptions to a schema and its members. */
function describe(schema: JsonSchema, path: string): JsonSchema {
  const description = describePath(path);
  return {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, describe(one, `${path}.${name}`)])),
        }),
    ...(schema.items === undefined ? {} : { items: withoutRepeat(describe(schema.items, path), description) }),
    ...(schema.anyOf === undefined
      ? {}
      : { anyOf: schema.anyOf.map((one) => describe({ ...one }, path)).map((one) => withoutRepeat(one, description)) }),
  };
}

function withoutRepeat(schema: JsonSchema, description: string | undefined): JsonSchema {
  const { description: own, ...rest } = schema;
  return own === undefined || own === description ? rest : schema;
}

/** The document's named schemas. */
export function componentSchemas(): Record<string, JsonSchema> {
  return toJson(named);
}

/** The members of each query, as JSON Schemas. */
export function querySchemas(): Record<string, JsonSchema> {
  return toJson(queries);
}
