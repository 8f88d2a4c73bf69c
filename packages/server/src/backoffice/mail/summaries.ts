import type { Storage } from '../../core/storage/storage.ts';
import type { Log } from '../../log.ts';
import { queueSummaries } from './mailRows.ts';

const INTERVAL_MS = 60_000;

/** What {@link keepQueueingSummaries} takes. */
export interface KeepQueueingSummariesOptions {
  readonly storage: Storage;
  readonly log: Log;
  /** Called when summaries may be in the queue. */
  onQueued(): void;
}

/** Queues the summary of each day after it has ended, until the returned function is called. */
export function keepQueueingSummaries({ storage, log, onQueued }: KeepQueueingSummariesOptions): () => void {
  let queuedTo: string | undefined;
  const queue = async () => {
    const last = await queueSummaries(storage, queuedTo);
    if (last === queuedTo) return;
    queuedTo = last;
    onQueued();
  };
  const run = () => {
    queue().catch((error: unknown) => log.error({ err: error }, 'could not queue the summary of the day'));
  };
  run();
  const timer = setInterval(run, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
