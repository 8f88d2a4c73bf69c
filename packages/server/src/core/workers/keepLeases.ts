import type { Log } from '../../log/log.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { type LeasedPayment, renewLeases } from '../storage/leases.ts';
import type { Storage } from '../storage/storage.ts';

const RENEW_INTERVAL_MS = 3000;

/** What {@link keepLeases} takes. */
export interface KeepLeasesOptions {
  readonly storage: Storage;
  readonly log: Log;
  /** The leases under which this process works now. */
  readonly leases: ReadonlySet<LeasedPayment>;
}

/** Renews the leases of the work in progress until the returned function is called. */
export function keepLeases({ storage, log, leases }: KeepLeasesOptions): () => void {
  const timer = setInterval(() => {
    renewLeases(storage, leases, LEASE_MS).catch((error: unknown) => {
      log.warn({ err: error }, 'could not renew the leases of payments in progress');
    });
  }, RENEW_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
