import type { Storage } from '../core/storage/storage.ts';
import type { Log } from '../log.ts';
import { erasePayers, isTimeCertain } from './erasure.ts';

/** How often payers' numbers are erased, ms, and how soon it is tried again where that was not possible. */
const ERASE_INTERVAL_MS = 24 * 60 * 60_000;
const RETRY_INTERVAL_MS = 60 * 60_000;

/** What {@link keepErasing} takes. */
export interface KeepErasingOptions {
  readonly storage: Storage;
  readonly log: Log;
  /** RETAIN_DAYS; null: numbers are kept. */
  readonly retainDays: number | null;
  /** What else keeps numbers, by name; each returns how many rows it has changed. */
  readonly eraseOthers: Readonly<Record<string, (storage: Storage, retainDays: number) => Promise<number>>>;
}

/** Erases payers' numbers from old payments once a day, until the returned function is called. */
export function keepErasing({ storage, log, retainDays, eraseOthers }: KeepErasingOptions): () => void {
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
    const others: Record<string, number> = {};
    for (const [name, eraseOther] of Object.entries(eraseOthers)) others[name] = await eraseOther(storage, retainDays);
    // The last: it empties SQLite's write-ahead log.
    log.info({ erased: await erasePayers(storage, retainDays), ...others, retainDays }, 'payers’ numbers erased');
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
