import * as z from 'zod/mini';
import type { Brand } from '../brand.ts';
import { digits, paymentIdSchema, paymentStatusSchema } from '../checkout/payment.ts';
import { fromSchema, toSchema } from './moments.ts';
import { paging } from './paging.ts';
import { refundIdSchema } from './refunds.ts';

/** The largest file of a statement. */
export const MAX_STATEMENT_BYTES = 10_000_000;
/** The most rows of a statement, without its header. */
export const MAX_STATEMENT_ROWS = 100_000;

/** A statement's id. */
export type StatementId = Brand<string, 'StatementId'>;

export const statementIdSchema = z.pipe(
  z.string().check(z.regex(/^stm_[A-Za-z0-9_-]{22}$/, 'a statement id')),
  z.transform((id): StatementId => id as StatementId),
);

/**
 * The results of a comparison. `matched`: the row and the payment agree; `onlyHere`: a completed payment that the file does not contain;
 * `onlyAtOperator`: received money that belongs to no payment; `different`: the row names a payment or a refund, but they do not agree;
 * `refund`: sent money that agrees with a recorded refund; `ignored`: other sent money, and rows that are no transaction.
 */
export const STATEMENT_RESULTS = ['matched', 'onlyHere', 'onlyAtOperator', 'different', 'refund', 'ignored'] as const;

/** One of {@link STATEMENT_RESULTS}. */
export type StatementResult = (typeof STATEMENT_RESULTS)[number];

/**
 * What can differ between a row and its payment. `status`: the operator lists the money, but the payment is not completed here;
 * `duplicate`: another row of the file has the same reference and was compared with the payment.
 */
export const STATEMENT_DIFFERENCES = ['amount', 'fee', 'payer', 'status', 'duplicate'] as const;

/** One of {@link STATEMENT_DIFFERENCES}. */
export type StatementDifference = (typeof STATEMENT_DIFFERENCES)[number];

/** What is read from a statement. The last two can be missing. */
export const STATEMENT_COLUMNS = ['date', 'transactionReference', 'amount', 'fee', 'payer'] as const;

const columnName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** Which column of the file has what. */
const columnsSchema = z.strictObject({
  date: columnName,
  transactionReference: columnName,
  amount: columnName,
  fee: z.optional(columnName),
  payer: z.optional(columnName),
});

/** Which column of the file has what, by its name in the header. */
export type StatementColumns = z.infer<typeof columnsSchema>;

/** How a file is read: remembered as the default for the next import if it matched something. */
export const statementMappingSchema = z.object({
  columns: columnsSchema,
  /** `DD/MM/YYYY HH:mm`; null: recognized. */
  dateFormat: z.nullable(z.string()),
  /** The decimal separator; null: recognized. */
  decimal: z.nullable(z.enum([',', '.'])),
});

/** How a file is read. */
export type StatementMapping = z.infer<typeof statementMappingSchema>;

const columnsFieldSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(2000)),
    z.transform((text): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    }),
  ),
  columnsSchema,
);

/** The fields of `POST /v1/merchant/statements`, beside `file`. Without `columns`, those of the newest statement that matched something are used. */
export const statementFieldsSchema = z.object({
  columns: z.optional(columnsFieldSchema),
  dateFormat: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  decimal: z.optional(z.enum([',', '.'])),
  from: z.optional(fromSchema),
  to: z.optional(toSchema),
});

const counts = {
  /** How many rows the file has. */
  rows: z.number(),
  matched: z.number(),
  onlyHere: z.number(),
  onlyAtOperator: z.number(),
  different: z.number(),
  refund: z.number(),
  ignored: z.number(),
};

const countsSchema = z.object(counts);

/** How many rows have each result. `rows` is the sum of all but `onlyHere`. */
export type StatementCounts = z.infer<typeof countsSchema>;

/** An imported statement. */
export const statementSchema = z.object({
  id: statementIdSchema,
  ...counts,
  /** The period in which payments are expected in the file; `to` is not included. */
  from: z.string(),
  to: z.string(),
  ...statementMappingSchema.shape,
  createdAt: z.string(),
  /** The name of the key that imported it. */
  createdBy: z.string(),
});

/** An imported statement. */
export type Statement = z.infer<typeof statementSchema>;

/** A row of the file, or a payment that the file does not contain, with its result. */
export const statementRowSchema = z.object({
  result: z.enum(STATEMENT_RESULTS),
  /** The row of the file; null with `onlyHere`. */
  row: z.nullable(
    z.object({
      /** The line in the file; the first is 1. */
      line: z.number(),
      /** RFC 3339, in UTC. */
      date: z.nullable(z.string()),
      transactionReference: z.nullable(z.string()),
      /** In Ariary, with at most two decimals; negative for money that was sent. */
      amount: z.nullable(z.string()),
      fee: z.nullable(z.string()),
      /** The masked number. */
      payer: z.nullable(z.string()),
    }),
  ),
  paymentId: z.nullable(paymentIdSchema),
  /** The recorded refund that a row of sent money names. */
  refundId: z.nullable(refundIdSchema),
  /** What differs; empty unless the result is `different`. */
  differences: z.array(z.enum(STATEMENT_DIFFERENCES)),
  /** The payment as it is now; null without `paymentId`. */
  payment: z.nullable(
    z.object({
      order: z.string(),
      status: paymentStatusSchema,
      /** Whole Ariary, as digits. */
      amount: digits,
      fees: z.nullable(z.string()),
      payer: z.string(),
      transactionReference: z.nullable(z.string()),
      finalAt: z.nullable(z.string()),
    }),
  ),
});

/** A row of a statement with its result. */
export type StatementRow = z.infer<typeof statementRowSchema>;

/** The query of `GET /v1/merchant/statements`. */
export const statementQuerySchema = z.object(paging);

/** The query of `GET /v1/merchant/statements/{id}/rows`. */
export const statementRowQuerySchema = z.object({ result: z.optional(z.enum(STATEMENT_RESULTS)), ...paging });

/** The query of `GET /v1/merchant/statements/{id}/rows.csv`. */
export const statementRowExportSchema = z.object({
  result: z.optional(z.enum(STATEMENT_RESULTS)),
  separator: z._default(z.enum(['comma', 'semicolon']), 'comma'),
});

/** The answer of `GET /v1/merchant/statements`, newest first. */
export const statementPageSchema = z.object({ data: z.array(statementSchema), nextCursor: z.nullable(z.string()) });

/** A page of statements. */
export type StatementPage = z.infer<typeof statementPageSchema>;

/** The answer of `GET /v1/merchant/statements/{id}/rows`, in the order of the file; payments that it does not contain come last. */
export const statementRowPageSchema = z.object({ data: z.array(statementRowSchema), nextCursor: z.nullable(z.string()) });

/** A page of rows. */
export type StatementRowPage = z.infer<typeof statementRowPageSchema>;

/** The answer of `POST /v1/merchant/statements/preview`. */
export const previewedStatementSchema = z.object({
  /** The names in the header. */
  columns: z.array(z.string()),
  /** The first rows. Numbers of phones are masked. */
  rows: z.array(z.array(z.string())),
  /** The remembered mapping if its columns are in this file, else one by the columns' names; null if they do not tell. */
  mapping: z.nullable(statementMappingSchema),
});

/** The beginning of a file, before it is imported. */
export type PreviewedStatement = z.infer<typeof previewedStatementSchema>;
