import type { PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import type { Reader } from '../../core/storage/reads.ts';
import { allPages } from '../../database/page.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Period } from './statementMatch.ts';

/** Rows in one statement of SQL, so that other requests do not wait for a comparison. */
const BATCH_ROWS = 500;

const PAYMENT_COLUMNS = ['id', 'transaction_id', 'status', 'resolution', 'amount', 'fees', 'msisdn', 'payer'] as const;

/** The columns of a payment that a row of a statement is compared with. */
export type StatementPayment = Pick<StoredPayment, (typeof PAYMENT_COLUMNS)[number]>;

/** The payments whose transaction references have these forms of foldReference. */
export function paymentsOfTransactions(db: Reader, folds: readonly string[]): Promise<StatementPayment[]> {
  return db.selectFrom('payments').select(PAYMENT_COLUMNS).where('transaction_fold', 'in', folds).execute();
}

/** What a report shows of these payments. */
export function paymentsOfReport(db: Reader, ids: readonly PaymentId[]) {
  return db
    .selectFrom('payments')
    .select(['id', 'order_reference', 'status', 'amount', 'fees', 'payer', 'transaction_id', 'final_at'])
    .where('id', 'in', ids)
    .execute();
}

/** The recorded refunds whose transaction references have these forms, oldest first. */
export function refundsOfTransactions(db: Reader, folds: readonly string[]) {
  return db
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount', 'transaction_reference'])
    .where('status', '=', 'recorded')
    .where('transaction_fold', 'in', folds)
    .orderBy('created_at')
    .execute();
}

/** The companion learned of the payment more than an hour after the operator created the transaction. */
const IS_LATE = sql<boolean>`(final_at - transaction_created_at > ${sql.lit(60 * 60_000)})`;

/**
 * The completed payments that are expected in a statement of this period, in batches. A payment's time is when it
 * became final here, as in the totals; if the companion learned of it late, it is the operator's time.
 */
export async function* completedWithin(
  db: Reader,
  { from, to }: Period,
): AsyncGenerator<readonly Pick<StoredPayment, 'id' | 'transaction_id'>[]> {
  const times = [
    ['final_at', sql<boolean>`${IS_LATE} is not true`],
    ['transaction_created_at', IS_LATE],
  ] as const;
  for (const [time, condition] of times) {
    const expected = db
      .selectFrom('payments')
      // Without a condition for the status: both databases then read the index that has the order of the pages, and
      // sort nothing.
      .select(['id', 'status', 'transaction_id', time])
      .where(time, '>=', from)
      .where(time, '<', to)
      .where(condition)
      .orderBy(time)
      .orderBy('id')
      .limit(BATCH_ROWS);
    yield* allPages(async (after: { readonly at: number; readonly id: PaymentId } | null) => {
      const page =
        after === null
          ? expected
          : expected.where(({ eb, refTuple, tuple }) => eb(refTuple(time, 'id'), '>', tuple(after.at, after.id)));
      const rows = await page.execute();
      const last = rows[BATCH_ROWS - 1];
      return {
        rows: rows.filter(({ status }) => status === 'completed'),
        next: last === undefined ? null : { at: last[time] ?? 0, id: last.id },
      };
    });
  }
}
