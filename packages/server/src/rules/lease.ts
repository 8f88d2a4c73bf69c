/** No lease is taken for longer, ms. One that seems to end later was taken before the clock was set back. */
export const MAX_LEASE_MS = 60_000;

/** Whether a lease that ends then still holds, so that its row is in somebody's hands. */
export function isLeaseLive(leaseUntil: number | null, now: number): leaseUntil is number {
  return leaseUntil !== null && leaseUntil > now && leaseUntil <= now + MAX_LEASE_MS;
}
