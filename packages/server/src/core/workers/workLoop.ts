/**
 * Makes a loop that runs rounds of work, one at a time; each says when the next one is due. It runs nothing before
 * `start`.
 *
 * @param round resolves to how long until the next round at the latest, ms; must not reject
 */
export function createWorkLoop(round: () => Promise<number>) {
  let isRunning = false;
  let inProgress: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  /** Runs a round within so many ms; if one is in progress, after that one. */
  function runWithin(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (at >= dueAt) return;
    dueAt = at;
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (isRunning && inProgress === undefined) timer = setTimeout(run, Math.max(0, dueAt - performance.now()));
  }

  function run(): void {
    dueAt = Number.POSITIVE_INFINITY;
    inProgress = round().then((delayMs) => {
      inProgress = undefined;
      dueAt = Math.min(dueAt, performance.now() + delayMs);
      schedule();
    });
  }

  return {
    start(): void {
      isRunning = true;
      dueAt = performance.now();
      schedule();
    },
    runWithin,
    /** Begins no further round; resolves when the one in progress has ended. */
    async stop(): Promise<void> {
      isRunning = false;
      clearTimeout(timer);
      await inProgress;
    },
  };
}
