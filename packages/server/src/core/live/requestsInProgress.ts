/** Work that a stop waits for, also where its caller has left. */
export type RequestsInProgress = ReturnType<typeof createRequestsInProgress>;

/** Keeps track of work in progress. */
export function createRequestsInProgress() {
  const running = new Set<Promise<unknown>>();
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const promise = work();
      const done = () => running.delete(promise);
      running.add(promise);
      promise.then(done, done);
      return promise;
    },
    /** Resolves when nothing is in progress, including what began meanwhile. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
