import { foldReference } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import type { Reader } from '../../core/storage/reads.ts';
import { allPages } from '../../database/page.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { referenceKey } from './statementCells.ts';
import type { Period } from './statementMatch.ts';

/** Rows in one statement of SQL, so that payments do not wait for an import. */
const BATCH_ROWS = 500;

const PAYMENT_COLUMNS = ['id', 'transaction_id', 'status', 'resolution', 'amount', 'fees', 'msisdn', 'payer'] as const;

/** The columns of a payment that a statement is compared with. */
export type StatementPayment = Pick<StoredPayment, (typeof PAYMENT_COLUMNS)[number]>;

/** The payments whose transaction references have these forms of foldReference. */
export function paymentsOfTransactions(db: Reader, folds: readonly string[]): Promise<StatementPayment[]> {
  return db.selectFrom('payments').select(PAYMENT_COLUMNS).where('transaction_fold', 'in', folds).execute();
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

/**
 * Which of these references, as keys, another statement lists outside a period: the operator dates the transaction
 * there.
 */
export async function listedOutside(
  db: Reader,
  references: readonly string[],
  { from, to }: Period,
): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const rows = await db
    .selectFrom('statement_rows')
    .innerJoin('statements', 'statements.id', 'statement_rows.statement_id')
    .select('statement_rows.transaction_reference')
    .distinct()
    .where('statements.status', '=', 'ready')
    .where('statement_rows.transaction_fold', 'in', references.map(foldReference))
    .where(({ eb, or }) => or([eb('statement_rows.dated_at', '<', from), eb('statement_rows.dated_at', '>=', to)]))
    .execute();
  return new Set(
    rows.flatMap(({ transaction_reference }) =>
      transaction_reference === null ? [] : [referenceKey(transaction_reference)],
    ),
  );
}
