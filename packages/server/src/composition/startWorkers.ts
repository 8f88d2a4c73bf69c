import { LONGEST_MAIL_DELAY_MS } from '../backoffice/mail/mailSchedule.ts';
import { eraseStatementPayers } from '../backoffice/statements/statementRows.ts';
import { afterClockStep } from '../core/live/clockSteps.ts';
import { LONGEST_DELAYS_MS } from '../core/rules/deliverySchedule.ts';
import { keepLeases } from '../core/workers/keepLeases.ts';
import { followDatabaseTime } from '../database/databaseTime.ts';
import { cannotBeOpened, isStorageFailure } from '../database/storageFailure.ts';
import { keepErasing } from '../maintenance/erasure.ts';
import type { Parts } from './parts.ts';

/** The background work of a companion, apart from the workers that stop themselves. */
export type Workers = ReturnType<typeof startWorkers>;

/** Begins the background work. Does not go on once the companion stops. */
export function startWorkers(parts: Parts) {
  const {
    settings,
    log,
    storage,
    leases,
    poller,
    deliverer,
    mailer,
    remoteChanges,
    clockSteps,
    databaseFile,
    wall,
    stopping,
  } = parts;
  const { databaseTime } = storage.store;
  const stops = [
    keepLeases({ storage, log, leases }),
    keepErasing({ storage, log, retainDays: settings.RETAIN_DAYS, eraseOthers: { statements: eraseStatementPayers } }),
    databaseFile.keepChecking(),
  ];
  remoteChanges.start();
  const stopFollowingTime = databaseTime === null ? async () => undefined : followDatabaseTime(databaseTime, wall, log);

  async function begin(): Promise<void> {
    const longest = { longestDelaysMs: LONGEST_DELAYS_MS, longestMailDelayMs: LONGEST_MAIL_DELAY_MS };
    await clockSteps.start((byMs) => afterClockStep({ storage, leases, ...longest }, byMs));
    await poller.start();
    if (stopping.signal.aborted) return;
    deliverer.start();
    mailer?.start();
  }

  return {
    /** Resolves when all workers have begun. The database can go away after it was opened. */
    started: begin().catch((error: unknown) => {
      throw isStorageFailure(error) ? cannotBeOpened(error) : error;
    }),
    stopTimers(): void {
      for (const stop of stops) stop();
    },
    stopFollowingTime,
  };
}
