import {
  previewedStatementSchema,
  statementPageSchema,
  statementQuerySchema,
  statementRowExportSchema,
  statementRowPageSchema,
  statementRowQuerySchema,
  statementRowSchema,
  statementSchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { describeQuery, describeSchema } from '../../http/openapi/describeSchema.ts';
import { pageTexts, pagingTexts, separatorText } from '../../http/paging.ts';

/** The form of `POST /v1/merchant/statements`, whose fields statementFieldsSchema parses. */
export const statementFormSchema = z.object({
  file: z.string(),
  columns: z.optional(z.string()),
  dateFormat: z.optional(z.string()),
  decimal: z.optional(z.enum([',', '.'])),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});

/** The form of `POST /v1/merchant/statements/preview`. */
export const previewFormSchema = z.object({ file: z.string() });

const mappingTexts = {
  columns: [
    'Which column of the file has what, by its name in the header.',
    {
      date: 'The column of the date and time, in Madagascar.',
      transactionReference: 'The column of the operator’s transaction reference.',
      amount: 'The column of the amount; sent money is negative.',
      fee: 'The column of the fee.',
      payer: 'The column of the payer’s number.',
    },
  ],
  dateFormat: 'How dates are written, such as `DD/MM/YYYY HH:mm`; null: recognized, with the day before the month.',
  decimal: 'The decimal separator; null: recognized.',
} as const;

describeSchema(
  'Statement',
  statementSchema,
  'An imported statement of the operator: the number of rows of each result, and how the file was read.',
  {
    id: 'The id of the statement.',
    rows: 'How many rows the file has: the sum of all results but `onlyHere`.',
    matched: 'Rows that agree with their payment.',
    onlyHere: 'Completed payments of the period that the file does not contain.',
    onlyAtOperator: 'Received money that belongs to no payment.',
    different: 'Rows that name a payment or a refund and do not agree with it.',
    refund: 'Sent money that agrees with the recorded refunds.',
    ignored: 'Other sent money, rows outside the period, and rows that are no transaction.',
    from: 'From when payments are expected in the file.',
    to: 'Until when; not included.',
    ...mappingTexts,
    createdAt: 'When it was imported.',
    createdBy: 'The name of the key that imported it.',
  },
);
describeSchema('StatementPage', statementPageSchema, 'A page of a list.', pageTexts);
describeQuery(statementQuerySchema, pagingTexts);

const FILE = 'The CSV file.';
describeSchema('StatementForm', statementFormSchema, 'A statement to import.', {
  file: FILE,
  columns:
    'JSON: `{"date": "Date", "transactionReference": "Réf", "amount": "Montant", "fee": "Frais", "payer": "Payeur"}`. `fee` and `payer` can be missing. Without it, the columns of the newest statement are used if the file has them, else those whose names tell what they have.',
  dateFormat: 'How dates are written, such as `DD/MM/YYYY HH:mm`. Without it: `2026-01-31` or `31/01/2026`, with or without a time.',
  decimal: 'The decimal separator, if amounts are not recognized.',
  from: 'From when payments are expected in the file: a day in Madagascar or a timestamp. Default: the day of its first row.',
  to: 'Until when: a day, which is included, or a timestamp, which is not. Default: the day of its last row.',
});

const rowTexts = describeSchema(
  'StatementRow',
  statementRowSchema,
  'A row of the file, or a payment that the file does not contain, with its result.',
  {
    result:
      '`matched`; `onlyHere`: a completed payment that the file does not contain; `onlyAtOperator`: received money that belongs to no payment; `different`; `refund`: sent money that agrees with a recorded refund; `ignored`.',
    row: [
      'The row of the file; null with `onlyHere`.',
      {
        line: 'The line in the file; the first is 1.',
        date: 'Its date.',
        transactionReference: 'The operator’s transaction reference, without spaces and in capitals.',
        amount: 'Ariary, with at most two decimals; negative for money that was sent.',
        fee: 'Ariary, with at most two decimals.',
        payer: 'The payer’s number, masked; null after RETAIN_DAYS.',
      },
    ],
    paymentId: 'The payment that the row names, or that the file does not contain.',
    refundId: 'The refund that a row of sent money names; of several, the oldest.',
    differences:
      'What differs: `amount`, `fee`, `payer`, `status` (the payment is not completed here), `duplicate` (another row of the file has the same reference).',
    payment: [
      'The payment as it is now.',
      {
        order: 'The order reference.',
        status: 'The payment’s status.',
        amount: 'Whole Ariary, as digits.',
        fees: 'The operator’s fees; null while unknown.',
        payer: 'The payer’s number, masked.',
        transactionReference: 'The operator’s transaction reference.',
        finalAt: 'When it became final.',
      },
    ],
  },
);
describeSchema('StatementRowPage', statementRowPageSchema, 'A page of a list.', pageTexts);
describeQuery(statementRowQuerySchema, { result: rowTexts.result, ...pagingTexts });
describeQuery(statementRowExportSchema, { result: rowTexts.result, separator: separatorText });

describeSchema('PreviewForm', previewFormSchema, 'The beginning of a statement.', { file: FILE });
describeSchema('PreviewedStatement', previewedStatementSchema, 'The columns and the first rows of a file.', {
  columns: 'The names in the header.',
  rows: 'The first rows; phone numbers are masked.',
  mapping: [
    'How the newest statement was read, if the file has its columns; else what the names of the columns suggest; null if they suggest nothing.',
    mappingTexts,
  ],
});
