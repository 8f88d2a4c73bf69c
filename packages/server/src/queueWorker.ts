import { createWorkLoop } from './workLoop.ts';

/** A queue of leased rows. */
export interface Queue<Row> {
  /** Takes a lease on at most so many rows that are due. */
  lease(limit: number): Promise<readonly Row[]>;
  /** How long until the next row without a lease is due, ms; undefined if there is none. */
  untilNextDue(): Promise<number | undefined>;
  /** Gives back the leases of this process, for a stop. */
  release(): Promise<void>;
}

/** What {@link createQueueWorker} takes. */
export interface QueueWorkerOptions<Row> {
  readonly queue: Queue<Row>;
  /** Rows that it works on side by side. */
  readonly maxSideBySide: number;
  /** How soon rows of other processes, and of lapsed leases, are noticed, ms. */
  readonly idleMs: number;
  /** Works on a row and writes the result. After a rejection the lease lapses, and the row comes up again. */
  work(row: Row): Promise<void>;
  onWorkError(error: unknown, row: Row): void;
  /** The queue could not be read. */
  onQueueError(error: unknown): void;
}

/** Works on the rows of a queue. */
export interface QueueWorker {
  start(): void;
  /** Call when a row was put into the queue. */
  wake(): void;
  /** Begins no further row, finishes those in progress, and gives the leases back. */
  stop(): Promise<void>;
}

/** The shortest pause between two rounds, ms. */
const MIN_PAUSE_MS = 20;

/** Makes a worker; it does nothing before `start`. */
export function createQueueWorker<Row>(options: QueueWorkerOptions<Row>): QueueWorker {
  const { queue, maxSideBySide, idleMs, work, onWorkError, onQueueError } = options;
  const inProgress = new Set<Promise<void>>();
  const loop = createWorkLoop(() =>
    leaseAndWork().catch((error: unknown) => {
      onQueueError(error);
      return idleMs;
    }),
  );

  async function leaseAndWork(): Promise<number> {
    const free = maxSideBySide - inProgress.size;
    if (free <= 0) return idleMs;
    for (const row of await queue.lease(free)) {
      const working = work(row)
        .catch((error: unknown) => onWorkError(error, row))
        .finally(() => {
          inProgress.delete(working);
          // The next row may be due now.
          loop.runWithin(0);
        });
      inProgress.add(working);
    }
    const untilDue = await queue.untilNextDue();
    return untilDue === undefined ? idleMs : Math.min(idleMs, Math.max(MIN_PAUSE_MS, untilDue));
  }

  return {
    start: loop.start,
    wake: () => loop.runWithin(0),
    async stop() {
      await loop.stop();
      await Promise.all(inProgress);
      await queue.release();
    },
  };
}
