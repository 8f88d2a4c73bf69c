import { endMailKinds } from '../backoffice/mail/mailKinds.ts';
import { LONGEST_DELAYS_MS } from '../core/rules/webhookRetrySchedule.ts';
import { lowerDueTimes } from '../core/storage/dueTimes.ts';
import { newestAheadMs } from '../core/storage/newestAhead.ts';
import { keepLeases } from '../core/workers/keepLeases.ts';
import { followDatabaseTime } from '../database/databaseTime.ts';
import { cannotBeOpened, isStorageFailure } from '../database/storageFailure.ts';
import { keepErasing } from '../maintenance/erasure.ts';
import type { Parts } from './assemble.ts';

/** The background work of a companion that runs, apart from the workers that stop themselves. */
export interface RunningWorkers {
  /** Resolves when all workers have begun. The database can go away after it was opened. */
  readonly started: Promise<void>;
  stopTimers(): void;
  stopFollowingTime(): Promise<void>;
}

/** Begins the background work. Does not go on once the companion stops. */
export function startWorkers({ context, workers }: Parts): RunningWorkers {
  const { settings, log, storage, inProgress, databaseFile, wall, stopping } = context;
  const { poller, deliverer, mailer, remoteChanges, clockSteps } = workers;
  const { databaseTime } = storage.store;
  const stops = [
    keepLeases({ storage, log, inProgress }),
    keepErasing({ storage, log, retainDays: settings.RETAIN_DAYS }),
    databaseFile.keepChecking(),
  ];
  remoteChanges.start();
  const stopFollowingTime = databaseTime === null ? async () => undefined : followDatabaseTime(databaseTime, wall, log);

  async function begin(): Promise<void> {
    await clockSteps.start(() => lowerDueTimes(storage, { longestDelaysMs: LONGEST_DELAYS_MS }));
    const aheadMs = await newestAheadMs(storage.store.db, storage.clock.now());
    if (aheadMs > 0)
      log.warn(
        { aheadMs },
        'the newest payment is ahead of the clock: the clock was ahead then, or is behind now; orders of that time wait until it has caught up',
      );
    if (mailer === undefined) await endMailKinds(storage);
    if (stopping.aborted) return;
    poller.start();
    deliverer.start();
    mailer?.start();
  }

  return {
    started: begin().catch((error: unknown) => {
      throw isStorageFailure(error) ? cannotBeOpened(error) : error;
    }),
    stopTimers(): void {
      for (const stop of stops) stop();
    },
    stopFollowingTime,
  };
}
