import http from 'node:http';
import https from 'node:https';
import { readOperatorError } from '@tsena/shared/operator';
import axios, { isAxiosError } from 'axios';
import type { Clock } from '../clock.ts';
import { redact } from '../redact.ts';
import type { Reply } from './outcome.ts';
import { readBusyFor, readRetryAfter } from './retryAfter.ts';

/** One HTTP request to the operator. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Below the base address, with its slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests to the operator, each exactly once. */
export interface OperatorHttp {
  /** Never throws, and never sends again: what came of the one request is in the reply. */
  send(call: Call): Promise<Reply>;
  close(): void;
}

const MAX_ANSWER_BYTES = 256 * 1024;
/** Below the 5 s after which common servers close an idle connection. */
const IDLE_MS = 4_000;

/**
 * Look-ups reuse connections. A POST takes a fresh one: on a reused one the server may be closing just then,
 * and the reset would leave a payment unresolved that was never seen. TLS sessions are resumed either way.
 */
function createAgents(secure: boolean): { readonly reusing: http.Agent; readonly fresh: http.Agent } {
  const Agent = secure ? https.Agent : http.Agent;
  return { reusing: new Agent({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' }), fresh: new Agent({ keepAlive: false }) };
}

/** Whether a request can have left: its connection stood, TLS handshake and certificate included. */
interface Wire {
  open: boolean;
}

/**
 * Node's own `request`, watched: until the socket has connected, nothing of the request can have been sent,
 * whatever error ends it. That is a proof; a list of error codes would be a guess.
 */
function watchedTransport(secure: boolean, wire: Wire) {
  return {
    request(options: https.RequestOptions, onAnswer: (answer: http.IncomingMessage) => void): http.ClientRequest {
      const request = (secure ? https : http).request(options, onAnswer);
      request.once('socket', (socket) => {
        if (request.reusedSocket || !socket.connecting) wire.open = true;
        else
          socket.once(secure ? 'secureConnect' : 'connect', () => {
            wire.open = true;
          });
      });
      return request;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
 * Redirects are not followed and proxies of the environment not used: both would hide whether a request was sent.
 *
 * @param timeoutMs for connecting and the whole answer together
 */
export function createOperatorHttp(baseUrl: string, timeoutMs: number, clock: Clock): OperatorHttp {
  const secure = baseUrl.startsWith('https:');
  const agents = createAgents(secure);
  const client = axios.create({
    baseURL: baseUrl,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: MAX_ANSWER_BYTES,
    responseType: 'text',
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
    validateStatus: () => true,
  });

  return {
    async send({ method, path, headers, body }) {
      const wire: Wire = { open: false };
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), timeoutMs);
      const agent = method === 'POST' ? agents.fresh : agents.reusing;
      try {
        const answer = await client.request<string>({
          method,
          url: path,
          headers,
          data: body,
          httpAgent: agent,
          httpsAgent: agent,
          transport: watchedTransport(secure, wire),
          signal: limit.signal,
        });
        return readAnswer(answer.status, answer.data, answer.headers, clock);
      } catch (error) {
        const reason = limit.signal.aborted ? `no answer within ${timeoutMs} ms` : redact(errorName(error));
        return wire.open ? { kind: 'no_answer', reason } : { kind: 'never_sent', reason };
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
