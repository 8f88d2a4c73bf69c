import { retry } from '../database/retry.ts';
import { isStorageFailure, StorageUnavailable } from '../database/storageFailure.ts';

/** Longer than a PostgreSQL server takes to start again. */
const STORE_WITHIN_MS = 30_000;
const RETRY_MS = 500;
/**
 * The most callbacks that may wait at a time, of less than 32 kB each: while the database is away, nobody knows which
 * are a stranger's.
 */
const MAX_WAITING = 200;

/** Stores a callback, again as long as the database is locked or away. */
export type CallbackRetries = <T>(store: () => Promise<T>) => Promise<T>;

/**
 * Nobody knows whether the operator repeats a callback that was not answered with 200. So it waits here for the
 * database, for at most half a minute. Above 200 that wait, the next is refused at once; once the companion stops, the
 * first failure ends the wait.
 *
 * @param timing in ms
 */
export function createCallbackRetries(
  stopping: AbortSignal,
  timing = { timeoutMs: STORE_WITHIN_MS, waitMs: RETRY_MS },
): CallbackRetries {
  let waiting = 0;
  return async (store) => {
    if (waiting >= MAX_WAITING) throw new StorageUnavailable('too many callbacks wait for the database');
    waiting += 1;
    try {
      return await retry(store, { ...timing, isTemporary: (error) => !stopping.aborted && isStorageFailure(error) });
    } finally {
      waiting -= 1;
    }
  };
}
