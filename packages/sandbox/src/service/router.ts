import { setTimeout as sleep } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type Response, type Router } from 'express';
import { type Answer, answerFor, badField, refuse, throttled } from '../answer.ts';
import { type Desk, factsOf } from '../desk.ts';
import type { Faults } from '../faults.ts';
import type { Journal, JournalEntry } from '../journal.ts';
import { checkHeaders, checkToken } from './headers.ts';
import { peek, readInitiation, readJson } from './initiate.ts';
import { notificationMethod, readDetails, readStatus } from './lookups.ts';
import { header, route, type ServiceRequest } from './request.ts';
import { issueToken } from './token.ts';
import type { World } from './world.ts';

const MAX_BODY = '64kb';

/** What the router needs beyond the {@link World}. */
export interface ServiceParts extends World {
  readonly desk: Desk;
  readonly faults: Faults;
  readonly journal: Journal;
  /** Aborted when the sandbox closes; ends delays. */
  readonly closing: AbortSignal;
}

/** The service's four endpoints (section 4), under the fault rules. */
export function serviceRouter(parts: ServiceParts): Router {
  const { settings, faults, journal, tokens, ledger } = parts;
  const { dialect } = settings;
  const router = express.Router();

  // A body on a GET is passed over, so it need not be readable.
  const readText = express.text({ type: () => true, limit: MAX_BODY });
  router.use((request, response, next) => (request.method === 'POST' ? readText(request, response, next) : next()));

  router.use(async (incoming, response) => {
    const text: unknown = incoming.body;
    const request: ServiceRequest = {
      ...route(settings.service, incoming.method, incoming.url),
      method: incoming.method,
      headers: incoming.headers,
      text: typeof text === 'string' ? text : '',
    };
    const body = request.on === 'initiate' ? readJson(request) : undefined;
    const asked = peek(body);
    const entry = journal.open(
      {
        ...asked,
        on: request.on,
        method: request.method,
        path: request.path,
        correlationId: header(request, 'x-correlationid') ?? null,
        callback: header(request, 'x-callback-url') !== undefined,
      },
      settings.now(),
    );
    const started = performance.now();
    const concerned = request.on === 'status' ? ledger.find(request.id) : ledger.findByReference(request.id);
    const facts = concerned === undefined ? { msisdn: asked.msisdn ?? undefined, amount: asked.amount ?? undefined } : factsOf(concerned);
    const fault = request.on === 'other' ? undefined : faults.forRequest(request.on, facts);
    entry.serverCorrelationId = concerned?.serverCorrelationId ?? null;
    entry.fault = fault?.do ?? null;

    const end = (answered: JournalEntry['answered']) => {
      entry.answered = answered;
      entry.ms = Math.round(performance.now() - started);
    };
    const send = (answer: Answer) => {
      end(answer.status);
      write(response, answer);
    };
    const reset = () => {
      end('reset');
      incoming.socket.resetAndDestroy();
    };

    switch (fault?.do) {
      case 'hang':
        return end('hang');
      case 'reset':
        return reset();
      case 'status':
        return send(answerFor(dialect, fault.value ?? 500));
      case 'throttle':
        return send(throttled(dialect, fault.value ?? 1));
      case 'garbage':
        end(200);
        response.status(200).type('text/html').send('<html><body>{"status":"pend');
        return;
      case 'expire-token':
        tokens.revokeAll();
        break;
      case 'delay':
        if (!(await sleep(fault.value ?? 0, true, { signal: parts.closing }).catch(() => false))) return;
        break;
    }

    const answer = await answerTo(request, body, parts);
    entry.serverCorrelationId = answer.serverCorrelationId ?? entry.serverCorrelationId;
    if (answer.status >= 300) return send(answer);
    switch (fault?.do) {
      case 'accept-then-hang':
        return end('hang');
      case 'accept-then-reset':
        return reset();
      case 'accept-then-status':
        return send(answerFor(dialect, fault.value ?? 500));
    }
    send(answer);
  });

  const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500;
    write(response, status < 500 ? badField(dialect, 'body', 'cannot be read') : answerFor('spec', 500));
  };
  router.use(onError);
  return router;
}

async function answerTo(request: ServiceRequest, body: unknown, parts: ServiceParts): Promise<Answer> {
  const { dialect } = parts.settings;
  if (request.on === 'token') return issueToken(request, parts);
  if (request.on === 'other') {
    return refuse(dialect, { status: 404, category: 'identification', code: 'identifierError', description: 'Resource not found.' });
  }
  const refused = checkToken(request, parts) ?? checkHeaders(request, parts);
  if (refused !== undefined) return refused;
  if (request.on === 'status') return readStatus(request, parts);
  if (request.on === 'details') return readDetails(request, parts);

  const order = readInitiation(request, body, parts);
  if ('status' in order) return order;
  const { serverCorrelationId } = await parts.desk.open(order);
  return {
    status: dialect === 'spec' ? 200 : 202,
    serverCorrelationId,
    body: { status: 'pending', serverCorrelationId, notificationMethod: notificationMethod(order) },
  };
}

function write(response: Response, { status, headers, body }: Answer): void {
  response.status(status).set({ ...headers });
  if (body === undefined) response.end();
  else response.type('application/json').send(JSON.stringify(body));
}
