import type { Log } from '../../log/log.ts';
import type { WorkInProgress } from '../live/workInProgress.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { renewLeases } from '../storage/leases.ts';
import type { Storage } from '../storage/storage.ts';

const RENEW_INTERVAL_MS = 3000;

/** What {@link keepLeases} takes. */
export interface KeepLeasesOptions {
  readonly storage: Storage;
  readonly log: Log;
  readonly inProgress: WorkInProgress;
}

/** Renews the leases of the work in progress until the returned function is called. */
export function keepLeases({ storage, log, inProgress }: KeepLeasesOptions): () => void {
  const timer = setInterval(() => {
    renewLeases(storage, inProgress.leases, LEASE_MS).catch((error: unknown) => {
      log.warn({ err: error }, 'could not renew the leases of payments in progress');
    });
  }, RENEW_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
