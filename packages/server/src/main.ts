import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type AssembledCompanion, assembleCompanion } from './companion.ts';
import type { TestHooks } from './composition/parts.ts';
import type { Settings } from './config/settings.ts';
import type { Step } from './core/payments/steps.ts';
import { homeRouter } from './http/home.ts';
import { notFound } from './http/problem.ts';
import { logResponseErrors } from './http/responseErrors.ts';
import { assignRequestId, securityHeaders } from './http/security.ts';
import { closeIdleConnections, createHttpServer, type Timeouts } from './http/server.ts';
import { onResponseEnd, responseStatus } from './http/streams/responseEnd.ts';
import { createLog, type Log, secretsOf } from './log.ts';
import { standardError } from './standardError.ts';

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
  const log = createLog(settings.logLevel, standardError, secretsOf(settings));
  const companion = await assembleCompanion({
    settings,
    log,
    ...(at === undefined ? {} : { at }),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    ...(wall === undefined ? {} : { wall }),
  });
  const app = express();
  app.disable('x-powered-by').set('query parser', 'simple');
  app.use(assignRequestId, logRequests(log), companion.router);
  app.use(
    (_request, response, next) => {
      logResponseErrors(response, log);
      next();
    },
    companion.context.metrics.requests,
    securityHeaders(),
    homeRouter({ hasDashboard: settings.merchantApiKey !== null }),
    notFound,
  );
  const server = createHttpServer(app, timeouts);
  // First start, then listen: a start that fails has accepted nothing.
  try {
    await companion.start();
    await listen(server, settings);
  } catch (error) {
    await companion.stop();
    throw error;
  }
  server.on('error', (error) => log.error({ err: error }, 'server error'));
  const { address, port } = addressOf(server);
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  log.info({ url, environment: settings.operator.environment, store: companion.storage.store.kind }, 'listening');
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

function listen(server: Server, settings: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.http.port, settings.http.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server does not listen on a port.');
  return address;
}

/** Logs one line for each request: its path without secrets, its status and its duration. */
function logRequests(log: Log): express.RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    // A router that is mounted at a path removes it from the request.
    const path = request.path.replace(/^(\/v1\/callbacks\/).*/, '$1…');
    onResponseEnd(response, () => {
      log.info(
        {
          requestId: response.locals.requestId,
          method: request.method,
          path,
          status: responseStatus(response),
          ms: Math.round(performance.now() - started),
        },
        'request',
      );
    });
    next();
  };
}
