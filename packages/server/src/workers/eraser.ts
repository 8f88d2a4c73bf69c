import type { Log } from '../log.ts';
import { erasePayers, isTimeCertain } from '../storage/maintenance/erasure.ts';
import { eraseStatementPayers } from '../storage/statements.ts';
import type { Storage } from '../storage/storage.ts';

/** How often payers' numbers are erased, ms, and how soon it is tried again where that was not possible. */
const ERASE_INTERVAL_MS = 24 * 60 * 60_000;
const RETRY_INTERVAL_MS = 60 * 60_000;

/** What {@link keepErasing} takes. */
export interface KeepErasingOptions {
  readonly storage: Storage;
  readonly log: Log;
  /** RETAIN_DAYS; null: numbers are kept. */
  readonly retainDays: number | null;
}

/** Erases payers' numbers from old payments once a day, until the returned function is called. */
export function keepErasing({ storage, log, retainDays }: KeepErasingOptions): () => void {
  if (retainDays === null) return () => undefined;
  const startedAt = performance.now();
  let dueAt = startedAt;
  const erase = async () => {
    const now = performance.now();
    if (now < dueAt) return;
    if (!(await isTimeCertain(storage, now - startedAt))) {
      log.info('payers’ numbers are not erased yet: the clock may be wrong');
      return;
    }
    const statements = await eraseStatementPayers(storage, retainDays);
    log.info({ erased: await erasePayers(storage, retainDays), statements, retainDays }, 'payers’ numbers erased from old payments');
    dueAt = now + ERASE_INTERVAL_MS;
  };
  const run = () => {
    erase().catch((error: unknown) => log.error({ err: error }, 'could not erase payers’ numbers'));
  };
  run();
  const timer = setInterval(run, RETRY_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
