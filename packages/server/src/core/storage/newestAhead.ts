import { STEP_MS } from '../../time/clock.ts';
import type { Reader } from './reads.ts';

/**
 * How far the newest payment is ahead of the clock, ms: the clock was ahead when it was opened, or is behind now. 0 if
 * that is at most what instances' clocks may differ by.
 */
export async function newestAheadMs(db: Reader, now: number): Promise<number> {
  const { newest } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.max('created_at').as('newest'))
    .executeTakeFirstOrThrow();
  const aheadMs = Number(newest ?? 0) - now;
  return aheadMs > STEP_MS ? aheadMs : 0;
}
