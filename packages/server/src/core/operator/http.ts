import http from 'node:http';
import https from 'node:https';
import { readOperatorError } from '@tsena/shared/operator';
import axios, { isAxiosError } from 'axios';
import { parseJson } from '../../input/parseJson.ts';
import { redact } from '../../log/redact.ts';
import type { Clock } from '../../time/clock.ts';
import type { Reply } from './outcome.ts';
import { readBusyFor, readRetryAfter } from './retryAfter.ts';

/** One HTTP request to the operator. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** The path below the base address, with its leading slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** By `performance.now`, ms: a connection that opens later is not used. */
  readonly openBefore?: number;
  /** From connecting to the end of the answer, ms; default: the time limit of all requests. */
  readonly timeoutMs?: number;
}

/** Sends requests to the operator, each exactly once. */
export interface OperatorHttp {
  /** Sends one request once. Does not throw: the reply has the result. */
  send(call: Call): Promise<Reply>;
  close(): void;
}

const MAX_ANSWER_BYTES = 256 * 1024;
/** Shorter than the 5 s after which common servers close an idle connection. */
const IDLE_MS = 4_000;

/**
 * Lookups reuse connections. A POST uses a new one: the server may close a reused connection at that moment, and the
 * reset would leave a payment unresolved that the operator never received. TLS sessions are resumed in both cases.
 */
function createAgents(secure: boolean): { readonly reusing: http.Agent; readonly fresh: http.Agent } {
  const Agent = secure ? https.Agent : http.Agent;
  return { reusing: new Agent({ keepAlive: true, timeout: IDLE_MS }), fresh: new Agent({ keepAlive: false }) };
}

/**
 * Whether the request can have left this machine: the connection was open, with TLS handshake and certificate check.
 */
interface Connection {
  isOpen: boolean;
  /** A process that pauses gets the event of the connection before that of the timer. */
  isLate(): boolean;
}

/**
 * Node's `request`, with a note of when the socket connects. Before that, no byte of the request can have been sent,
 * whatever the error. A list of error codes would be less certain. If it connects too late, nothing is sent: the
 * caller's permission to send may have ended while this process paused.
 */
function watchedTransport(secure: boolean, connection: Connection) {
  return {
    request(options: https.RequestOptions, onAnswer: (answer: http.IncomingMessage) => void): http.ClientRequest {
      const request = (secure ? https : http).request(options, onAnswer);
      request.once('socket', (socket) => {
        if (!socket.connecting) connection.isOpen = true;
        else
          socket.once(secure ? 'secureConnect' : 'connect', () => {
            if (connection.isLate()) request.destroy(new ConnectedTooLate());
            else connection.isOpen = true;
          });
      });
      return request;
    },
  };
}

/**
 * Aborts after a time. A process that was stopped for longer gets its timers before its sockets: an answer that has
 * arrived meanwhile is read first, in the turns of the event loop that follow.
 */
function abortAfter(limit: AbortController, ms: number): NodeJS.Timeout {
  return setTimeout(() => setImmediate(() => setImmediate(() => limit.abort())), ms);
}

class ConnectedTooLate extends Error {
  readonly code = 'CONNECTED_TOO_LATE';
}

function headerText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readAnswer(status: number, text: string, headers: Readonly<Record<string, unknown>>, clock: Clock): Reply {
  const body = parseJson(text);
  const nextAccessTime = readOperatorError(body)?.nextAccessTime;
  const date = Date.parse(headerText(headers.date) ?? '');
  const now = Number.isNaN(date) ? clock.now() : date;
  const wait = status === 429 ? readBusyFor : readRetryAfter;
  return {
    kind: 'answer',
    status,
    body,
    empty: text.trim() === '',
    retryAfterMs: wait(headerText(headers['retry-after']), nextAccessTime, now),
  };
}

function errorName(error: unknown): string {
  if (isAxiosError(error)) return error.code ?? error.cause?.name ?? 'error';
  return error instanceof Error ? error.name : 'error';
}

/**
 * Creates the HTTP client. It follows no redirects and ignores the environment's proxies, because both hide whether a
 * request was sent.
 *
 * @param timeoutMs from connecting to the end of the answer
 */
export function createOperatorHttp(baseUrl: string, timeoutMs: number, clock: Clock): OperatorHttp {
  const secure = baseUrl.startsWith('https:');
  const agents = createAgents(secure);
  const client = axios.create({
    baseURL: baseUrl,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: MAX_ANSWER_BYTES,
    // A compressed answer is ready only some turns of the event loop after it arrived.
    headers: { 'Accept-Encoding': 'identity' },
    responseType: 'text',
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
    validateStatus: () => true,
  });

  return {
    async send({ method, path, headers, body, openBefore = Number.POSITIVE_INFINITY, timeoutMs: ownMs = timeoutMs }) {
      const limitMs = Math.min(ownMs, timeoutMs);
      const before = Math.min(performance.now() + limitMs, openBefore);
      const wallBefore = clock.now() + limitMs;
      // While the machine sleeps, only the wall clock goes on.
      const connection: Connection = {
        isOpen: false,
        isLate: () => performance.now() >= before || clock.now() >= wallBefore,
      };
      const limit = new AbortController();
      const timer = abortAfter(limit, limitMs);
      const agent = method === 'POST' ? agents.fresh : agents.reusing;
      try {
        const answer = await client.request<string>({
          method,
          url: path,
          headers,
          data: body,
          httpAgent: agent,
          httpsAgent: agent,
          transport: watchedTransport(secure, connection),
          signal: limit.signal,
        });
        return readAnswer(answer.status, answer.data, answer.headers, clock);
      } catch (error) {
        const reason = limit.signal.aborted ? `no answer within ${limitMs} ms` : redact(errorName(error));
        return connection.isOpen ? { kind: 'no_answer', reason } : { kind: 'never_sent', reason };
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      agents.reusing.destroy();
      agents.fresh.destroy();
    },
  };
}
