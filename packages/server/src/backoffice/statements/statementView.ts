import type { Statement, StatementDifference, StatementRow } from '@tsena/shared/merchant';
import { statementMappingSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { writeTime, writeTimeOrNull } from '../../core/views/time.ts';
import type { StoredStatement } from '../../database/schema.ts';
import type { ListedStatementRow } from './statementRows.ts';

const countsSchema = z.object({
  rows: z.number(),
  matched: z.number(),
  onlyHere: z.number(),
  onlyAtOperator: z.number(),
  different: z.number(),
  refund: z.number(),
  ignored: z.number(),
});

/** A statement as the merchant API shows it. */
export function viewStatement({ id, counts, from_at, to_at, mapping, created_at, created_by }: StoredStatement): Statement {
  return {
    id,
    ...z.parse(countsSchema, JSON.parse(counts)),
    from: writeTime(from_at),
    to: writeTime(to_at),
    ...z.parse(statementMappingSchema, JSON.parse(mapping)),
    createdAt: writeTime(created_at),
    createdBy: created_by,
  };
}

/** A row of a statement as the merchant API shows it. */
export function viewStatementRow(row: ListedStatementRow): StatementRow {
  const { payment_amount: amount, order_reference: order, payment_status: status, payment_payer: payer } = row;
  return {
    result: row.result,
    row:
      row.line === null
        ? null
        : {
            line: row.line,
            date: writeTimeOrNull(row.dated_at),
            transactionReference: row.transaction_reference,
            amount: row.amount,
            fee: row.fee,
            payer: row.payer,
          },
    paymentId: row.payment_id,
    refundId: row.refund_id,
    differences: (row.differences?.split(',') ?? []) as StatementDifference[],
    payment:
      amount === null || order === null || status === null || payer === null
        ? null
        : {
            order,
            status,
            amount: String(amount),
            fees: row.payment_fees,
            payer,
            transactionReference: row.payment_transaction,
            finalAt: writeTimeOrNull(row.payment_final_at),
          },
  };
}
