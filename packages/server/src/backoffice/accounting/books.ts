import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { RefundId } from '@tsena/shared/merchant';
import type { Reader } from '../../core/storage/reads.ts';

/** An entry of the books: a completed payment, or a recorded refund of one. */
export type BookEntry = {
  /** When the payment became final, or when the money went back; ms since 1970. */
  readonly at: number;
  readonly order: OrderReference;
  readonly paymentId: PaymentId;
  /** The operator's. */
  readonly transactionReference: string | null;
  /** Whole Ariary. */
  readonly amount: number;
  readonly description: string | null;
} & (
  | { readonly type: 'payment'; readonly id: PaymentId; readonly fees: string | null }
  | { readonly type: 'refund'; readonly id: RefundId }
);

/** Where the next page begins. */
interface BookPlace {
  readonly at: number;
  readonly type: BookEntry['type'];
  readonly id: string;
}

const PAGE_SIZE = 500;

/**
 * The entries of a period, oldest first, page by page: exactly those that the totals count, at the same times.
 *
 * @param from ms since 1970, included
 * @param to ms since 1970, not included
 */
export async function* readBooks(db: Reader, from: number, to: number, pageSize = PAGE_SIZE): AsyncGenerator<readonly BookEntry[]> {
  for (let after: BookPlace | null = null; ; ) {
    const [payments, refunds]: readonly [BookEntry[], BookEntry[]] = await Promise.all([
      readPayments(db, from, to, pageSize, after),
      readRefunds(db, from, to, pageSize, after),
    ]);
    // Of the same time, payments stay before refunds, and the ids in the order of the database, whose collation decides the next page.
    const entries = [...payments, ...refunds].toSorted((one, other) => one.at - other.at).slice(0, pageSize);
    yield entries;
    const end = entries.at(-1);
    if (end === undefined || entries.length < pageSize) return;
    after = { at: end.at, type: end.type, id: end.id };
  }
}

async function readPayments(db: Reader, from: number, to: number, limit: number, after: BookPlace | null): Promise<BookEntry[]> {
  let query = db
    .selectFrom('payments')
    .select([
      ...(['id', 'id as paymentId', 'order_reference as order', 'transaction_id as transactionReference'] as const),
      ...(['amount', 'fees', 'description', 'final_at as at'] as const),
    ])
    .$narrowType<{ at: number }>()
    .where('status', '=', 'completed')
    .where('final_at', '>=', from)
    .where('final_at', '<', to)
    .orderBy('final_at')
    .orderBy('id')
    .limit(limit);
  if (after?.type === 'refund') query = query.where('final_at', '>', after.at);
  if (after?.type === 'payment') {
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('final_at', 'id'), '>', tuple(after.at, after.id as PaymentId)));
  }
  const rows = await query.execute();
  return rows.map((row) => ({ type: 'payment', ...row }));
}

async function readRefunds(db: Reader, from: number, to: number, limit: number, after: BookPlace | null): Promise<BookEntry[]> {
  let query = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.id',
      'refunds.payment_id as paymentId',
      'payments.order_reference as order',
      'refunds.transaction_reference as transactionReference',
      'refunds.amount',
      'refunds.reason as description',
      'refunds.refunded_at as at',
    ])
    .where('refunds.status', '=', 'recorded')
    // Before its payment is completed, the totals have neither.
    .where('payments.status', '=', 'completed')
    .where('refunds.refunded_at', '>=', from)
    .where('refunds.refunded_at', '<', to)
    .orderBy('refunds.refunded_at')
    .orderBy('refunds.id')
    .limit(limit);
  if (after?.type === 'payment') query = query.where('refunds.refunded_at', '>=', after.at);
  if (after?.type === 'refund') {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('refunds.refunded_at', 'refunds.id'), '>', tuple(after.at, after.id as RefundId)),
    );
  }
  const rows = await query.execute();
  return rows.map((row) => ({ type: 'refund', ...row }));
}
