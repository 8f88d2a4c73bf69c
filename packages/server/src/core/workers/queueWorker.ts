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
export interface QueueWorker<Row = unknown> {
  start(): void;
  /** Call when a row was put into the queue. */
  wake(): void;
  /** Call when a row of the queue is due in so many ms. */
  wakeWithin(delayMs: number): void;
  /**
   * Works on one row now, and resolves when it is done. If there is no place for it, it is taken as soon as there is
   * one, because it is due.
   *
   * @param lease takes a lease on it; undefined if it has none to take
   */
  workOnOne(lease: () => Promise<Row | undefined>): Promise<void>;
  /** Begins no further row, finishes those in progress, and gives the leases back. */
  stop(): Promise<void>;
}

/** The shortest pause between two rounds, ms. */
const MIN_PAUSE_MS = 20;

/** Makes a worker; it does nothing before `start`. */
export function createQueueWorker<Row>(options: QueueWorkerOptions<Row>): QueueWorker<Row> {
  const { queue, maxSideBySide, idleMs, work, onWorkError, onQueueError } = options;
  const inProgress = new Set<Promise<void>>();
  const leasing = new Set<Promise<unknown>>();
  let isStopping = false;
  const loop = createWorkLoop(() =>
    leaseAndWork().catch((error: unknown) => {
      onQueueError(error);
      return idleMs;
    }),
  );

  async function leaseAndWork(): Promise<number> {
    const free = maxSideBySide - inProgress.size - leasing.size;
    if (free <= 0) return idleMs;
    for (const row of await queue.lease(free)) void begin(row);
    const untilDue = await queue.untilNextDue();
    return untilDue === undefined ? idleMs : Math.min(idleMs, Math.max(MIN_PAUSE_MS, untilDue));
  }

  function begin(row: Row): Promise<void> {
    const working = work(row)
      .catch((error: unknown) => onWorkError(error, row))
      .finally(() => {
        inProgress.delete(working);
        // The next row may be due now.
        loop.runWithin(0);
      });
    inProgress.add(working);
    return working;
  }

  return {
    start() {
      if (!isStopping) loop.start();
    },
    wake: () => loop.runWithin(0),
    wakeWithin: loop.runWithin,
    async workOnOne(lease) {
      if (isStopping || inProgress.size + leasing.size >= maxSideBySide) return;
      const leased = lease();
      leasing.add(leased);
      const row = await leased.finally(() => leasing.delete(leased));
      // The stop gives back what was leased while it began.
      if (row !== undefined && !isStopping) await begin(row);
    },
    async stop() {
      isStopping = true;
      await loop.stop();
      await Promise.allSettled(leasing);
      await Promise.all(inProgress);
      await queue.release();
    },
  };
}
