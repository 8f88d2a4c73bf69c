/** Limits how many attempts are sent side by side; the others wait for their turn. */
export interface SendQueue {
  /**
   * Runs the work when its turn comes. Once the companion stops, nothing waits: the work sees that it stops, and sends nothing.
   *
   * @throws Error if too many wait
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes a queue that runs at most `maxRunning` at once, and in which at most `maxWaiting` wait. */
export function createSendQueue(maxRunning: number, maxWaiting: number, stopping: AbortSignal): SendQueue {
  const waiting: (() => void)[] = [];
  let free = maxRunning;
  stopping.addEventListener('abort', () => {
    for (const begin of waiting.splice(0)) begin();
  });

  return {
    async run(work) {
      if (stopping.aborted) return work();
      if (free > 0) free -= 1;
      else if (waiting.length < maxWaiting) await new Promise<void>((begin) => waiting.push(begin));
      else throw new Error('too many attempts wait to be sent');
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
