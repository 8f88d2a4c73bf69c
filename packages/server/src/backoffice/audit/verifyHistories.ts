import type { OrderReference } from '@tsena/shared/checkout';
import { type Kysely, sql } from 'kysely';
import {
  DECIDED_COLUMNS,
  type Deviation,
  findDeviations,
  type RecordedPayment,
  type RecordedRefund,
} from '../../core/rules/findDeviations.ts';
import type { StoredHistoryEvent } from '../../core/rules/replayHistory.ts';
import type { Reader } from '../../core/storage/reads.ts';
import type { Schema } from '../../database/schema.ts';
import type { Store } from '../../database/store.ts';

/** How many orders are read at once, so that memory does not grow with the database. */
const BATCH_ORDERS = 500;

/** The result of {@link verifyHistories}. */
export interface Verification {
  /** How many payments were compared. */
  readonly payments: number;
  /** How many deviations were found. */
  readonly found: number;
  /** The first of them, by order. */
  readonly deviations: readonly Deviation[];
}

/**
 * Compares every payment of the database with its history. Changes nothing, and may run while a companion serves: the
 * payments of an order are read as they are at one moment.
 *
 * @param limit how many deviations it returns
 * @param batchOrders how many orders it reads at once
 */
export async function verifyHistories(store: Store, limit: number, batchOrders = BATCH_ORDERS): Promise<Verification> {
  let payments = 0;
  let found = 0;
  const deviations: Deviation[] = [];
  for (let after = '' as OrderReference; ; ) {
    const orders = await readAtOneMoment(store, (db) => readOrdersAfter(db, after, batchOrders));
    for (const attempts of orders.payments) {
      payments += attempts.length;
      const deviating = findDeviations(attempts);
      found += deviating.length;
      deviations.push(...deviating.slice(0, limit - deviations.length));
    }
    if (orders.last === undefined) return { payments, found, deviations };
    after = orders.last;
  }
}

/** Reads in a transaction that takes no lock. */
function readAtOneMoment<Result>(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  read: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  if (kind === 'postgres')
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
  // A transaction of Kysely's takes the write lock of the file at its begin.
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    try {
      return await read(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

/** The payments of the next orders by reference, each order newest first; `last` is undefined after the last order. */
async function readOrdersAfter(db: Reader, after: OrderReference, limit: number) {
  const references = await db
    .selectFrom('orders')
    .select('reference')
    .where('reference', '>', after)
    .orderBy('reference')
    .limit(limit)
    .execute();
  const last = references.at(-1)?.reference;
  if (last === undefined) return { payments: [], last };
  const payments = db.selectFrom('payments').where('order_reference', '>', after).where('order_reference', '<=', last);
  const ids = payments.select('id');
  const rows = await payments
    .select(DECIDED_COLUMNS)
    .orderBy('order_reference')
    .orderBy('attempt_number', 'desc')
    .execute();
  const events = await db
    .selectFrom('events')
    .select(['payment_id', 'version', 'kind', 'data'])
    .where('payment_id', 'in', ids)
    .orderBy('payment_id')
    .orderBy('version')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['payment_id', 'id', 'amount', 'status'])
    .where('payment_id', 'in', ids)
    .execute();
  const eventsOf = byPayment<StoredHistoryEvent & OfPayment>(events);
  const refundsOf = byPayment<RecordedRefund & OfPayment>(refunds);
  const orders = new Map<OrderReference, RecordedPayment[]>();
  for (const row of rows) {
    const payment = { ...row, history: eventsOf.get(row.id) ?? [], refunds: refundsOf.get(row.id) ?? [] };
    const attempts = orders.get(row.order_reference);
    if (attempts === undefined) orders.set(row.order_reference, [payment]);
    else attempts.push(payment);
  }
  return { payments: [...orders.values()], last };
}

interface OfPayment {
  readonly payment_id: string;
}

function byPayment<Row extends OfPayment>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.payment_id);
    if (group === undefined) groups.set(row.payment_id, [row]);
    else group.push(row);
  }
  return groups;
}
