/** After so many wrong keys from an address, one per interval is answered 401 and the others 429. */
const FREE_FAILURES = 10;
const FAILURE_INTERVAL_MS = 30_000;
/** How many addresses are remembered. The one with the oldest last failure is removed first. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts wrong keys for each address, by the monotonic clock, so that a correction of the wall clock has no effect.
 *
 * @returns a function that counts a failure of an address and returns 0. If there are too many, it returns the ms until
 *   the next one is counted
 */
export function countFailures(): (address: string) => number {
  /** For each address, when its count is zero again. */
  const clearAt = new Map<string, number>();
  return (address) => {
    const now = performance.now();
    const next = Math.max(clearAt.get(address) ?? now, now) + FAILURE_INTERVAL_MS;
    const excess = next - now - FREE_FAILURES * FAILURE_INTERVAL_MS;
    if (excess > 0) return excess;
    clearAt.delete(address);
    clearAt.set(address, next);
    const oldest = clearAt.keys().next();
    if (clearAt.size > MAX_ADDRESSES && oldest.done !== true) clearAt.delete(oldest.value);
    return 0;
  };
}
