import { randomUUID } from 'node:crypto';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

const OPTIONS: HelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  // Shops on other origins read these answers; CORS says which.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
};

/** Headers for answers that no browser should show as a page or frame. */
export function securityHeaders(): RequestHandler {
  return helmet(OPTIONS);
}

/** What {@link securityHeaders} puts on every answer. */
export function fixedHeaders(): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(OPTIONS)(request, response, () => undefined);
  return response.getHeaders();
}

/** Browsers on the shop's own pages may call; no cookie or other credential goes with it. */
export function allowShops(origins: readonly string[]) {
  return cors<IncomingMessage>({
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language'],
    exposedHeaders: ['Retry-After', 'Location'],
    maxAge: 86_400,
  });
}

/** Gives each request an id that its answer and the log carry, unless it has one. */
export const requestId: RequestHandler = (_request, response, next) => {
  if (requestIdOf(response) !== undefined) return next();
  const id = randomUUID();
  response.locals.requestId = id;
  response.set('X-Request-Id', id);
  next();
};

/** The id that {@link requestId} gave. */
export function requestIdOf(response: Response): string | undefined {
  const id: unknown = response.locals.requestId;
  return typeof id === 'string' ? id : undefined;
}
