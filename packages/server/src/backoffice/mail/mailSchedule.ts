const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays after the first attempts to send an e-mail, ms. Later ones follow each hour. */
const DELAYS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] as const;
const LATER_DELAY_MS = HOUR;
const SPREAD = 0.1;

/** The longest delay until the next attempt, ms. */
export const LONGEST_MAIL_DELAY_MS = LATER_DELAY_MS * (1 + SPREAD);

/** For how long the companion tries to report something, ms. */
export const GIVE_UP_AFTER_MS = 72 * HOUR;

/** Nor does it give up before so many attempts: while the clock is ahead, 72 hours may only seem to have passed. */
export const MIN_ATTEMPTS = 60;

/** How long a payment with an unknown outcome may take to recover by itself before an e-mail reports it, ms. */
export const UNRESOLVED_GRACE_MS = 2 * MINUTE;

/**
 * The shortest time between two e-mails of a kind that says that something is wrong, ms. What follows earlier is
 * collected.
 */
export const WARNING_INTERVAL_MS = 10 * MINUTE;

/** How long a shop may accept no webhook before an e-mail says so, ms: a restart of its server takes less. */
export const SHOP_FAILURE_GRACE_MS = 10 * MINUTE;

/**
 * How long after midnight the summary of a day is sent, ms: a payment that completed at the last moment may still be
 * written.
 */
export const SUMMARY_DELAY_MS = 5 * MINUTE;

/**
 * How long until the next attempt to send an e-mail, ms, spread by 10 % either way.
 *
 * @param attempts the number of attempts made
 * @param random from 0 to 1
 */
export function delayToNextMailAttempt(attempts: number, random: number): number {
  const delay = DELAYS_MS[attempts - 1] ?? LATER_DELAY_MS;
  return Math.round(delay * (1 - SPREAD + 2 * SPREAD * random));
}
