import { loadMerchantRoutes } from '../backoffice/merchantRoutes.ts';
import type { SettingsContext } from '../backoffice/settings/context.ts';
import { openCurrentSettings } from '../backoffice/settings/currentSettings.ts';
import type { Storage } from '../core/storage/storage.ts';
import { openServedStore } from '../database/databaseEnvironment.ts';
import { openInstallationId } from '../database/installationId.ts';
import { companionRouter } from '../http/companionRouter.ts';
import { createLog, secretsOf } from '../log/log.ts';
import { assemble, type TestHooks } from './assemble.ts';
import type { Companion, CompanionOptions } from './host.ts';
import { httpContext } from './httpContext.ts';
import { type RunningWorkers, startWorkers } from './startWorkers.ts';

/** How long a stop waits for what is in progress, ms; the rest of the ten seconds is for writing. */
const FINISH_WITHIN_MS = 8000;

/** How often an event stream without news sends a heartbeat, ms: before proxies close a silent connection. */
const HEARTBEAT_MS = 15_000;

/** A companion with its parts, for the process entry and for tests. */
export interface AssembledCompanion extends Companion {
  readonly context: SettingsContext;
  readonly storage: Storage;
}

/**
 * Opens the database and creates the companion.
 *
 * @throws StorageUnavailable if the database cannot be opened
 * @throws WrongEnvironment if the database belongs to the other environment
 * @example
 * const companion = await createCompanion({ settings: readSettings(process.env), onEvent: async (event) =>
 * fulfil(event.data.order) }); app.use('/pay', companion.router); await companion.start();
 */
export async function createCompanion(options: CompanionOptions): Promise<Companion> {
  const { router, metrics, start, stop } = await assembleCompanion(options);
  return { router, metrics, start, stop };
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
  const currentSettings = await openCurrentSettings(settings, store);
  const parts = assemble({ ...options, log, store, currentSettings });
  const { operator, stopping, stopped } = parts;
  const { poller, deliverer, mailer, remoteChanges, clockSteps } = parts.workers;
  const context = httpContext(parts.context, {
    stopped: stopped.signal,
    installationId: await openInstallationId(store),
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
  });
  const merchantRoutes = await loadMerchantRoutes();

  let running: RunningWorkers | undefined;
  let starting = Promise.resolve();

  return {
    router: companionRouter(context, merchantRoutes),
    context,
    storage: context.storage,
    metrics: context.metrics.registry,
    start() {
      if (!stopping.signal.aborted) {
        running = startWorkers(parts);
        starting = running.started;
      }
      return starting;
    },
    async stop(requestsEnded = Promise.resolve()) {
      stopping.abort();
      let giveUp: NodeJS.Timeout | undefined;
      const abandoned = new Promise<void>((resolve) => {
        giveUp = setTimeout(resolve, FINISH_WITHIN_MS);
      });
      const unlessAbandoned = (work: Promise<unknown>) =>
        Promise.race([
          work.catch((error: unknown) => log.error({ err: error }, 'an error occurred during the stop')),
          abandoned,
        ]);
      // The loops end at once, so that none is left if the time is over first.
      const finished = [
        starting,
        requestsEnded.then(() => context.inProgress.idle()),
        poller.stop(),
        deliverer.stop(),
        mailer?.stop(),
      ];
      await unlessAbandoned(Promise.all(finished));
      await unlessAbandoned(Promise.all([remoteChanges.stop(), clockSteps.stop(), running?.stopFollowingTime()]));
      // Refuses requests from here on. Those that came meanwhile get their answers before the database is closed.
      stopped.abort();
      await unlessAbandoned(context.inProgress.idle());
      clearTimeout(giveUp);
      running?.stopTimers();
      operator.close();
      await store.close();
    },
  };
}
