import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** Headers for answers that no browser should show as a page or frame. */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Shops on other origins read these answers; CORS says which.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
}

/** Gives each request an id that its answer and the log carry. */
export const requestId: RequestHandler = (_request, response, next) => {
  const id = randomUUID();
  response.locals.requestId = id;
  response.set('X-Request-Id', id);
  next();
};

/** The id that {@link requestId} gave; undefined in a host's app that does not use it. */
export function requestIdOf(response: Response): string | undefined {
  const id: unknown = response.locals.requestId;
  return typeof id === 'string' ? id : undefined;
}
