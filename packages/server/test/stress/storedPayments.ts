import type { PaymentStatus } from '@tsena/shared/checkout';
import type { Reader } from '../../src/core/storage/reads.ts';
import type { Store } from '../../src/database/store.ts';
import { groupBy } from './groupBy.ts';

/** One entry of a payment's history. */
export interface HistoryEntry {
  readonly version: number;
  /** ms since 1970. */
  readonly at: number;
  readonly kind: string;
}

/** A payment as the companion stored it. */
export interface PaymentRow {
  readonly id: string;
  readonly order: string;
  readonly attemptNumber: number;
  readonly status: PaymentStatus;
  /** Whole Ariary, as digits. */
  readonly amount: string;
  /** requestingOrganisationTransactionReference, which the operator's transaction has too. */
  readonly reference: string;
  readonly transactionReference: string | null;
  /** Whether the transaction details were compared; null before it is completed. */
  readonly verified: boolean | null;
  readonly resolution: string | null;
  /** Whole Ariary. */
  readonly amountRefunded: number;
  readonly linkId: string | null;
  readonly formHash: string | null;
  readonly receiptNumber: string | null;
  /** ms since 1970. */
  readonly createdAt: number;
  readonly history: readonly HistoryEntry[];
}

/** Reads all payments with their histories from the companion's database, as they are at one moment. */
export function readPayments(store: Store): Promise<PaymentRow[]> {
  return store.kind === 'postgres'
    ? store.db.transaction().setIsolationLevel('repeatable read').execute(readPaymentsIn)
    : store.transact(readPaymentsIn);
}

/** The same in a transaction, or where nothing else writes. */
export async function readPaymentsIn(db: Reader): Promise<PaymentRow[]> {
  const payments = await db.selectFrom('payments').selectAll().orderBy('created_at').orderBy('id').execute();
  const events = await db.selectFrom('events').select(['payment_id', 'version', 'at', 'kind']).orderBy('version').execute();
  const histories = groupBy(events, ({ payment_id }) => payment_id);
  return payments.map((payment) => ({
    id: payment.id,
    order: payment.order_reference,
    attemptNumber: payment.attempt_number,
    status: payment.status,
    amount: String(payment.amount),
    reference: payment.reference,
    transactionReference: payment.transaction_id,
    verified: payment.verified === null ? null : payment.verified === 1,
    resolution: payment.resolution,
    amountRefunded: payment.amount_refunded,
    linkId: payment.link_id,
    formHash: payment.form_hash,
    receiptNumber: payment.receipt_number,
    createdAt: payment.created_at,
    history: histories.get(payment.id) ?? [],
  }));
}
