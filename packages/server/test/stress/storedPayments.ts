import { sql } from 'kysely';
import type { Reader } from '../../src/core/storage/reads.ts';
import type { StoredPayment, StoredRefund } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import { groupBy } from './groupBy.ts';

/** One entry of a payment's history. */
export interface HistoryEntry {
  readonly version: number;
  /** ms since 1970. */
  readonly at: number;
  readonly kind: string;
  /** JSON. */
  readonly data: string;
  /** When PostgreSQL committed it, µs by its own clock, if it keeps this: the companions' clocks differ. */
  readonly committed?: number | null;
}

/** A payment as the companion stored it. */
export interface PaymentRow extends StoredPayment {
  readonly history: readonly HistoryEntry[];
}

/** A refund as the companion stored it. */
export type RefundRow = Pick<StoredRefund, 'id' | 'payment_id' | 'amount' | 'reason' | 'status'>;

/** What the companion stored. */
export interface StoredFacts {
  readonly payments: readonly PaymentRow[];
  /** Voided ones too. */
  readonly refunds: readonly RefundRow[];
}

const COMMITTED = sql<number | null>`case current_setting('track_commit_timestamp')
  when 'on' then (extract(epoch from pg_xact_commit_timestamp(events.xmin)) * 1000000)::bigint end`;

/** Reads all payments with their histories and refunds from the companion's database, as they are at one moment. */
export function readStored(store: Store): Promise<StoredFacts> {
  return store.kind === 'postgres'
    ? store.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => readStoredIn(trx, true))
    : store.transact((trx) => readStoredIn(trx));
}

/** The same in a transaction, or where nothing else writes. */
export async function readStoredIn(db: Reader, keepsCommits = false): Promise<StoredFacts> {
  const committed = keepsCommits ? COMMITTED : sql<null>`null`;
  const payments = await db.selectFrom('payments').selectAll().orderBy('created_at').orderBy('id').execute();
  const events = await db
    .selectFrom('events')
    .select(['payment_id', 'version', 'at', 'kind', 'data', committed.as('committed')])
    .orderBy('version')
    .execute();
  const refunds = await db.selectFrom('refunds').select(['id', 'payment_id', 'amount', 'reason', 'status']).execute();
  const histories = groupBy(events, ({ payment_id }) => payment_id);
  return {
    payments: payments.map((payment) => ({ ...payment, history: histories.get(payment.id) ?? [] })),
    refunds,
  };
}
