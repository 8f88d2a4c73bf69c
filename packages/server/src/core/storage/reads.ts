import { foldReference } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { CompiledQuery, Kysely, SelectQueryBuilder } from 'kysely';
import type { Schema, StoredEvent, StoredPayment, StoredWebhook } from '../../database/schema.ts';
import type { Owner } from '../rules/decision.ts';
import type { History } from '../rules/historyEvent.ts';
import { shownPaymentOf } from '../rules/view.ts';

/** A database or a transaction on it. */
export type Reader = Kysely<Schema>;

const findQueries = new WeakMap<Reader, CompiledQuery<StoredPayment>>();

/**
 * The payment with this id. Pages ask every few seconds, and to compile the query takes as long as to run it: it is
 * compiled once.
 */
export async function findPayment(db: Reader, id: PaymentId): Promise<StoredPayment | undefined> {
  const query = findQueries.get(db) ?? db.selectFrom('payments').selectAll().where('id', '=', id).compile();
  findQueries.set(db, query);
  return (await db.executeQuery<StoredPayment>({ ...query, parameters: [id] })).rows[0];
}

/** The payment that a transaction belongs to: the one with its X-CorrelationID, else the one that it completed. */
export async function findPaymentOfTransaction(
  db: Reader,
  transactionReference: string,
  correlationId: string | undefined,
): Promise<PaymentId | undefined> {
  const ids = db.selectFrom('payments').select('id');
  const named =
    correlationId === undefined ? undefined : await ids.where('correlation_id', '=', correlationId).executeTakeFirst();
  return (named ?? (await ids.where('transaction_id', '=', transactionReference).executeTakeFirst()))?.id;
}

/**
 * How the operator spells a reference that a person has typed, as far as it has named it: for this payment, in a
 * callback; without a payment, for any that it has paid.
 */
export async function findSpelling(db: Reader, typed: string, id: PaymentId | null): Promise<string | undefined> {
  const form = foldReference(typed);
  const named =
    id === null
      ? await db
          .selectFrom('payments')
          .select('transaction_id as reference')
          .where('transaction_fold', '=', form)
          .execute()
      : await db
          .selectFrom('callbacks')
          .select('transaction_reference as reference')
          .where('payment_id', '=', id)
          .execute();
  const spellings = named
    .flatMap(({ reference }) => reference ?? [])
    .filter((reference) => foldReference(reference) === form);
  return spellings.find((reference) => reference === typed) ?? spellings[0];
}

/** Whether a payment that began with a prompt was paid by this transaction, in any spelling. */
export async function isOfPrompt(db: Reader, transactionReference: string): Promise<boolean> {
  const paid = await db
    .selectFrom('payments')
    .select('id')
    .where('transaction_fold', '=', foldReference(transactionReference))
    .where('method', '=', 'prompt')
    .executeTakeFirst();
  return paid !== undefined;
}

/** Payments by their ids, in no order. */
export function readPayments(db: Reader, ids: readonly PaymentId[]): Promise<StoredPayment[]> {
  return db.selectFrom('payments').selectAll().where('id', 'in', ids).execute();
}

/** All payments of these orders, by order, newest first. */
export async function readOrders(
  db: Reader,
  references: readonly OrderReference[],
): Promise<Map<OrderReference, StoredPayment[]>> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_reference', 'in', references)
    .orderBy('attempt_number', 'desc')
    .execute();
  const orders = new Map<OrderReference, StoredPayment[]>();
  for (const row of rows) {
    const attempts = orders.get(row.order_reference) ?? [];
    attempts.push(row);
    orders.set(row.order_reference, attempts);
  }
  return orders;
}

/** The spellings of a serverCorrelationId, a UUID, in which it can be stored. */
export function spellingsOf(serverCorrelationId: string): readonly string[] {
  return [serverCorrelationId, serverCorrelationId.toLowerCase(), serverCorrelationId.toUpperCase()];
}

/** Another payment with this serverCorrelationId. Upper and lower case count as equal, because it is a UUID. */
export function findBoundTo(db: Reader, id: PaymentId, serverCorrelationId: string): Promise<Owner | undefined> {
  return db
    .selectFrom('payments')
    .select(['id', 'order_reference'])
    .where('server_correlation_id', 'in', spellingsOf(serverCorrelationId))
    .where('id', '!=', id)
    .executeTakeFirst();
}

/** All payments of an order, newest first. */
export function attemptsOf(db: Reader, reference: OrderReference): Promise<StoredPayment[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_reference', '=', reference)
    .orderBy('attempt_number', 'desc')
    .execute();
}

const attemptsQueries = new WeakMap<Reader, CompiledQuery<StoredPayment>>();

/**
 * All payments of this payment's order, newest first; empty if there is no payment with this id. Compiled once, as
 * {@link findPayment}.
 */
export async function attemptsOfPayment(db: Reader, id: PaymentId): Promise<readonly StoredPayment[]> {
  const query =
    attemptsQueries.get(db) ??
    db
      .selectFrom('payments')
      .selectAll()
      .where('order_reference', '=', db.selectFrom('payments').select('order_reference').where('id', '=', id))
      .orderBy('attempt_number', 'desc')
      .compile();
  attemptsQueries.set(db, query);
  return (await db.executeQuery<StoredPayment>({ ...query, parameters: [id] })).rows;
}

/** The payment that is shown for an order. */
export async function shownPayment(db: Reader, reference: OrderReference): Promise<StoredPayment | undefined> {
  return shownPaymentOf(await attemptsOf(db, reference));
}

/** An order: its reference, or the query of it. */
export type OneOrder = OrderReference | OrderQuery;

type OrderQuery = SelectQueryBuilder<Schema, 'payments', { order_reference: OrderReference }>;

/** The query of a payment's order. */
export function orderOf(db: Reader, id: PaymentId): OrderQuery {
  return db.selectFrom('payments').select('order_reference').where('id', '=', id);
}

/** The query of the payments of an order. */
export function paymentsOf(db: Reader, order: OneOrder) {
  return db.selectFrom('payments').select('id').where('order_reference', '=', order);
}

/** The history of each payment of an order. */
export async function historiesOf(db: Reader, order: OneOrder): Promise<Map<PaymentId, History>> {
  const events = await db
    .selectFrom('events')
    .select(['payment_id', 'kind', 'data'])
    .where('payment_id', 'in', paymentsOf(db, order))
    .orderBy('version')
    .execute();
  const histories = new Map<PaymentId, (typeof events)[number][]>();
  for (const event of events) {
    const history = histories.get(event.payment_id);
    if (history === undefined) histories.set(event.payment_id, [event]);
    else history.push(event);
  }
  return histories;
}

/** A payment's history events, oldest first. */
export function historyOf(db: Reader, id: PaymentId): Promise<StoredEvent[]> {
  return db.selectFrom('events').selectAll().where('payment_id', '=', id).orderBy('version').execute();
}

/** A payment's webhooks, oldest first. */
export function webhooksOf(db: Reader, id: PaymentId): Promise<StoredWebhook[]> {
  return db.selectFrom('outbox').selectAll().where('payment_id', '=', id).orderBy('version').execute();
}
