/**
 * Time in the search is what the code asks about it. Each stored time has one of four ages; a lease has ended or not; a
 * check is planned or not. All is kept as plain numbers, which the decisions read.
 */
export const NOW = Date.parse('2026-11-20T12:00:00Z');

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Now; the cool-down is over; ten minutes are over; the schedule of status checks is over. */
const AGES_MS = [0, 4 * MINUTE, 11 * MINUTE, 4 * DAY] as const;
export const OLDEST = AGES_MS.length - 1;
/** The clock has never stepped. */
export const ALWAYS = AGES_MS.length;

export const COOLDOWN_MS = 3 * MINUTE;

export function msOf(age: number): number {
  return AGES_MS[age] ?? Number.POSITIVE_INFINITY;
}

/** @param before how many ms earlier than the others of its age: only the order counts */
export function timeOf(age: number, before = 0): number {
  return NOW - msOf(age) - before;
}

export function ageOf(time: number): number {
  return Math.max(
    0,
    AGES_MS.findLastIndex((ms) => NOW - time >= ms),
  );
}
