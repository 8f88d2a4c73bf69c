const PERIOD_MS = 60_000;

/** Counts what each merchant key does within the last minute. Each instance counts its own. */
export interface KeyLimit {
  /** Counts one and returns 0. If the minute is full, it counts nothing and returns the ms until there is room. */
  take(key: string): number;
}

/**
 * Creates a limit for each key. It counts by the monotonic clock, so that a correction of the wall clock has no effect.
 *
 * @param perMinute how many a key may do within any minute
 * @param now the clock, ms
 */
export function createKeyLimit(perMinute: number, now: () => number = () => performance.now()): KeyLimit {
  const times = new Map<string, number[]>();
  return {
    take(key) {
      const at = now();
      // Keys without a recent request are forgotten.
      for (const [one, taken] of times) if (at - (taken.at(-1) ?? 0) >= PERIOD_MS) times.delete(one);
      const recent = (times.get(key) ?? []).filter((taken) => at - taken < PERIOD_MS);
      const oldest = recent[0];
      if (oldest !== undefined && recent.length >= perMinute) return oldest + PERIOD_MS - at;
      times.set(key, [...recent, at]);
      return 0;
    },
  };
}
