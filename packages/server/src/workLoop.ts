/** Work done in rounds: one at a time, each telling when the next is due. */
export interface WorkLoop {
  start(): void;
  /** A round comes within so many ms; asked for while one is under way, it comes after that one. */
  within(delay: number): void;
  /** Starts no more; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/**
 * Makes rounds; none comes before `start`.
 *
 * @param round resolves to how long until the next round is due at the latest, ms; must not reject
 */
export function createWorkLoop(round: () => Promise<number>): WorkLoop {
  let running = false;
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  function within(delay: number): void {
    const at = performance.now() + delay;
    if (at >= dueAt) return;
    dueAt = at;
    arm();
  }

  function arm(): void {
    clearTimeout(timer);
    if (running && underWay === undefined) timer = setTimeout(run, Math.max(0, dueAt - performance.now()));
  }

  function run(): void {
    dueAt = Number.POSITIVE_INFINITY;
    underWay = round().then((delay) => {
      underWay = undefined;
      dueAt = Math.min(dueAt, performance.now() + delay);
      arm();
    });
  }

  return {
    start() {
      running = true;
      dueAt = performance.now();
      arm();
    },
    within,
    async stop() {
      running = false;
      clearTimeout(timer);
      await underWay;
    },
  };
}
