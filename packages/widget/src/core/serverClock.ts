/** The companion's time at the start of the page, ms since 1970; this machine's before the first answer. */
let startedAt = Date.now() - performance.now();

/**
 * Notes the companion's time in an answer.
 *
 * @param arrivedAtMs - when it came, by `performance.now()`. Default: just now
 */
export function setServerTime(serverTime: string, arrivedAtMs = performance.now()): void {
  startedAt = Date.parse(serverTime) - arrivedAtMs;
}

/** The time by the companion's clock, ms since 1970, also long after its last answer. */
export function readServerTime(): number {
  return startedAt + performance.now();
}

/** Formats a time span: `1:05` for 65 seconds. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
