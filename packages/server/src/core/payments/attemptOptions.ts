import type { Log } from '../../log/log.ts';
import type { Storage } from '../storage/storage.ts';
import type { PaymentChanges } from './paymentChanges.ts';

/** What both the beginning of an attempt and its sending take. */
export interface AttemptOptions {
  readonly storage: Storage;
  readonly changes: PaymentChanges;
  readonly log: Log;
  /** After which another payment of the order may be sent, ms: until then the first byte has left, or none does. */
  readonly cooldownMs: number;
  /** The address under which callbacks arrive; null: none are requested. */
  readonly callbackBaseUrl: string | null;
  /** Ms since 1970 by the wall clock, for what the operator compares with its own. */
  wall(): number;
  /** Aborted when the companion begins to stop: nothing that waits is sent. */
  readonly stopping: AbortSignal;
  /** Aborted when the companion can wait no longer. */
  readonly stopped: AbortSignal;
}
