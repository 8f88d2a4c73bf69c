import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { readSettings } from '../../src/config/readSettings.ts';
import { serve } from '../../src/main.ts';
import { stopOnSigterm } from './stopOnSigterm.ts';

/** The open resources of a companion after a garbage collection. */
export interface Figures {
  /** Open connections of clients. */
  readonly connections: number;
  /** Finished requests. */
  readonly requests: number;
  /** Open event streams by its own count. */
  readonly streams: number;
  /** Orders with event streams. */
  readonly watched: number;
  /** Open handles by kind. */
  readonly handles: Readonly<Record<string, number>>;
  /** Used memory, bytes. */
  readonly used: number;
  readonly resident: number;
}

/** A companion that sends its {@link Figures} to its parent on request. HASTY=1: with short timeouts and a fast heartbeat. Needs --expose-gc. */
let connections = 0;
subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  connections += 1;
  socket.once('close', () => {
    connections -= 1;
  });
});
const hasty = { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 50, heartbeatMs: 25 };
const served = await serve(readSettings(process.env), undefined, process.env.HASTY === '1' ? hasty : {});
const { companion } = served;

async function figures(): Promise<Figures> {
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
    connections,
    requests: await sum('tsena_http_requests_total'),
    streams: await sum('tsena_streams_open'),
    watched: companion.subscriptions.orders().length,
    handles,
    used: heapUsed + external,
    resident: rss,
  };
}

process.on('message', async () => process.send?.(await figures()));
stopOnSigterm(served);
process.stdout.write(`listening on ${served.url}\n`);
