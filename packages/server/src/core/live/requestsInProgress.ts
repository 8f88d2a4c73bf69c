/** Work that a stop waits for, also where its caller has left. */
export interface RequestsInProgress {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is in progress, including what began meanwhile. */
  idle(): Promise<void>;
}

/** Keeps track of work in progress. */
export function createRequestsInProgress(): RequestsInProgress {
  const running = new Set<Promise<unknown>>();
  return {
    run(work) {
      const promise = work();
      const done = () => running.delete(promise);
      running.add(promise);
      promise.then(done, done);
      return promise;
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
