import { OPEN_STATUSES } from '../core/rules/stateMachine.ts';
import type { Log } from '../log/log.ts';
import { StorageUnavailable } from './storageFailure.ts';
import type { Store } from './store.ts';

const CHECK_INTERVAL_MS = 60_000;

/** Notices that the database file is gone, after which nothing new may be accepted. */
export interface FileCheck {
  /** @throws StorageUnavailable once the file is gone. The first time, the log names what is in progress. */
  require(): void;
  /** Checks every minute; returns a function that ends it. */
  keepChecking(): () => void;
}

/**
 * SQLite goes on writing into a file that was deleted or replaced, for instance because its volume is no longer there,
 * and all of it is lost when the process ends. What is in progress goes on, so that the shop learns of it.
 */
export function createFileCheck({ db, isFileGone }: Pick<Store, 'db' | 'isFileGone'>, log: Log): FileCheck {
  let isReported = false;

  async function report(): Promise<void> {
    log.error(
      'the database file was deleted or replaced: nothing new is accepted, and what is in progress is lost when this process ends',
    );
    const open = await db
      .selectFrom('payments')
      .select(['id', 'order_reference', 'correlation_id', 'status'])
      .where('status', 'in', OPEN_STATUSES)
      .where('resolution', 'is', null)
      .execute();
    for (const { id, order_reference: order, correlation_id: correlationId, status } of open)
      log.error({ payment: id, order, correlationId, status }, 'in progress: look it up in the operator’s portal');
  }

  function isGone(): boolean {
    const isGone = isFileGone();
    if (isGone && !isReported)
      report().catch((error: unknown) =>
        log.error({ err: error }, 'what is in progress could not be read from the lost database file'),
      );
    isReported = isGone;
    return isGone;
  }

  return {
    require() {
      if (isGone()) throw new StorageUnavailable('the database file was deleted or replaced');
    },
    keepChecking() {
      const timer = setInterval(isGone, CHECK_INTERVAL_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
