/** The companion's time at the start of the page, ms since 1970; this machine's before the first answer. */
let startedAt = Date.now() - performance.now();

/** Notes the companion's time in an answer that has just come. */
export function setServerTime(serverTime: string): void {
  startedAt = Date.parse(serverTime) - performance.now();
}

/** The time by the companion's clock, ms since 1970, also long after its last answer. */
export function readServerTime(): number {
  return startedAt + performance.now();
}
