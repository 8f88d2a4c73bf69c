import type { PaymentId } from '@tsena/shared/checkout';
import type { Reader } from '../../core/storage/reads.ts';
import type { StoredPayment } from '../../database/schema.ts';

/** Rows in one statement of SQL, so that payments do not wait for an import. */
const BATCH_ROWS = 500;

const PAYMENT_COLUMNS = ['id', 'transaction_id', 'status', 'resolution', 'amount', 'fees', 'msisdn', 'payer'] as const;

/** The columns of a payment that a statement is compared with. */
export type StatementPayment = Pick<StoredPayment, (typeof PAYMENT_COLUMNS)[number]>;

/** The payments with these transaction references. */
export function paymentsOfTransactions(db: Reader, references: readonly string[]): Promise<StatementPayment[]> {
  return db.selectFrom('payments').select(PAYMENT_COLUMNS).where('transaction_id', 'in', references).execute();
}

/** The recorded refunds with these transaction references, oldest first. */
export function refundsOfTransactions(db: Reader, references: readonly string[]) {
  return db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount', 'transaction_reference'])
    .where('status', '=', 'recorded')
    .where('transaction_reference', 'in', references)
    .orderBy('created_at')
    .execute();
}

/** A completed payment that a statement may lack. */
export type ExpectedPayment = Pick<StoredPayment, 'id' | 'transaction_id' | 'final_at' | 'transaction_created_at'>;

/**
 * The completed payments that became final, or whose transaction the operator created, within a period (ms since 1970, `to` not
 * included), in batches.
 */
export async function* completedWithin(db: Reader, from: number, to: number): AsyncGenerator<ExpectedPayment[]> {
  for (const time of ['final_at', 'transaction_created_at'] as const) {
    let after: { at: number; id: PaymentId } | undefined;
    for (;;) {
      let query = db
        .selectFrom('payments')
        // Without a condition for the status: both databases then read the index that has the order of the pages, and sort nothing.
        .select(['id', 'status', 'transaction_id', 'final_at', 'transaction_created_at'])
        .where(time, '>=', from)
        .where(time, '<', to)
        .orderBy(time)
        .orderBy('id')
        .limit(BATCH_ROWS);
      if (time === 'transaction_created_at') {
        query = query.where(({ eb, or }) => or([eb('final_at', '<', from), eb('final_at', '>=', to)]));
      }
      const last = after;
      if (last !== undefined) query = query.where(({ eb, refTuple, tuple }) => eb(refTuple(time, 'id'), '>', tuple(last.at, last.id)));
      const rows = await query.execute();
      yield rows.filter(({ status }) => status === 'completed');
      const end = rows.at(-1);
      if (end === undefined || rows.length < BATCH_ROWS) break;
      after = { at: end[time] ?? 0, id: end.id };
    }
  }
}

/** Which of these references another statement lists outside a period: the operator dates the transaction there. */
export async function listedOutside(db: Reader, references: readonly string[], from: number, to: number): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const rows = await db
    .selectFrom('statement_rows')
    .innerJoin('statements', 'statements.id', 'statement_rows.statement_id')
    .select('statement_rows.transaction_reference')
    .distinct()
    .where('statements.status', '=', 'ready')
    .where('statement_rows.transaction_reference', 'in', references)
    .where(({ eb, or }) => or([eb('statement_rows.dated_at', '<', from), eb('statement_rows.dated_at', '>=', to)]))
    .execute();
  return new Set(rows.flatMap(({ transaction_reference }) => transaction_reference ?? []));
}
