const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a payment's status is checked without a callback or a merchant's request, ms. */
export const POLLED_FOR_MS = 3 * DAY;

/**
 * By a payment's age, ms: the delay until the next status check, and the delay while somebody is subscribed to the
 * payment.
 */
const STEPS: readonly { readonly untilMs: number; readonly delayMs: number; readonly subscribedDelayMs: number }[] = [
  { untilMs: 2 * SECOND, delayMs: 2 * SECOND, subscribedDelayMs: 2 * SECOND },
  { untilMs: 5 * SECOND, delayMs: 3 * SECOND, subscribedDelayMs: 2 * SECOND },
  { untilMs: 15 * SECOND, delayMs: 5 * SECOND, subscribedDelayMs: 3 * SECOND },
  { untilMs: 2 * MINUTE, delayMs: 10 * SECOND, subscribedDelayMs: 5 * SECOND },
  { untilMs: 15 * MINUTE, delayMs: 30 * SECOND, subscribedDelayMs: 10 * SECOND },
  { untilMs: 2 * HOUR, delayMs: 5 * MINUTE, subscribedDelayMs: 30 * SECOND },
  { untilMs: POLLED_FOR_MS, delayMs: HOUR, subscribedDelayMs: MINUTE },
];
/** The longest delays of the first day. */
const OF_UNKNOWN_AGE = { delayMs: HOUR, subscribedDelayMs: MINUTE };
/** The clocks of instances may differ by this much, ms. An age further below 0 is unknown: the clock was set back. */
const CLOCKS_DIFFER_MS = 5 * SECOND;
const SPREAD = 0.2;

/** What the delay until the next status check depends on. */
export interface Pace {
  /** Since the payment was sent, or since there was a reason to check it, ms. */
  readonly ageMs: number;
  readonly hasSubscribers: boolean;
  /** How long the operator asked us to wait, ms. */
  readonly retryAfterMs?: number | null;
  /** 0 up to 1. */
  readonly random: number;
}

/** How long until the next status check, ms, spread by 20 % either way; null once the schedule has ended. */
export function delayToNextCheck({ ageMs, hasSubscribers, retryAfterMs, random }: Pace): number | null {
  const step = ageMs < -CLOCKS_DIFFER_MS ? OF_UNKNOWN_AGE : STEPS.find(({ untilMs }) => ageMs < untilMs);
  if (step === undefined) return null;
  const delayMs = (hasSubscribers ? step.subscribedDelayMs : step.delayMs) * (1 - SPREAD + 2 * SPREAD * random);
  return Math.round(Math.max(delayMs, retryAfterMs ?? 0));
}
