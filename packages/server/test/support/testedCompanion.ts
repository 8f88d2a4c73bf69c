import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { readSettings } from '../../src/config/readSettings.ts';
import { serve } from '../../src/main.ts';

/** The open resources of a companion after a garbage collection. */
export type Figures = Awaited<ReturnType<typeof figures>>;

/**
 * A companion like `tsena serve`. It ends itself with SIGKILL when it reaches the step CRASH_AT for the CRASH_ON-th
 * time. HEARTBEAT_MS sets the heartbeat of its event streams; HASTY=1: with short timeouts and a fast heartbeat. It
 * sends its {@link Figures} to its parent on request, for which it needs --expose-gc.
 */
const { CRASH_AT, CRASH_ON = '1', HEARTBEAT_MS, HASTY } = process.env;
let left = Number(CRASH_ON);
let connections = 0;
subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  connections += 1;
  socket.once('close', () => {
    connections -= 1;
  });
});
const hasty = { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 50, heartbeatMs: 25 };
const timing = HASTY === '1' ? hasty : HEARTBEAT_MS === undefined ? {} : { heartbeatMs: Number(HEARTBEAT_MS) };

const served = await serve(
  readSettings(process.env),
  (step) => {
    if (step !== CRASH_AT) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
  timing,
);
const { companion } = served;

async function figures() {
  for (let time = 0; time < 3; time += 1) {
    globalThis.gc?.();
    await turn();
  }
  const sum = async (name: string) => {
    const metric = await companion.metrics.getSingleMetric(name)?.get();
    return metric?.values.reduce((all, { value }) => all + value, 0) ?? Number.NaN;
  };
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    /** Open connections of clients. */
    connections,
    /** Finished requests. */
    requests: await sum('tsena_http_requests_total'),
    /** Open event streams by its own count. */
    streams: await sum('tsena_streams_open'),
    /** Orders with event streams. */
    watched: companion.subscriptions.orders().length,
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
