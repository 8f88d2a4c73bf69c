import type { Recheck } from './decision.ts';
import { delayToNextCheck, type Pace, POLLED_FOR_MS } from './statusCheckSchedule.ts';

/**
 * How long until the next status check, ms; `done`: none is needed; `stopped`: the schedule ended while the result is
 * still open.
 */
export type NextCheck = number | 'done' | 'stopped';

/** @param recheck what a decision says about the next check; undefined if there is no such payment */
export function nextCheckAfter(
  recheck: Recheck | undefined,
  steadyForMs: number,
  pace: Pick<Pace, 'hasSubscribers' | 'random'>,
): NextCheck {
  if (recheck === undefined || recheck.kind === 'done') return 'done';
  if (recheck.kind === 'stopped') return 'stopped';
  // After a step of the clock a payment may only seem old enough for the schedule to end.
  const ageMs = steadyForMs >= POLLED_FOR_MS ? recheck.sinceMs : Math.min(recheck.sinceMs, POLLED_FOR_MS - 1);
  return delayToNextCheck({ ...pace, ageMs, retryAfterMs: recheck.retryAfterMs }) ?? 'stopped';
}

/** When the next check follows, if a check has asked about several things. */
export function soonest(checks: readonly NextCheck[]): NextCheck {
  const delays = checks.filter((check) => typeof check === 'number');
  if (delays.length > 0) return Math.min(...delays);
  return checks.includes('stopped') ? 'stopped' : 'done';
}
