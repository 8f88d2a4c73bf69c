import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { problemOf } from './kit/problem.ts';

/** Time limits for a client, ms. Slower clients are disconnected, so that they cannot hold all connections. */
export interface Timeouts {
  /** For a whole request. */
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  /** Between two requests on one connection. */
  readonly keepAliveTimeout: number;
  /** The interval at which the server searches for slow connections. */
  readonly connectionsCheckingInterval: number;
}

const TIMEOUTS: Timeouts = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  // Longer than proxies keep a connection (nginx and AWS 60 s, Caddy 120 s), so that none sends a request on a
  // connection that closes.
  keepAliveTimeout: 125_000,
  connectionsCheckingInterval: 5000,
};
/** A connection without any bytes in either direction for so long is closed. An event stream's heartbeat counts. */
const IDLE_TIMEOUT_MS = 120_000;
const MAX_HEADER_BYTES = 16 * 1024;

const socketsOf = new WeakMap<Server, Set<Socket>>();

/**
 * Makes the HTTP server: it limits the size and duration of requests, and answers malformed HTTP with a problem
 * document.
 */
export function createHttpServer(app: Express, timeouts: Partial<Timeouts> = {}): Server {
  const options: ServerOptions = { ...TIMEOUTS, ...timeouts, ...classesOf(app), maxHeaderSize: MAX_HEADER_BYTES };
  const server = createServer(options, app);
  server.setTimeout(IDLE_TIMEOUT_MS);
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // An unknown Expect header is ignored.
  server.on('checkExpectation', app);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // After the first bytes of an answer, a second answer would be read as a part of it.
    const hasBegun = 'bytesWritten' in socket && typeof socket.bytesWritten === 'number' && socket.bytesWritten > 0;
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) socket.destroy();
    else socket.end(malformedRequestAnswer(), () => socket.destroy());
  });
  return server;
}

/**
 * Classes for Node's requests and responses that have Express's methods from the start. Express would change the
 * prototype of each request, and V8 would then find every member of it the slow way, which costs more than all the rest
 * of a short request.
 */
function classesOf(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<For extends IncomingMessage> extends ServerResponse<For> {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/**
 * Closes the connections without a request in progress. Those on which nothing was sent are not idle to Node: browsers
 * open them in advance, and a stop would wait for them.
 */
export function closeIdleConnections(server: Server): void {
  server.closeIdleConnections();
  for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

const BODY = JSON.stringify(problemOf('invalid_request', 'fr'));

function malformedRequestAnswer(): string {
  return [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(BODY)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
    '',
    BODY,
  ].join('\r\n');
}
