import type { Msisdn } from '@tsena/shared';
import type { LinkId, OrderReference, PaymentId } from '@tsena/shared/checkout';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Schema, StoredLink } from '../../database/schema.ts';
import type { Store } from '../../database/store.ts';
import type { Trx } from '../../database/transaction.ts';
import type { StoredPayment } from '../rules/payment.ts';
import type { Storage } from './storage.ts';

/*
 * Every lock that a transaction waits for, in the order in which one transaction may take them: then no two wait for
 * each other. If two do all the same, PostgreSQL rolls one of them back, and it runs again. SQLite has one writer at a
 * time: there, nothing is locked.
 *
 * Rows that a transaction writes are locked by the writing: an Idempotency-Key before the first of these locks; the
 * year's receipt number and webhooks after the last.
 *
 *   1. lockSameTransaction   payments that one transaction of the operator could pay; lockMoney: the same, before one is
 *                            there
 *   2. lockOrder             an order
 *   3. lockLink              the payment link on which a payment begins
 *   4. lockPayer             a number, then an address
 *   5. lockAttempts          an order (2), then its payments; lockPaymentsOf: the payments of a number
 *
 * Each of these is the only lock of its transaction: lockLinksOfOrder, lockEventNumbers, lockTable. lockFree waits for
 * nothing.
 *
 * Before all of them, database/store.ts locks the database while it migrates, and database/companionLock.ts a SQLite
 * file for the one companion that serves it.
 */

/** The first keys of advisory locks, so that they differ from other advisory locks in the database. */
const SPACES = {
  number: 7_306_515,
  address: 7_306_516,
  sameTransaction: 7_306_517,
  linksOfOrder: 7_306_518,
  eventNumbers: 7_306_519,
} as const;

/**
 * No other instance completes a payment of the same payer and amount. Without this lock, two payments that complete at
 * the same time would not see each other.
 */
export async function lockSameTransaction({ store }: Storage, trx: Trx, id: PaymentId): Promise<void> {
  if (store.kind === 'sqlite') return;
  const space = SPACES.sameTransaction;
  await sql`select pg_advisory_xact_lock(${space}::int, hashtext(amount || ' ' || payer)) from payments where id = ${id}`.execute(
    trx,
  );
}

/** {@link lockSameTransaction}, for money that is not a payment yet. */
export async function lockMoney(
  { store }: Storage,
  trx: Trx,
  { amount, payer }: Pick<StoredPayment, 'amount' | 'payer'>,
): Promise<void> {
  if (store.kind === 'sqlite') return;
  const space = SPACES.sameTransaction;
  await sql`select pg_advisory_xact_lock(${space}::int, hashtext(${`${amount} ${payer}`}))`.execute(trx);
}

/** One request at a time decides about an order, in any instance. An order that does not exist is not locked. */
export async function lockOrder({ store }: Storage, trx: Trx, reference: OrderReference): Promise<void> {
  if (store.kind === 'sqlite') return;
  await trx.selectFrom('orders').select('reference').where('reference', '=', reference).forUpdate().execute();
}

/** {@link lockOrder} of an order with this amount; false if there is none, and then nothing is locked. */
export async function lockOrderOfAmount(
  { store }: Storage,
  trx: Trx,
  reference: OrderReference,
  amount: number,
): Promise<boolean> {
  const order = trx.selectFrom('orders').select('reference').where('reference', '=', reference);
  const ofAmount = order.where('amount', '=', amount);
  return (await (store.kind === 'postgres' ? ofAmount.forUpdate() : ofAmount).executeTakeFirst()) !== undefined;
}

/** Reads a link. It is locked for sharing, so that a payment and a cancellation have one order. */
export function lockLink({ store }: Storage, trx: Trx, id: LinkId): Promise<StoredLink> {
  const link = trx.selectFrom('links').selectAll().where('id', '=', id);
  return (store.kind === 'postgres' ? link.forShare() : link).executeTakeFirstOrThrow();
}

/** Whose payments a limit counts; null: no limit counts them, and nobody waits. */
export interface CountedPayer {
  readonly msisdn: Msisdn | null;
  readonly addressHash: string | null;
}

/** No other instance opens a payment of this number, or from this address. */
export async function lockPayer({ store }: Storage, trx: Trx, { msisdn, addressHash }: CountedPayer): Promise<void> {
  if (store.kind === 'sqlite' || (msisdn === null && addressHash === null)) return;
  await sql`select ${advisoryLock(SPACES.number, msisdn)}, ${advisoryLock(SPACES.address, addressHash)}`.execute(trx);
}

function advisoryLock(space: number, name: string | null) {
  return name === null ? sql`null` : sql`pg_advisory_xact_lock(${space}::int, hashtext(${name}))`;
}

/**
 * Locks a payment's order, and then its payments, so that of two changes of one order the second sees the first.
 *
 * @returns all payments of the order, newest first; empty if there is no payment with this id
 */
export async function lockAttempts({ store }: Storage, trx: Trx, id: PaymentId): Promise<StoredPayment[]> {
  const order = trx.selectFrom('payments').select('order_reference').where('id', '=', id);
  const isPostgres = store.kind === 'postgres';
  const [, attempts] = await Promise.all([
    isPostgres
      ? trx.selectFrom('orders').select('reference').where('reference', '=', order).forUpdate().execute()
      : undefined,
    trx
      .selectFrom('payments')
      .selectAll()
      .where('order_reference', '=', order)
      .orderBy('attempt_number', 'desc')
      // Leases and due times change without the lock of the order.
      .$if(isPostgres, (query) => query.forUpdate())
      .execute(),
  ]);
  return attempts;
}

/** Locks all payments of a number, without their orders: nothing but the number changes. */
export function lockPaymentsOf({ store }: Storage, trx: Trx, msisdn: Msisdn): Promise<StoredPayment[]> {
  const payments = trx.selectFrom('payments').selectAll().where('msisdn', '=', msisdn);
  return (store.kind === 'postgres' ? payments.forUpdate() : payments).execute();
}

/** Of two transactions that create a link for one order, the second waits for the first. */
export async function lockLinksOfOrder({ store }: Storage, trx: Trx, order: OrderReference): Promise<void> {
  if (store.kind === 'postgres') await sql`select ${advisoryLock(SPACES.linksOfOrder, order)}`.execute(trx);
}

/** One transaction at a time numbers events, so that they become visible in the order of their numbers. */
export async function lockEventNumbers({ store }: Storage, trx: Trx): Promise<void> {
  if (store.kind === 'postgres') await sql`select ${advisoryLock(SPACES.eventNumbers, '')}`.execute(trx);
}

/** Nobody else writes to a table: of several transactions that read it and then write, one at a time. */
export async function lockTable({ kind }: Store, trx: Trx, table: keyof Schema): Promise<void> {
  if (kind === 'postgres') await sql`lock table ${sql.table(table)} in exclusive mode`.execute(trx);
}

/** For leases: takes the rows that no other transaction has locked. */
export function lockFree<Table extends keyof Schema, Row>(
  { kind }: Store,
  rows: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> {
  return kind === 'postgres' ? rows.forUpdate().skipLocked() : rows;
}
