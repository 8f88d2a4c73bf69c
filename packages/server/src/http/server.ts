import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { PROBLEMS, type Problem, sentenceFor } from '@tsena/shared';

/** How long a client may take, ms. Who is slower is cut off, so that slow ones cannot hold all connections. */
export interface Timeouts {
  /** For all of a request. */
  readonly requestTimeout: number;
  readonly headersTimeout: number;
  /** Between two requests on one connection. */
  readonly keepAliveTimeout: number;
  /** How often connections are looked through for those that are too slow. */
  readonly connectionsCheckingInterval: number;
}

const TIMEOUTS: Timeouts = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  // Longer than proxies keep a connection to us (nginx and AWS 60 s, Caddy 120 s), so that none sends on one that we are just closing.
  keepAliveTimeout: 125_000,
  connectionsCheckingInterval: 5000,
};
/** After which a connection is closed on which nothing moves either way during a request, ms; an event stream's heartbeat moves. */
const STANDSTILL = 120_000;
const MAX_HEADER_SIZE = 16 * 1024;

/** The companion's HTTP server: bounds on what a client may send and how slowly, and a problem document for what is no HTTP. */
export function createHttpServer(listener: RequestListener, timeouts: Partial<Timeouts> = {}): Server {
  const options: ServerOptions = { ...TIMEOUTS, ...timeouts, maxHeaderSize: MAX_HEADER_SIZE };
  const server = createServer(options, listener);
  server.setTimeout(STANDSTILL);
  // An expectation that nobody knows is no reason for an answer of its own.
  server.on('checkExpectation', listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Once an answer has begun, another one would be read as a part of it.
    const hasBegun = 'bytesWritten' in socket && typeof socket.bytesWritten === 'number' && socket.bytesWritten > 0;
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) socket.destroy();
    else socket.end(REFUSAL, () => socket.destroy());
  });
  return server;
}

const refused: Problem = {
  type: 'urn:tsena:problem:invalid_request',
  title: PROBLEMS.invalid_request.cause,
  status: 400,
  detail: sentenceFor('invalid_request', 'fr'),
  code: 'invalid_request',
};
const body = JSON.stringify(refused);
const REFUSAL = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/problem+json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(body)}`,
  'Connection: close',
  '',
  body,
].join('\r\n');
