import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { paymentIdSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import { findPayment } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { HttpContext } from './context.ts';
import { logResponseErrors } from './responseErrors.ts';
import { allowShops, fixedHeaders } from './security.ts';

/** Answers a request, or hands it on. It needs nothing of Express. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const ROUTE = '/v1/payments/{id}';
const PATH = /^\/v1\/payments\/([^/?]+)$/;

/**
 * `GET /v1/payments/{id}`, which every waiting page asks every two seconds, ahead of all else that checks a request. What is not the
 * plain case (an unknown id, a failure to be put into words, a store that is away) is handed on to the route, which answers the same.
 */
export function answerPolls(context: HttpContext): Handler {
  const { storage, subscriptions, metrics, poller, settings, log } = context;
  const shops = allowShops(settings.allowedOrigins);
  const headers = { ...fixedHeaders(), 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' };

  function answer(request: IncomingMessage, response: ServerResponse, payment: StoredPayment, started: number): void {
    subscriptions.polled(payment.id);
    poller.bringForward(payment);
    shops(request, response, () => {
      const requestId = randomUUID();
      const body = JSON.stringify(context.view(payment));
      response.writeHead(200, { ...headers, 'X-Request-Id': requestId, 'Content-Length': Buffer.byteLength(body) }).end(body);
      const ms = performance.now() - started;
      metrics.requestEnded(ROUTE, 'GET', 200, ms / 1000);
      log.debug({ requestId, method: 'GET', path: request.url, status: 200, ms: Math.round(ms) }, 'request');
    });
  }

  return (request, response, next) => {
    logResponseErrors(response, log);
    const started = performance.now();
    const id = request.method === 'GET' ? z.safeParse(paymentIdSchema, PATH.exec(request.url ?? '')?.[1]) : undefined;
    if (!id?.success) return next();
    findPayment(storage.store.db, id.data)
      .then(
        (payment) => {
          if (payment === undefined || payment.status === 'failed' || payment.differences !== null) next();
          else answer(request, response, payment, started);
        },
        () => next(),
      )
      .catch((error: unknown) => {
        log.error({ err: error }, 'a request failed');
        response.destroy();
      });
  };
}
