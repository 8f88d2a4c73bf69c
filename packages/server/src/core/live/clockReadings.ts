import { LEASE_MS } from '../rules/lease.ts';
import type { Storage } from '../storage/storage.ts';

/** A moment by the storage's clock and by the wall clock, ms since 1970, and by `performance.now`. */
export interface ClockReadings {
  readonly stored: number;
  readonly wall: number;
  readonly monotonic: number;
}

interface Clocks {
  readonly storage: Pick<Storage, 'clock'>;
  /** Ms since 1970 by the wall clock. */
  wall(): number;
}

export function readClocks({ storage, wall }: Clocks): ClockReadings {
  return { stored: storage.clock.now(), wall: wall(), monotonic: performance.now() };
}

/**
 * Whether the commit or a token took so long, or this process paused for so long, that the lease may have ended. The
 * cool-down counts from `sentAt`: another payment of the order may be sent at this moment, and a request now would show
 * a second prompt. After a step back of the clock nobody knows how long it took. While a machine sleeps, its monotonic
 * clock stands still, and with PostgreSQL the storage's too.
 */
export function hasPausedSince(clocks: Clocks, since: ClockReadings): boolean {
  const now = readClocks(clocks);
  const tookMs = now.stored - since.stored;
  return tookMs < 0 || tookMs >= LEASE_MS || now.wall - since.wall >= LEASE_MS;
}
