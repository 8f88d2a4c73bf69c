import * as z from 'zod/mini';
import { digits, paymentIdSchema, paymentStatusSchema } from '../checkout/payment.ts';
import { fromSchema, toSchema } from './moments.ts';
import { separator } from './paging.ts';
import { refundIdSchema } from './refunds.ts';

/** The largest file of a statement. */
export const MAX_STATEMENT_BYTES = 10_000_000;
/** The most rows of a statement, without its header. */
export const MAX_STATEMENT_ROWS = 100_000;
/** The most rows of a report as JSON. As CSV it has all. */
export const MAX_REPORTED_ROWS = 5000;

/**
 * The results of a comparison. `matched`: the row and the payment agree; `onlyHere`: a completed payment that the file
 * does not contain; `onlyAtOperator`: received money that belongs to no payment; `different`: the row names a payment
 * or a refund, but they do not agree; `refund`: sent money that agrees with a recorded refund; `ignored`: other sent
 * money, and rows that are no transaction.
 */
export const STATEMENT_RESULTS = ['matched', 'onlyHere', 'onlyAtOperator', 'different', 'refund', 'ignored'] as const;

/** One of {@link STATEMENT_RESULTS}. */
export type StatementResult = (typeof STATEMENT_RESULTS)[number];

/**
 * What can differ between a row and its payment. `status`: the operator lists the money, but the payment is not
 * completed here; `duplicate`: another row of the file has the same reference and was compared with the payment.
 */
export const STATEMENT_DIFFERENCES = ['amount', 'fee', 'payer', 'status', 'duplicate'] as const;

/** One of {@link STATEMENT_DIFFERENCES}. */
export type StatementDifference = (typeof STATEMENT_DIFFERENCES)[number];

/** What is read from a statement. The last two can be missing. */
export const STATEMENT_COLUMNS = ['date', 'transactionReference', 'amount', 'fee', 'payer'] as const;

const columnName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** Which column of the file has what, by its name in the header. */
export const statementColumnsSchema = z.strictObject({
  /** The column of the date and time, in Madagascar. */
  date: columnName,
  /** The column of the operator’s transaction reference. */
  transactionReference: columnName,
  /** The column of the amount; sent money is negative. */
  amount: columnName,
  /** The column of the fee. */
  fee: z.optional(columnName),
  /** The column of the payer’s number. */
  payer: z.optional(columnName),
});

/** Which column of the file has what, by its name in the header. */
export type StatementColumns = z.infer<typeof statementColumnsSchema>;

const columnsFieldSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(2000)),
    z.transform((text): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    }),
  ),
  statementColumnsSchema,
);

/** The fields of `POST /v1/merchant/statements`, beside `file`. */
export const statementFieldsSchema = z.object({
  /**
   * JSON: `{"date": "Date", "transactionReference": "Réf", "amount": "Montant", "fee": "Frais", "payer": "Payeur"}`.
   * `fee` and `payer` can be missing. Without it, the columns whose names tell what they have are used.
   */
  columns: z.optional(columnsFieldSchema),
  /**
   * How dates are written, such as `DD/MM/YYYY HH:mm`. Without it: `2026-01-31` or `31/01/2026`, with or without a
   * time.
   */
  dateFormat: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** The decimal separator, if amounts are not recognized. */
  decimal: z.optional(z.enum([',', '.'])),
  /**
   * From when payments are expected in the file: a day in Madagascar or a timestamp. Default: the day of its first row.
   */
  from: z.optional(fromSchema),
  /** Until when: a day, which is included, or a timestamp, which is not. Default: the day of its last row. */
  to: z.optional(toSchema),
  /** Of the report as CSV: French spreadsheets expect the semicolon. */
  separator,
});

/** A statement to compare. */
export const statementFormSchema = z.extend(statementFieldsSchema, {
  /** The CSV file. */
  file: z.string(),
});

/** The beginning of a statement. */
export const previewFormSchema = z.object({
  /** The CSV file. */
  file: z.string(),
});

