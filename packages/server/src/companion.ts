import type { Router } from 'express';
import type { Registry } from 'prom-client';
import { httpContext } from './composition/httpContext.ts';
import { assemble, type CompanionOptions } from './composition/parts.ts';
import { startWorkers, type Workers } from './composition/startWorkers.ts';
import type { SendQueue } from './core/live/sendQueue.ts';
import type { Subscriptions } from './core/live/subscriptions.ts';
import type { PaymentChanges } from './core/payments/paymentChanges.ts';
import type { Storage } from './core/storage/storage.ts';
import { openStoreOf } from './database/databaseEnvironment.ts';
import { companionRouter } from './http/companionRouter.ts';
import type { HttpContext } from './http/context.ts';
import { createLog, secretsOf } from './log.ts';

export type { CompanionOptions } from './composition/parts.ts';

/** How long a stop waits for what is in progress, ms; the rest of the ten seconds is for writing. */
const FINISH_WITHIN_MS = 8000;

/** How often an event stream without news sends a heartbeat, ms: before proxies close a silent connection. */
const HEARTBEAT_MS = 15_000;

/** A running companion, to be mounted in an Express app. */
export interface Companion {
  /** All endpoints of the companion; other requests go on to the app. */
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
   * Ends streams, refuses new payments (503 `shutting_down`), finishes what is in progress, gives leases back and closes the database,
   * within 10 s.
   *
   * @param requestsEnded resolves when the host's server has answered its last request; later ones find the database closed
   */
  stop(requestsEnded?: Promise<void>): Promise<void>;
}

/** A companion with its parts, for the process entry and for tests. */
export interface AssembledCompanion extends Companion {
  readonly context: HttpContext;
  readonly storage: Storage;
  readonly changes: PaymentChanges;
  readonly subscriptions: Subscriptions;
  readonly sendQueue: SendQueue;
}

/**
 * Opens the database and creates the companion.
 *
 * @throws StorageUnavailable if the database cannot be opened
 * @throws WrongEnvironment if the database belongs to the other environment
 * @example
 * const companion = await createCompanion({ settings: readSettings(process.env), onEvent: async (event) => fulfil(event.data.order) });
 * app.use('/pay', companion.router);
 * await companion.start();
 */
export async function createCompanion(options: CompanionOptions): Promise<Companion> {
  const { router, metrics, start, stop } = await assembleCompanion(options);
  return { router, metrics, start, stop };
}

/** {@link createCompanion} for the process entry and for tests. */
export async function assembleCompanion(options: CompanionOptions): Promise<AssembledCompanion> {
  const { settings } = options;
  const log = options.log ?? createLog(settings.logLevel, undefined, secretsOf(settings));
  const store = await openStoreOf(settings);
  const parts = assemble(options, log, store);
  const context = httpContext(parts, options.heartbeatMs ?? HEARTBEAT_MS);
  const { metrics, operator, requestsInProgress, poller, deliverer, mailer, remoteChanges, clockSteps, stopping, stopped } = parts;

  let workers: Workers | undefined;
  let starting = Promise.resolve();

  return {
    router: companionRouter(context),
    context,
    storage: parts.storage,
    changes: parts.changes,
    subscriptions: parts.subscriptions,
    sendQueue: parts.sendQueue,
    metrics: metrics.registry,
    start() {
      if (!stopping.signal.aborted) {
        workers = startWorkers(parts);
        starting = workers.started;
      }
      return starting;
    },
    async stop(requestsEnded = Promise.resolve()) {
      stopping.abort();
      const giveUp = setTimeout(() => stopped.abort(), FINISH_WITHIN_MS);
      const abandoned = new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve()));
      const unlessAbandoned = (work: Promise<unknown>) =>
        Promise.race([work.catch((error: unknown) => log.error({ err: error }, 'an error occurred during the stop')), abandoned]);
      // The loops end at once, so that none is left if the time is over first.
      const finished = [starting, requestsEnded.then(() => requestsInProgress.idle()), poller.stop(), deliverer?.stop(), mailer?.stop()];
      await unlessAbandoned(Promise.all(finished));
      await unlessAbandoned(Promise.all([remoteChanges.stop(), clockSteps.stop(), workers?.stopFollowingTime()]));
      clearTimeout(giveUp);
      stopped.abort();
      workers?.stopTimers();
      operator.close();
      await store.close();
    },
  };
}
