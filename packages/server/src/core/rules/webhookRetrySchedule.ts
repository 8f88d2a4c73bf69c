const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays between delivery attempts, ms; after the last attempt a webhook has failed. */
const DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
const MAX_RETRY_AFTER_MS = 24 * HOUR;
const SPREAD = 0.1;

/** By the number of delivery attempts: the longest delay that the schedule allows until the next one, ms. */
export const LONGEST_DELAYS_MS: readonly number[] = [0, ...DELAYS_MS.map((delay) => Math.round(delay * (1 + SPREAD)))];

/**
 * How long until the next delivery attempt, ms, spread by 10 % either way.
 *
 * @param attempts the number of attempts made
 * @param retryAfterMs what the shop's endpoint asked for; at most a day counts
 * @returns null after the last attempt
 */
export function delayToNextAttempt(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  return Math.round(
    Math.max(delay * (1 - SPREAD + 2 * SPREAD * random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)),
  );
}
