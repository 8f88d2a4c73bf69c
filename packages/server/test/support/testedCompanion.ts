import { setImmediate as turn } from 'node:timers/promises';
import { readSettings } from '../../src/config/readSettings.ts';
import { serve } from '../../src/main.ts';

/** The open resources of a companion after a garbage collection. */
export type Figures = Awaited<ReturnType<typeof figures>>;

/**
 * A companion like `tsena serve`. It ends itself with SIGKILL when it reaches the step CRASH_AT for the CRASH_ON-th
 * time. It sends its {@link Figures} to its parent on request, for which it needs --expose-gc.
 */
const { CRASH_AT, CRASH_ON = '1' } = process.env;
let left = Number(CRASH_ON);

const served = await serve(readSettings(process.env), (step) => {
  if (step !== CRASH_AT) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
});

async function figures() {
  for (let time = 0; time < 3; time += 1) {
    globalThis.gc?.();
    await turn();
  }
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    /** Open handles by kind. */
    handles,
    /** Used memory, bytes. */
    used: heapUsed + external,
    resident: rss,
  };
}

// Without a message channel, to listen for messages would change nothing.
process.on('message', async () => process.send?.(await figures()));
// It ends with 0 when it has stopped, or with 1 and the error on standard error.
process.on('SIGTERM', () => {
  served.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.stdout.write(`listening on ${served.url}\n`);
