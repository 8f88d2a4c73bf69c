import type { PaymentId } from '@tsena/shared/checkout';
import type { Log } from '../log.ts';
import { renewLeases } from '../storage/leases.ts';
import type { Storage } from '../storage/storage.ts';

/** How long a lease lasts without being renewed, ms: how soon after a crash another process, or the next start, takes over. */
export const LEASE_MS = 12_000;
const RENEW_INTERVAL_MS = 3000;

/** What {@link keepLeases} takes. */
export interface KeepLeasesOptions {
  readonly storage: Storage;
  readonly log: Log;
  /** The payments that this process has a lease on and works on now. */
  readonly held: ReadonlySet<PaymentId>;
}

/** Renews the leases of the work in progress until the returned function is called. */
export function keepLeases({ storage, log, held }: KeepLeasesOptions): () => void {
  const timer = setInterval(() => {
    renewLeases(storage, [...held], LEASE_MS).catch((error: unknown) => {
      log.warn({ err: error }, 'could not renew the leases of payments in progress');
    });
  }, RENEW_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
