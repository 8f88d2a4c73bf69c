/** Work that a stop waits for, whether or not whoever asked for it still does. */
export interface InFlight {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is in flight, what has begun meanwhile included. */
  idle(): Promise<void>;
}

/** Keeps account of work in flight. */
export function createInFlight(): InFlight {
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
