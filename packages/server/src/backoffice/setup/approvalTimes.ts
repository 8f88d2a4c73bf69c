import { sql } from 'kysely';
import type { Reader } from '../../core/storage/reads.ts';
import { type SetupFinding, setupFinding } from '../shared/setupFinding.ts';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60_000;
/** The payments that tell: those that completed within these days, and of these the newest. */
const WITHIN_DAYS = 30;
const NEWEST = 1000;
/** Fewer payments say nothing about the slow ones. */
const MIN_PAYMENTS = 20;
/** The advised cool-down is a whole number of these. */
const ADVICE_STEP_SECONDS = 30;

/** How long the results of approved payments took, from the initiation on, ms. */
interface ApprovalTimes {
  readonly payments: number;
  readonly median: number;
  /** 95 % took no longer. */
  readonly p95: number;
  readonly longest: number;
}

async function readApprovalTimes(db: Reader, now: number): Promise<ApprovalTimes | null> {
  const newest = db
    .selectFrom('payments')
    .select(sql<number>`final_at - sent_at`.as('ms'))
    .where('final_at', '>=', now - WITHIN_DAYS * DAY_MS)
    .where('status', '=', 'completed')
    .where('sent_at', 'is not', null)
    .orderBy('final_at', 'desc')
    .limit(NEWEST)
    .as('newest');
  const times = (await db.selectFrom(newest).select('ms').orderBy('ms').execute()).map(({ ms }) => Number(ms));
  const longest = times.at(-1);
  if (longest === undefined || times.length < MIN_PAYMENTS) return null;
  const notLongerFor = (share: number) => times[Math.ceil(times.length * share) - 1] ?? longest;
  return { payments: times.length, median: notLongerFor(0.5), p95: notLongerFor(0.95), longest };
}

/** A second prompt can meet a first one that was approved, if approvals take longer than the cool-down. */
export async function checkApprovalTimes(db: Reader, cooldownSeconds: number, now: number): Promise<SetupFinding> {
  const name = 'approval_times';
  const times = await readApprovalTimes(db, now);
  if (times === null) return setupFinding(name, 'ok', 'approvals_few', { values: { payments: MIN_PAYMENTS } });
  const seconds = (ms: number) => Math.ceil(ms / SECOND_MS);
  const { payments, median, p95, longest } = times;
  const values = {
    payments,
    median: seconds(median),
    p95: seconds(p95),
    longest: seconds(longest),
    cooldown: cooldownSeconds,
  };
  if (values.p95 <= cooldownSeconds) return setupFinding(name, 'ok', 'approvals_in_time', { values });
  const advised = Math.ceil(values.p95 / ADVICE_STEP_SECONDS) * ADVICE_STEP_SECONDS;
  return setupFinding(name, 'warning', 'approvals_late', { values: { ...values, advised } });
}
