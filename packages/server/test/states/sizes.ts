import type { Bounds } from './world.ts';

/** A search, and whether it also checks that nothing is stuck. */
export interface Size {
  readonly name: string;
  readonly bounds: Bounds;
  readonly isStuckChecked: boolean;
}

const size = (name: string, bounds: Bounds, isStuckChecked = false): Size => ({ name, bounds, isStuckChecked });

/** In the test suite. */
export const SMALL: readonly Size[] = [
  size('one payment, two workers, a crash', { payments: 1, workers: 2, crashes: 1 }, true),
  size('one payment, a lost answer, a crash', { payments: 1, workers: 1, lostAnswers: 1, crashes: 1 }, true),
  size('one payment, a refusal that is carried out', { payments: 1, workers: 1, contraryRefusals: 1 }, true),
  size('one payment, two transactions of its request', { payments: 1, workers: 1, secondTransactions: 1 }, true),
  size('one payment, no status is read', { payments: 1, workers: 1, isStatusAway: true }, true),
  size(
    'one payment, callbacks without a serverCorrelationId, a crash',
    { payments: 1, workers: 1, crashes: 1, isIdMissing: true },
    true,
  ),
];

/** Beginnings of searches that reach each event in each status in which a decision writes it. */
export const EVENTFUL: readonly { readonly bounds: Bounds; readonly maxSteps: number }[] = [
  { bounds: { payments: 1, workers: 1, forgedCallbacks: 1, oddAnswers: 1 }, maxSteps: 9 },
  { bounds: { payments: 1, workers: 1, forgedCallbacks: 1, oddAnswers: 1, resolutions: 1 }, maxSteps: 8 },
  { bounds: { payments: 1, workers: 1, lostAnswers: 1, oddAnswers: 1, resolutions: 1, refunds: 2 }, maxSteps: 9 },
  { bounds: { payments: 1, workers: 1, lostAnswers: 2, resolutions: 1 }, maxSteps: 14 },
  { bounds: { payments: 1, workers: 2, references: 1 }, maxSteps: 11 },
  { bounds: { payments: 1, workers: 2, resolutions: 1 }, maxSteps: 7 },
  { bounds: { payments: 2, workers: 1, references: 1, arePromptsShort: true }, maxSteps: 13 },
  { bounds: { payments: 2, workers: 1, lostAnswers: 1, resolutions: 1 }, maxSteps: 11 },
];

/** `pnpm prove states`. */
export const FULL: readonly Size[] = [
  ...SMALL,
  size('one payment, a forged callback', { payments: 1, workers: 1, forgedCallbacks: 1 }, true),
  size('one payment, an odd answer', { payments: 1, workers: 1, oddAnswers: 1 }, true),
  size('two payments, one worker', { payments: 2, workers: 1 }),
  size('one payment, a submitted reference, a resolution, a refund, a lost answer', {
    payments: 1,
    workers: 1,
    lostAnswers: 1,
    references: 1,
    resolutions: 1,
    refunds: 1,
  }),
  size('one payment, a refusal that is carried out, a correction, a step of the clock, a refresh', {
    payments: 1,
    workers: 1,
    contraryRefusals: 1,
    corrections: 1,
    clockSteps: 1,
    refreshes: 1,
  }),
  size('one payment, two workers, a crash, a lost answer, a forged callback', {
    payments: 1,
    workers: 2,
    crashes: 1,
    lostAnswers: 1,
    forgedCallbacks: 1,
  }),
  size(
    'one payment, no details are read, a crash',
    { payments: 1, workers: 1, crashes: 1, areDetailsAway: true },
    true,
  ),
  size('one payment, two workers, a resolution', { payments: 1, workers: 2, resolutions: 1 }),
  size('two payments, one worker, no details are read', { payments: 2, workers: 1, areDetailsAway: true }),
  size('two payments, one worker, a submitted reference', {
    payments: 2,
    workers: 1,
    references: 1,
    arePromptsShort: true,
  }),
  size('two payments, two workers', { payments: 2, workers: 2 }),
  size('two payments, one worker, a resolution', { payments: 2, workers: 1, resolutions: 1 }),
  size('two payments, one worker, a lost answer', { payments: 2, workers: 1, lostAnswers: 1 }),
];
