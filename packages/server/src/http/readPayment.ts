import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Language } from '@tsena/shared';
import { paymentIdSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import { findPayment } from '../core/storage/reads.ts';
import type { StoredPayment } from '../database/schema.ts';
import type { HttpContext } from './context.ts';
import { logResponseErrors } from './responseErrors.ts';
import { allowShops, securityHeaderValues } from './security.ts';

/** Answers a request, or passes it on. It needs no Express. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const ROUTE = '/v1/payments/{id}';
const PATH = /^\/v1\/payments\/([^/?]+)$/;

/**
 * Answers `GET /v1/payments/{id}` with a payment: the one implementation, which the Express route and {@link createPaymentReader} share.
 *
 * @param language of the failure's sentence; by default the shopper's
 * @param headers beside those that the response has already
 */
export function sendPayment(
  { subscriptions, poller, view }: Pick<HttpContext, 'subscriptions' | 'poller' | 'view'>,
  response: ServerResponse,
  payment: StoredPayment,
  language?: Language,
  headers: OutgoingHttpHeaders = {},
): void {
  subscriptions.polled(payment.id);
  poller.bringForward(payment);
  const body = JSON.stringify(view(payment, language));
  response
    .writeHead(200, {
      ...headers,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
}

/**
 * Makes the handler that answers `GET /v1/payments/{id}` before Express sees the request. Each page that waits for a payment sends this
 * request every two seconds. The handler passes on what needs a sentence in the shopper's language: an unknown id, a failed payment,
 * a storage failure.
 *
 * It answers two thirds more requests than the same handler as the first route in Express: 5,099/s instead of 3,062/s, with 162 µs
 * instead of 296 µs of CPU time each (medians of 9 alternating rounds, SQLite, 16 connections; through all middleware: 2,031/s).
 */
export function createPaymentReader(context: HttpContext): Handler {
  const { storage, log, metrics, settings } = context;
  const allowOrigin = allowShops(settings.allowedOrigins);
  const headers = securityHeaderValues();

  function answer(request: IncomingMessage, response: ServerResponse, payment: StoredPayment, startedAt: number): void {
    allowOrigin(request, response, () => {
      const requestId = randomUUID();
      sendPayment(context, response, payment, undefined, { ...headers, 'X-Request-Id': requestId });
      const ms = performance.now() - startedAt;
      metrics.requestEnded(ROUTE, 'GET', 200, ms / 1000);
      log.debug({ requestId, method: 'GET', path: request.url, status: 200, ms: Math.round(ms) }, 'request');
    });
  }

  return (request, response, next) => {
    logResponseErrors(response, log);
    const startedAt = performance.now();
    const id = request.method === 'GET' ? z.safeParse(paymentIdSchema, PATH.exec(request.url ?? '')?.[1]) : undefined;
    if (!id?.success) return next();
    findPayment(storage.store.db, id.data)
      .then(
        (payment) => {
          if (payment === undefined || payment.status === 'failed' || payment.differences !== null) next();
          else answer(request, response, payment, startedAt);
        },
        () => next(),
      )
      .catch((error: unknown) => {
        log.error({ err: error }, 'request failed');
        response.destroy();
      });
  };
}
