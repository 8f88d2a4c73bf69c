import pLimit from 'p-limit';

/** Limits how many attempts are sent side by side; the others wait for their turn. */
export type SendQueue = ReturnType<typeof createSendQueue>;

/** Makes a queue that runs at most `maxRunning` at once, and in which at most `maxWaiting` wait. */
export function createSendQueue(maxRunning: number, maxWaiting: number, stopping: AbortSignal) {
  const limit = pLimit(stopping.aborted ? Number.POSITIVE_INFINITY : maxRunning);
  stopping.addEventListener('abort', () => {
    limit.concurrency = Number.POSITIVE_INFINITY;
  });

  return {
    /**
     * Runs the work when its turn comes. Once the companion stops, nothing waits: the work sees that it stops, and
     * sends nothing.
     *
     * @throws Error if too many wait
     */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (limit.activeCount >= limit.concurrency && limit.pendingCount >= maxWaiting)
        throw new Error('too many attempts wait to be sent');
      return limit(work);
    },
    /** How many wait for their turn. */
    waiting: () => limit.pendingCount,
    /** Takes a turn that is free, for work that begins soon; the function ends it. Null: none is free. */
    takeTurn(): (() => void) | null {
      if (limit.activeCount >= limit.concurrency) return null;
      let end: () => void = () => undefined;
      const turn = new Promise<void>((resolve) => {
        end = resolve;
      });
      void limit(() => turn);
      return end;
    },
  };
}