/** How many rows have each result. `rows` is the sum of all but `onlyHere`. */
const countsSchema = z.object({
  /** How many rows the file has: the sum of all results but `onlyHere`. */
  rows: z.number(),
  /** Rows that agree with their payment. */
  matched: z.number(),
  /** Completed payments of the period that the file does not contain. */
  onlyHere: z.number(),
  /** Received money that belongs to no payment. */
  onlyAtOperator: z.number(),
  /** Rows that name a payment or a refund and do not agree with it. */
  different: z.number(),
  /** Sent money that agrees with the recorded refunds. */
  refund: z.number(),
  /** Other sent money, rows outside the period, and rows that are no transaction. */
  ignored: z.number(),
});

/** How many rows have each result. */
export type StatementCounts = z.infer<typeof countsSchema>;

/**
 * `matched`; `onlyHere`: a completed payment that the file does not contain; `onlyAtOperator`: received money that
 * belongs to no payment; `different`; `refund`: sent money that agrees with a recorded refund; `ignored`.
 */
const result = z.enum(STATEMENT_RESULTS);

/** A row of the file, or a payment that the file does not contain, with its result. */
export const statementRowSchema = z.object({
  result,
  /** The row of the file; null with `onlyHere`. */
  row: z.nullable(
    z.object({
      /** The line in the file; the first is 1. */
      line: z.number(),
      /** Its date. */
      date: z.nullable(z.string()),
      /** The operator’s transaction reference, without spaces and in capitals. */
      transactionReference: z.nullable(z.string()),
      /** Ariary, with at most two decimals; negative for money that was sent. */
      amount: z.nullable(z.string()),
      /** Ariary, with at most two decimals. */
      fee: z.nullable(z.string()),
      /** The payer’s number, masked. */
      payer: z.nullable(z.string()),
    }),
  ),
  /** The payment that the row names, or that the file does not contain. */
  paymentId: z.nullable(paymentIdSchema),
  /** The refund that a row of sent money names; of several, the oldest. */
  refundId: z.nullable(refundIdSchema),
  /**
   * What differs: `amount`, `fee`, `payer`, `status` (the payment is not completed here), `duplicate` (another row of
   * the file has the same reference).
   */
  differences: z.array(z.enum(STATEMENT_DIFFERENCES)),
  /** That payment. */
  payment: z.nullable(
    z.object({
      /** The order reference. */
      order: z.string(),
      /** The payment’s status. */
      status: paymentStatusSchema,
      /** Whole Ariary, as digits. */
      amount: digits,
      /** The operator’s fees; null while unknown. */
      fees: z.nullable(z.string()),
      /** The payer’s number, masked. */
      payer: z.string(),
      /** The operator’s transaction reference. */
      transactionReference: z.nullable(z.string()),
      /** When it became final. */
      finalAt: z.nullable(z.string()),
    }),
  ),
});

/** A row of a statement with its result. */
export type StatementRow = z.infer<typeof statementRowSchema>;

/** The comparison of a statement with the payments. It is not stored. */
export const statementReportSchema = z.object({
  /** From when payments are expected in the file. */
  from: z.string(),
  /** Until when; not included. */
  to: z.string(),
  /** How many rows have each result. `rows` is the sum of all but `onlyHere`. */
  counts: countsSchema,
  /**
   * Every row that is not `matched`, at most 5,000: first `onlyAtOperator`, then `different`, `onlyHere`, `refund` and
   * `ignored`, each in the order of the file.
   */
  rows: z.array(statementRowSchema),
  /** How many further rows are not `matched`. The report as CSV has them. */
  more: z.number(),
});

/** The comparison of a statement with the payments. */
export type StatementReport = z.infer<typeof statementReportSchema>;

/** The columns and the first rows of a file. */
export const previewedStatementSchema = z.object({
  /** The names in the header. */
  columns: z.array(z.string()),
  /** The first rows; phone numbers are masked. */
  rows: z.array(z.array(z.string())),
  /** Which column has what, as their names suggest; null if they do not name date, reference and amount. */
  suggestion: z.nullable(statementColumnsSchema),
});

/** The beginning of a file, before it is compared. */
export type PreviewedStatement = z.infer<typeof previewedStatementSchema>;
