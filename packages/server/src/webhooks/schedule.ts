const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits between tries, ms; after the last one a webhook is dead. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
const MAX_RETRY_AFTER = 24 * HOUR;
const SPREAD = 0.1;

/** By how often a webhook was tried: the longest that the schedule lets it wait for the next try, ms. */
export const LONGEST_DELAYS_MS: readonly number[] = [0, ...WAITS.map((wait) => Math.round(wait * (1 + SPREAD)))];

/**
 * How long until a webhook is tried again, ms, spread by 10 % either way.
 *
 * @param tries how often it was tried
 * @param retryAfterMs what the shop's endpoint asked for
 * @returns null once it has been tried often enough
 */
export function delayToNextAttempt(tries: number, retryAfterMs: number | null, random: number): number | null {
  const wait = WAITS[tries - 1];
  if (wait === undefined) return null;
  return Math.round(Math.max(wait * (1 - SPREAD + 2 * SPREAD * random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER)));
}
