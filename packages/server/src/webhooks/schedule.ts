const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits between tries, ms; after the last one a webhook is dead. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
const MAX_RETRY_AFTER = 24 * HOUR;

/**
 * How long until a webhook is tried again, ms, spread by 10 % either way.
 *
 * @param tries how often it was tried
 * @param retryAfterMs what the shop's endpoint asked for
 * @returns null once it has been tried often enough
 */
export function delayToNextTry(tries: number, retryAfterMs: number | null, random: number): number | null {
  const wait = WAITS[tries - 1];
  if (wait === undefined) return null;
  return Math.round(Math.max(wait * (0.9 + 0.2 * random), Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER)));
}
