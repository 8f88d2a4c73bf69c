/** Runs at most a fixed number of tasks at once. Further tasks wait and start in the order in which they were added. */
export class ConcurrencyLimit {
  readonly #queue: (() => void)[] = [];
  #freeSlots: number;

  constructor(maxConcurrent: number) {
    this.#freeSlots = maxConcurrent;
  }

  /** Runs a task as soon as a slot is free, and returns its result. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#freeSlots > 0) this.#freeSlots -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#freeSlots += 1;
      else next();
    }
  }
}
