import { loadMerchantRoutes } from './backoffice/merchantRoutes.ts';
import type { SettingsContext } from './backoffice/settings/context.ts';
import { openCurrentSettings } from './backoffice/settings/currentSettings.ts';
import type { Companion, CompanionOptions } from './composition/host.ts';
import { httpContext } from './composition/httpContext.ts';
import { assemble, type TestHooks } from './composition/parts.ts';
import { startWorkers, type Workers } from './composition/startWorkers.ts';
import type { SendQueue } from './core/live/sendQueue.ts';
import type { Subscriptions } from './core/live/subscriptions.ts';
import type { PaymentChanges } from './core/payments/paymentChanges.ts';
import type { Storage } from './core/storage/storage.ts';
import { openServedStore } from './database/databaseEnvironment.ts';
import { companionRouter } from './http/companionRouter.ts';
import { createLog, secretsOf } from './log/log.ts';

/** How long a stop waits for what is in progress, ms; the rest of the ten seconds is for writing. */
const FINISH_WITHIN_MS = 8000;

/** How often an event stream without news sends a heartbeat, ms: before proxies close a silent connection. */
const HEARTBEAT_MS = 15_000;

/** A companion with its parts, for the process entry and for tests. */
export interface AssembledCompanion extends Companion {
  readonly context: SettingsContext;
  readonly storage: Storage;
  readonly changes: PaymentChanges;
  readonly subscriptions: Subscriptions;
  readonly sendQueue: SendQueue;
}

/**
 * {@link createCompanion} for the process entry and for tests.
 *
 * @throws StorageUnavailable, WrongEnvironment
 */
export async function assembleCompanion(options: CompanionOptions & TestHooks): Promise<AssembledCompanion> {
  const { settings } = options;
  const log = options.log ?? createLog(settings.LOG_LEVEL, undefined, secretsOf(settings));
  const store = await openServedStore(settings);
  const parts = assemble(options, log, store, await openCurrentSettings(settings, store));
  const merchantRoutes = await loadMerchantRoutes();
  const context = httpContext(parts, options.heartbeatMs ?? HEARTBEAT_MS);
  const {
    metrics,
    operator,
    requestsInProgress,
    poller,
    deliverer,
    mailer,
    remoteChanges,
    clockSteps,
    stopping,
    stopped,
  } = parts;

  let workers: Workers | undefined;
  let starting = Promise.resolve();

  return {
    router: companionRouter(context, merchantRoutes),
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
        Promise.race([
          work.catch((error: unknown) => log.error({ err: error }, 'an error occurred during the stop')),
          abandoned,
        ]);
      // The loops end at once, so that none is left if the time is over first.
      const finished = [
        starting,
        requestsEnded.then(() => requestsInProgress.idle()),
        poller.stop(),
        deliverer.stop(),
        mailer?.stop(),
      ];
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
