import { setImmediate as pause } from 'node:timers/promises';
import { writeCents } from '@tsena/shared';
import { dayOf, daysBetween, endOfDay, startOfDay, TIME_ZONE, type Totals } from '@tsena/shared/merchant';
import { sql } from 'kysely';
import type { Reader } from '../../core/storage/reads.ts';

/**
 * Sums of exact integers: whole Ariary, and fees in hundredths. They are read as text, because they may be too large
 * for a number.
 */
type Sums = Readonly<Record<'completed' | 'amount' | 'fee_cents' | 'unknown_fees' | 'failed' | 'refunded', string>>;

/** Days in one query. SQLite blocks the process while it reads. */
const DAYS_PER_QUERY = 10;

/**
 * The totals of each day in Madagascar from `from` to `to`, both inclusive, by the time at which the payments became
 * final and at which refunds were made. Refunds count once their payment is completed: before, its amount is not in the
 * totals either.
 */
export async function dailyTotals(db: Reader, from: string, to: string): Promise<Totals> {
  const days = daysBetween(from, to);
  const byDay = new Map<string, Sums[]>(days.map((day) => [day, []]));
  for (let index = 0; index < days.length; index += DAYS_PER_QUERY) {
    const part = days.slice(index, index + DAYS_PER_QUERY);
    for (const { day, ...sums } of await readSums(db, startOfDay(part[0] ?? from), endOfDay(part.at(-1) ?? to))) {
      byDay.get(dayOf(startOfDay('1970-01-01') + Number(day) * 86_400_000))?.push(sums);
    }
    await pause();
  }
  return {
    from,
    to,
    timeZone: TIME_ZONE,
    days: days.map((day) => ({ day, ...add(byDay.get(day) ?? []) })),
    total: add([...byDay.values()].flat()),
  };
}

/** For each day one row of its payments, and one of its refunds. Both databases sum integers exactly. */
async function readSums(db: Reader, from: number, to: number): Promise<(Sums & { readonly day: number })[]> {
  const { rows } = await sql<Sums & { readonly day: number }>`
    select (final_at + 10800000) / 86400000 as day,
      cast(sum(case status when 'completed' then 1 else 0 end) as text) as completed,
      cast(sum(case status when 'completed' then amount else 0 end) as text) as amount,
      cast(sum(case when status = 'completed' and fees is not null then cast(round(cast(fees as numeric) * 100) as bigint) else 0 end) as text)
        as fee_cents,
      cast(sum(case when status = 'completed' and fees is null then 1 else 0 end) as text) as unknown_fees,
      cast(sum(case status when 'failed' then 1 else 0 end) as text) as failed,
      '0' as refunded
    from payments
    where status in ('completed', 'failed') and final_at >= ${from} and final_at < ${to}
    group by 1
    union all
    select (refunds.refunded_at + 10800000) / 86400000 as day, '0', '0', '0', '0', '0', cast(sum(refunds.amount) as text)
    from refunds join payments on payments.id = refunds.payment_id
    where refunds.status = 'recorded' and payments.status = 'completed' and refunds.refunded_at >= ${from} and refunds.refunded_at < ${to}
    group by 1`.execute(db);
  return rows;
}

function add(all: readonly Sums[]): Totals['total'] {
  const sum = (name: keyof Sums) => all.reduce((before, one) => before + BigInt(one[name]), 0n);
  const [amount, refunded, feeCents] = [sum('amount'), sum('refunded'), sum('fee_cents')];
  return {
    completed: Number(sum('completed')),
    amount: String(amount),
    refunded: String(refunded),
    net: String(amount - refunded),
    fees: writeCents(feeCents),
    unknownFees: Number(sum('unknown_fees')),
    failed: Number(sum('failed')),
  };
}
