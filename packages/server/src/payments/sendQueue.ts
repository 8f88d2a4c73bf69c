/** Attempts that are sent side by side, so many at once; the rest wait for their turn. */
export interface SendQueue {
  /**
   * Runs the work when its turn comes. Once the companion stops nobody waits any more: the work sees that it stops, and sends nothing.
   *
   * @throws Error if too many wait
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes a queue in which `atOnce` work and `most` wait. */
export function createSendQueue(atOnce: number, most: number, stopping: AbortSignal): SendQueue {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  stopping.addEventListener('abort', () => {
    for (const go of waiting.splice(0)) go();
  });

  return {
    async run(work) {
      if (stopping.aborted) return work();
      if (free > 0) free -= 1;
      else if (waiting.length < most) await new Promise<void>((go) => waiting.push(go));
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
