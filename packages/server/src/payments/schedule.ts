const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a payment is followed without a callback or a person asking, ms. */
export const POLLED_FOR_MS = 3 * DAY;

const steps: readonly { readonly until: number; readonly delay: number; readonly watched: number }[] = [
  { until: 2 * SECOND, delay: 2 * SECOND, watched: 2 * SECOND },
  { until: 5 * SECOND, delay: 3 * SECOND, watched: 2 * SECOND },
  { until: 15 * SECOND, delay: 5 * SECOND, watched: 3 * SECOND },
  { until: 2 * MINUTE, delay: 10 * SECOND, watched: 5 * SECOND },
  { until: 15 * MINUTE, delay: 30 * SECOND, watched: 10 * SECOND },
  { until: 2 * HOUR, delay: 5 * MINUTE, watched: 30 * SECOND },
  { until: POLLED_FOR_MS, delay: HOUR, watched: MINUTE },
];

/** What the pace of status checks depends on. */
export interface Pace {
  /** Since the payment was sent, or the reason to look came up, ms. */
  readonly age: number;
  readonly watched: boolean;
  /** What the operator asked us to wait, ms. */
  readonly retryAfterMs?: number | null;
  /** 0 up to 1. */
  readonly random: number;
}

/** How long until the next look at the operator's status, ms, spread by 20 % either way; null once nobody follows any more. */
export function delayToNextCheck({ age, watched, retryAfterMs, random }: Pace): number | null {
  const step = steps.find(({ until }) => age < until);
  if (step === undefined) return null;
  const delay = (watched ? step.watched : step.delay) * (0.8 + 0.4 * random);
  return Math.round(Math.max(delay, retryAfterMs ?? 0));
}
