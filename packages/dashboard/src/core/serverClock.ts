let aheadMs = 0;

/**
 * Learns the companion's time from its answer, for the clock of a phone can be hours wrong. Without a date, the phone's
 * own clock counts.
 */
export function learnServerTime({ headers }: Pick<Response, 'headers'>): void {
  const at = Date.parse(headers.get('date') ?? '');
  aheadMs = Number.isNaN(at) ? 0 : at - Date.now();
}

/** The companion's time, ms since 1970; the browser's own before the first answer. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
