import type { OrderReference, PaymentId, PaymentMethod } from '@tsena/shared/checkout';
import { daysBetween, endOfDay, type RefundId, startOfDay } from '@tsena/shared/merchant';
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
  | {
      readonly type: 'payment';
      readonly id: PaymentId;
      readonly fees: string | null;
      readonly method: PaymentMethod;
    }
  | { readonly type: 'refund'; readonly id: RefundId }
);

/**
 * The entries of the days in Madagascar, oldest first, day by day: exactly those that the totals count, at the same
 * times.
 */
export async function* readBooks(db: Reader, first: string, last: string): AsyncGenerator<readonly BookEntry[]> {
  for (const day of daysBetween(first, last)) {
    const [from, to] = [startOfDay(day), endOfDay(day)];
    const both: readonly [BookEntry[], BookEntry[]] = await Promise.all([
      readPayments(db, from, to),
      readRefunds(db, from, to),
    ]);
    // Of the same time, payments stay before refunds.
    yield both.flat().sort((one, other) => one.at - other.at);
  }
}

async function readPayments(db: Reader, from: number, to: number): Promise<BookEntry[]> {
  const rows = await db
    .selectFrom('payments')
    .select([
      ...(['id', 'id as paymentId', 'order_reference as order', 'transaction_id as transactionReference'] as const),
      ...(['amount', 'fees', 'description', 'method', 'final_at as at'] as const),
    ])
    .$narrowType<{ at: number }>()
    .where('status', '=', 'completed')
    .where('final_at', '>=', from)
    .where('final_at', '<', to)
    .orderBy('final_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ type: 'payment', ...row }));
}

async function readRefunds(db: Reader, from: number, to: number): Promise<BookEntry[]> {
  const rows = await db
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
    .execute();
  return rows.map((row) => ({ type: 'refund', ...row }));
}
