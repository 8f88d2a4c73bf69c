import type { RequestHandler } from 'express';
import { ProblemError } from '../input/problemError.ts';
import type { HttpContext } from './kit/context.ts';
import { onResponseEnd } from './kit/streams/responseEnd.ts';

const RETRY_AFTER_MS = 5000;

/**
 * Middleware for requests that need the database: a stop of the companion waits for their answers, and refuses those
 * that come when the database is about to be closed.
 */
export function answerBeforeClosing({
  inProgress,
  stopped,
}: Pick<HttpContext, 'inProgress' | 'stopped'>): RequestHandler {
  return (_request, response, next) => {
    if (stopped.aborted) throw new ProblemError('shutting_down', { retryAfterMs: RETRY_AFTER_MS });
    void inProgress.run(() => new Promise<void>((resolve) => onResponseEnd(response, resolve)));
    next();
  };
}
