import express, { type ErrorRequestHandler, type Router } from 'express';
import { type Answer, write } from '../answer.ts';
import type { Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { Transaction } from '../ledger.ts';
import { type Desk, factsOf } from '../portalSession.ts';
import { answerFor, noSuchPath } from '../refusals.ts';
import { checkHeaders, checkToken } from './headers.ts';
import { initiate } from './initiate.ts';
import { readDetails, readStatus } from './lookups.ts';
import { peek } from './peek.ts';
import { header, readRequest, type ServiceRequest } from './request.ts';
import { issueToken } from './token.ts';
import { underFault } from './underFault.ts';
import type { World } from './world.ts';

/** What the router needs beyond the {@link World}. */
export interface ServiceParts extends World {
  readonly desk: Desk;
  readonly faults: Faults;
  readonly journal: Journal;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** The service's four endpoints (section 4), under the fault rules. */
export function serviceRouter(parts: ServiceParts): Router {
  const { settings, faults, journal, tokens, closing } = parts;
  const { dialect } = settings;
  const router = express.Router();

  router.use(async (incoming, response) => {
    const started = performance.now();
    const request = await readRequest(settings.service, incoming, response);
    const asked = peek(request.json);
    const concerned = findConcerned(request, parts);
    const facts = concerned === undefined ? { msisdn: asked.msisdn ?? undefined, amount: asked.amount ?? undefined } : factsOf(concerned);
    const fault = request.on === 'other' ? undefined : faults.forRequest(request.on, facts);
    const entry = journal.open(
      {
        ...asked,
        on: request.on,
        method: request.method,
        path: request.path,
        correlationId: header(request, 'x-correlationid') ?? null,
        callback: header(request, 'x-callback-url') !== undefined,
        serverCorrelationId: concerned?.serverCorrelationId ?? null,
        fault: fault?.do ?? null,
      },
      settings.now(),
    );

    const work = async () => {
      const answer = await answerTo(request, parts);
      entry.serverCorrelationId = answer.serverCorrelationId ?? entry.serverCorrelationId;
      return answer;
    };
    const outcome = await underFault(fault, work, { dialect, tokens, closing });
    journal.end(entry, typeof outcome === 'string' ? outcome : outcome.status, performance.now() - started);
    if (outcome === 'reset') incoming.socket.resetAndDestroy();
    else if (outcome !== 'hang') write(response, outcome);
  });

  const onError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    console.error(error);
    write(response, answerFor(dialect, 500));
  };
  router.use(onError);
  return router;
}

function findConcerned({ on, id }: ServiceRequest, { ledger }: World): Transaction | undefined {
  if (on === 'status') return ledger.find(id);
  return on === 'details' ? ledger.findByReference(id) : undefined;
}

async function answerTo(request: ServiceRequest, parts: ServiceParts): Promise<Answer> {
  if (request.on === 'other') return noSuchPath(parts.settings.dialect);
  if (request.on === 'token') return issueToken(request, parts);
  const refused = checkToken(request, parts) ?? checkHeaders(request, parts);
  if (refused !== undefined) return refused;
  if (request.on === 'status') return readStatus(request, parts);
  if (request.on === 'details') return readDetails(request, parts);
  return initiate(request, parts, parts.desk);
}
