const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2000;
/** A refresh is followed by a pause of this many times its own duration, so that a busy companion is asked less often. */
const PAUSE_FACTOR = 4;

/** Makes a function that refreshes at once, and again after a pause if it was called meanwhile. */
export function paceRefresh(refresh: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isWanted = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      const startedAt = performance.now();
      await refresh();
      const pauseMs = PAUSE_FACTOR * (performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pauseMs))));
    }
    isRunning = false;
  }

  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
