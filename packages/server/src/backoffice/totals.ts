import { setImmediate as pause } from 'node:timers/promises';
import { dayOf, daysBetween, endOfDay, startOfDay, TIME_ZONE, type Totals } from '@tsena/shared/merchant';
import { sql } from 'kysely';
import type { Reader } from '../core/storage/reads.ts';

/** Sums of exact integers: whole Ariary, and fees in hundredths. */
interface Sums {
  readonly completed: number;
  readonly amount: bigint;
  readonly refunded: bigint;
  readonly feeCents: bigint;
  readonly unknownFees: number;
  readonly failed: number;
}

const NOTHING: Sums = { completed: 0, amount: 0n, refunded: 0n, feeCents: 0n, unknownFees: 0, failed: 0 };

/** Days in one query. SQLite blocks the process while it reads. */
const DAYS_PER_QUERY = 10;

/**
 * The totals of each day in Madagascar from `from` to `to`, both inclusive, by the time at which the payments became final and at
 * which refunds were made. Refunds count once their payment is completed: before, its amount is not in the totals either.
 */
export async function dailyTotals(db: Reader, from: string, to: string): Promise<Totals> {
  const days = daysBetween(from, to);
  const byDay = new Map<string, Sums>();
  for (let index = 0; index < days.length; index += DAYS_PER_QUERY) {
    const part = days.slice(index, index + DAYS_PER_QUERY);
    await addTotals(db, part[0] ?? from, part.at(-1) ?? to, byDay);
    await addRefunds(db, part[0] ?? from, part.at(-1) ?? to, byDay);
    await pause();
  }
  return {
    from,
    to,
    timeZone: TIME_ZONE,
    days: days.map((day) => ({ day, ...write(byDay.get(day) ?? NOTHING) })),
    total: write([...byDay.values()].reduce(add, NOTHING)),
  };
}

async function addTotals(db: Reader, from: string, to: string, byDay: Map<string, Sums>): Promise<void> {
  // Both databases sum integers exactly. The sums are read as text, because they may be too large for a number.
  const { rows } = await sql<{ day: number; status: string; count: number; amount: string; fee_cents: string; known_fees: number }>`
    select (final_at + 10800000) / 86400000 as day, status, count(*) as count, cast(sum(amount) as text) as amount,
      cast(coalesce(sum(cast(round(cast(fees as numeric) * 100) as bigint)), 0) as text) as fee_cents, count(fees) as known_fees
    from payments
    where status in ('completed', 'failed') and final_at >= ${startOfDay(from)} and final_at < ${endOfDay(to)}
    group by 1, 2`.execute(db);
  for (const row of rows) {
    const day = dayOf(startOfDay('1970-01-01') + Number(row.day) * 86_400_000);
    const sums =
      row.status === 'completed'
        ? {
            completed: Number(row.count),
            amount: BigInt(row.amount),
            refunded: 0n,
            feeCents: BigInt(row.fee_cents),
            unknownFees: Number(row.count) - Number(row.known_fees),
            failed: 0,
          }
        : { ...NOTHING, failed: Number(row.count) };
    byDay.set(day, add(byDay.get(day) ?? NOTHING, sums));
  }
}

async function addRefunds(db: Reader, from: string, to: string, byDay: Map<string, Sums>): Promise<void> {
  const { rows } = await sql<{ day: number; amount: string }>`
    select (refunds.refunded_at + 10800000) / 86400000 as day, cast(sum(refunds.amount) as text) as amount
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.status = 'recorded' and payments.status = 'completed'
      and refunds.refunded_at >= ${startOfDay(from)} and refunds.refunded_at < ${endOfDay(to)}
    group by 1`.execute(db);
  for (const row of rows) {
    const day = dayOf(startOfDay('1970-01-01') + Number(row.day) * 86_400_000);
    byDay.set(day, add(byDay.get(day) ?? NOTHING, { ...NOTHING, refunded: BigInt(row.amount) }));
  }
}

function add(one: Sums, other: Sums): Sums {
  return {
    completed: one.completed + other.completed,
    amount: one.amount + other.amount,
    refunded: one.refunded + other.refunded,
    feeCents: one.feeCents + other.feeCents,
    unknownFees: one.unknownFees + other.unknownFees,
    failed: one.failed + other.failed,
  };
}

function write({ completed, amount, refunded, feeCents, unknownFees, failed }: Sums): Totals['total'] {
  const rest = feeCents % 100n;
  const fees = rest === 0n ? String(feeCents / 100n) : `${feeCents / 100n}.${String(rest).padStart(2, '0')}`;
  return { completed, amount: String(amount), refunded: String(refunded), net: String(amount - refunded), fees, unknownFees, failed };
}
