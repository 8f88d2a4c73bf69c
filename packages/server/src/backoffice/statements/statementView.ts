import { type Statement, type StatementDifference, type StatementRow, statementSchema } from '@tsena/shared/merchant';
import { writeTime, writeTimeOrNull } from '../../core/views/time.ts';
import type { StoredStatement } from '../../database/schema.ts';
import { viewRow } from '../viewRow.ts';
import type { ListedStatementRow } from './statementRows.ts';

/** A statement as the merchant API shows it. */
export function viewStatement(statement: StoredStatement): Statement {
  return viewRow(statementSchema, statement, ({ counts, from_at, to_at, mapping, ...row }) => ({
    ...{ ...row, ...JSON.parse(counts), ...JSON.parse(mapping) },
    from: writeTime(from_at),
    to: writeTime(to_at),
  }));
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
