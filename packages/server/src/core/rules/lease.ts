/**
 * How long a lease lasts without being renewed, ms: how soon after a crash another process, or the next start, takes
 * over.
 */
export const LEASE_MS = 12_000;
/** No lease is longer, ms. A lease that seems to end later was taken before the clock was set back. */
export const MAX_LEASE_MS = 60_000;

/**
 * How long after a step of the clock it cannot tell which leases have ended, ms. By then every live worker has renewed
 * or ended its own.
 */
export const LEASES_SETTLE_MS = 30_000;

/** Whether a lease that ends at `leaseUntil` is valid, so that a worker has the row. Times are ms since 1970. */
export function isLeaseLive(leaseUntil: number | null, now: number): leaseUntil is number {
  return leaseUntil !== null && leaseUntil > now && leaseUntil <= now + MAX_LEASE_MS;
}
