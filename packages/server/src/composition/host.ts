import type { Router } from 'express';
import type { Registry } from 'prom-client';
import type { Settings } from '../config/settings.ts';
import type { EventHandler } from '../core/webhooks/eventHandler.ts';
import type { Log } from '../log/log.ts';

/** What {@link createCompanion} takes. */
export interface CompanionOptions {
  /** All settings: {@link readSettings} reads them from the environment. */
  readonly settings: Settings;
  /** Called with every webhook event instead of WEBHOOK_URL, in order for each payment, and again until it resolves. */
  readonly onEvent?: EventHandler;
  /**
   * Receives what the companion logs. Default: JSON lines on standard output, without numbers and secrets; your own log
   * gets them as they are.
   */
  readonly log?: Log;
}

/** A running companion, to be mounted in an Express app. */
export interface Companion {
  /** All endpoints of the companion, for `app.use`; other requests go on to the app. */
  readonly router: Router;
  /** The metrics of `/metrics`, to be merged with the host's own. */
  readonly metrics: Registry;
  /**
   * Begins to check payments and to deliver webhooks; does nothing once the companion stops.
   *
   * @throws StorageUnavailable if the database has gone away since it was opened
   */
  start(): Promise<void>;
  /**
   * Ends streams, refuses new payments (503 `shutting_down`), finishes what is in progress, gives leases back, refuses
   * all requests that need the database, and closes it, within 10 s.
   *
   * @param requestsEnded resolves when the host's server has answered its last request; later ones are refused
   */
  stop(requestsEnded?: Promise<void>): Promise<void>;
}
