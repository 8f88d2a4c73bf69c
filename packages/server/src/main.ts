import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { TestHooks } from './composition/assemble.ts';
import { type AssembledCompanion, assembleCompanion } from './composition/companion.ts';
import type { Settings } from './config/settings.ts';
import type { Step } from './core/payments/steps.ts';
import { beginRequests } from './http/beginRequests.ts';
import { homeRouter } from './http/home.ts';
import { notFound } from './http/kit/problem.ts';
import { closeIdleConnections, createHttpServer, type Timeouts } from './http/server.ts';
import { createLog, secretsOf } from './log/log.ts';
import { standardError } from './log/standardError.ts';

const CLOSE_IDLE_INTERVAL_MS = 20;

/** A companion that accepts connections at `url`. */
export interface Served {
  readonly url: string;
  readonly companion: AssembledCompanion;
  stop(): Promise<void>;
}

/**
 * Runs the companion as an HTTP server; resolves when it accepts connections.
 *
 * @param at for tests: called at each named step of a payment
 * @param options for tests: timeouts of slow clients, the heartbeat of streams, and the wall clock
 */
export async function serve(
  settings: Settings,
  at?: (step: Step) => void,
  { heartbeatMs, wall, ...timeouts }: Partial<Timeouts> & Pick<TestHooks, 'heartbeatMs' | 'wall'> = {},
): Promise<Served> {
  // Standard output has only the line with the address.
  const log = createLog(settings.LOG_LEVEL, standardError, secretsOf(settings));
  const companion = await assembleCompanion({ settings, log, at, heartbeatMs, wall });
  const app = express();
  app.disable('x-powered-by').set('query parser', 'simple');
  const begin = beginRequests(companion.context.metrics, log, true);
  app.use(begin, companion.router, homeRouter(settings.MERCHANT_API_KEY !== null), notFound);
  const server = createHttpServer(app, timeouts);
  // First start, then listen: a start that fails has accepted nothing.
  try {
    await companion.start();
    await once(server.listen(settings.PORT, settings.HOST), 'listening');
  } catch (error) {
    await companion.stop();
    throw error;
  }
  server.on('error', (error) => log.error({ err: error }, 'server error'));
  const { address, port } = addressOf(server);
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  log.info({ url, environment: settings.OPERATOR_ENVIRONMENT, store: companion.storage.store.kind }, 'listening');
  return {
    url,
    companion,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A kept-alive connection becomes idle only after its last answer was sent.
      const closing = setInterval(() => closeIdleConnections(server), CLOSE_IDLE_INTERVAL_MS);
      await companion.stop(closed);
      clearInterval(closing);
      server.closeAllConnections();
      await closed;
      log.info('stopped');
    },
  };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server does not listen on a port.');
  return address;
}
