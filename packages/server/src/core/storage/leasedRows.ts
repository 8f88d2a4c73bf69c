import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Store } from '../../database/store.ts';
import { steadyFor } from '../../time/clock.ts';
import { LEASES_SETTLE_MS, MAX_LEASE_MS } from '../rules/lease.ts';
import { lockFree } from './locks.ts';
import type { Reader } from './reads.ts';
import type { Storage } from './storage.ts';

/** The tables whose rows a worker leases before it works on them, each with its key. */
const KEYS = { payments: 'id', outbox: 'id', mail_kinds: 'kind', tokens: 'name' } as const;

/** The tables that are queues of work, each with the column that says when a row is due. */
const DUE_COLUMNS = { payments: 'next_check_at', outbox: 'next_attempt_at' } as const;

type LeasedTable = keyof typeof KEYS;
type Queue = keyof typeof DUE_COLUMNS;
type Row<Table extends LeasedTable> = Readonly<Selectable<Schema[Table]>>;
/** Columns that change together with the lease. */
type Columns<Table extends LeasedTable> = UpdateObject<Schema, Table>;

/** ms since 1970: a number, or an expression that reads the database's clock. */
type Time = number | RawBuilder<number>;

/** A process that leases rows. */
export interface Worker<Now extends Time = Time> {
  /** The name of the process, in leases. */
  readonly owner: string;
  /** The time by which its leases begin and end. */
  readonly now: Now;
  /** False for a while after the clock stepped: it cannot tell which leases have ended. */
  readonly isClockSteady: boolean;
}

const NO_LEASE = { lease_owner: null, lease_until: null } as const;

/** This process as a worker, at the storage's time. */
export function workerOf({ owner, clock }: Storage): Worker<number> {
  return { owner, now: clock.now(), isClockSteady: steadyFor(clock) >= LEASES_SETTLE_MS };
}

function later(time: Time, ms: number): Time {
  return typeof time === 'number' ? time + ms : sql<number>`${time} + ${ms}`;
}

/**
 * The row has no lease, or its lease has ended. A lease that ends later than `maxLeaseMs` from now was taken before the
 * clock was set back.
 */
function isFree({ now, isClockSteady }: Worker, maxLeaseMs: number) {
  return ({ eb, or }: ExpressionBuilder<Schema, LeasedTable>) => {
    const hasEnded = [eb('lease_until', '<=', now), eb('lease_until', '>', later(now, maxLeaseMs))];
    return or([eb('lease_until', 'is', null), ...(isClockSteady ? hasEnded : [])]);
  };
}

function leasedBy({ owner, now }: Worker, leaseMs: number) {
  return { lease_owner: owner, lease_until: later(now, leaseMs), fence: sql<number>`fence + 1` };
}

/** What {@link takeDue} takes. */
export interface TakeDueOptions<Table extends Queue> {
  readonly leaseMs: number;
  /** The most rows that it takes. */
  readonly limit: number;
  /** Takes only rows that have been due for at least this long, ms. */
  readonly overdueMs?: number;
  readonly where?: Expression<SqlBool>;
  readonly set?: Columns<Table>;
}

/**
 * Takes a lease on free rows that are due, those that have been due the longest first. Each lease increments the row's
 * fencing token.
 */
export function takeDue<Table extends Queue>(
  store: Store,
  queue: Table,
  worker: Worker<number>,
  { leaseMs, limit, overdueMs = 0, where, set }: TakeDueOptions<Table>,
): Promise<Row<Table>[]> {
  const table: Queue = queue;
  return store.write((db) =>
    db
      .with(
        // Materialized: PostgreSQL may run a plain subselect more than once, and then lock more rows than `limit`.
        (cte) => cte('due').materialized(),
        (rows) => {
          const due = rows
            .selectFrom(table)
            .select('id')
            .where(DUE_COLUMNS[table], '<=', worker.now - overdueMs)
            .where(isFree(worker, MAX_LEASE_MS));
          const first = (where === undefined ? due : due.where(where)).orderBy(DUE_COLUMNS[table]).limit(limit);
          return lockFree(store, first);
        },
      )
      .updateTable(table)
      .set({ ...leasedBy(worker, leaseMs), ...set })
      .where('id', 'in', (rows) => rows.selectFrom('due').select('id'))
      .returningAll()
      .$castTo<Row<Table>>()
      .execute(),
  );
}

/** What {@link takeOne} takes. */
export interface TakeOneOptions<Table extends LeasedTable> {
  readonly leaseMs: number;
  /** The longest lease that any worker takes on such a row, ms. */
  readonly maxLeaseMs: number;
  readonly where?: Expression<SqlBool>;
  readonly set?: Columns<Table>;
}

/** Takes a lease on one row; undefined if the row is not free. */
export function takeOne<Table extends LeasedTable>(
  db: Reader,
  leased: Table,
  key: string,
  worker: Worker,
  { leaseMs, maxLeaseMs, where, set }: TakeOneOptions<Table>,
): Promise<Row<Table> | undefined> {
  const table: LeasedTable = leased;
  const row = db
    .updateTable(table)
    .set({ ...leasedBy(worker, leaseMs), ...set })
    .where(KEYS[table], '=', key)
    .where(isFree(worker, maxLeaseMs));
  return (where === undefined ? row : row.where(where)).returningAll().$castTo<Row<Table>>().executeTakeFirst();
}

/** Extends the leases of these rows to `until`, if they still have one. */
export async function renew<Table extends LeasedTable>(
  db: Reader,
  leased: Table,
  where: Expression<SqlBool>,
  until: Time,
  set?: Columns<Table>,
): Promise<void> {
  const table: LeasedTable = leased;
  await db
    .updateTable(table)
    .set({ lease_until: until, ...set })
    .where(where)
    // On another connection, a renewal can come after the release, when the fencing token is still the same.
    .where('lease_until', 'is not', null)
    .execute();
}

/** Ends the lease with this fencing token. A worker that has lost its lease changes nothing. */
export function release<Table extends LeasedTable>(
  db: Reader,
  leased: Table,
  key: string,
  fence: number,
  set: Columns<Table>,
) {
  const table: LeasedTable = leased;
  return db
    .updateTable(table)
    .set({ ...NO_LEASE, ...set })
    .where(KEYS[table], '=', key)
    .where('fence', '=', fence);
}

/** Ends every lease that a process has in this table, for a stop. */
export async function releaseAll<Table extends LeasedTable>(
  db: Reader,
  leased: Table,
  owner: string,
  where: Expression<SqlBool>,
  set?: Columns<Table>,
): Promise<void> {
  const table: LeasedTable = leased;
  await db
    .updateTable(table)
    .set({ ...NO_LEASE, ...set })
    .where('lease_owner', '=', owner)
    .where(where)
    .execute();
}

/** When the next row without a lease is due, ms since 1970; undefined if there is none. */
export async function nextDueAt(db: Reader, queue: Queue, where?: Expression<SqlBool>): Promise<number | undefined> {
  const column = DUE_COLUMNS[queue];
  const rows = db
    .selectFrom(queue)
    .select(sql.ref<number>(column).as('due_at'))
    .where(column, 'is not', null)
    .where('lease_until', 'is', null);
  const row = await (where === undefined ? rows : rows.where(where)).orderBy(column).limit(1).executeTakeFirst();
  return row?.due_at;
}
