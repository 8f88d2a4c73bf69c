import type { RequestHandler } from 'express';
import type { Log } from '../../../log/log.ts';

/** Strangers can send any origin: the log names no more than so many. */
const MAX_NAMED = 20;
const MAX_CHARACTERS = 200;

/** Logs each page once that may not call the companion: its browser shows the shopper nothing but a dead network. */
export function logRefusedOrigins(allowed: readonly string[], log: Log): RequestHandler {
  const named = new Set<string>();
  return (request, _response, next) => {
    const origin = request.get('origin');
    const isOwn = request.get('sec-fetch-site') === 'same-origin';
    if (origin !== undefined && !isOwn && !allowed.includes(origin) && !named.has(origin) && named.size < MAX_NAMED) {
      named.add(origin);
      log.warn(
        { origin: origin.slice(0, MAX_CHARACTERS) },
        'a page of this origin was refused: ALLOWED_ORIGINS does not name it',
      );
    }
    next();
  };
}
