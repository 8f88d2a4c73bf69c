const PERIOD_MS = 60_000;

/**
 * Limits what each merchant key does within any minute. Each instance counts its own, by the monotonic clock, so that a
 * correction of the wall clock has no effect.
 *
 * @param perMinute how many a key may do
 * @param now the clock, ms
 * @returns a function that counts one of a key and returns 0. If the minute is full, it counts nothing and returns the
 *   ms until there is room
 */
export function createKeyLimit(
  perMinute: number,
  now: () => number = () => performance.now(),
): (key: string) => number {
  const times = new Map<string, number[]>();
  return (key) => {
    const at = now();
    // Keys without a recent request are forgotten.
    for (const [one, taken] of times) if (at - (taken.at(-1) ?? 0) >= PERIOD_MS) times.delete(one);
    const recent = (times.get(key) ?? []).filter((taken) => at - taken < PERIOD_MS);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= perMinute) return oldest + PERIOD_MS - at;
    times.set(key, [...recent, at]);
    return 0;
  };
}
