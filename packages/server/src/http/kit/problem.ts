import {
  type FieldError,
  type Language,
  PROBLEMS,
  type Problem,
  type ProblemCode,
  pickLanguage,
  sentenceFor,
} from '@tsena/shared';
import { sentenceForMerchant } from '@tsena/shared/merchant';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import type * as z from 'zod/mini';
import { isStorageFailure, isUnstorableText } from '../../database/storageFailure.ts';
import { ProblemError, type ProblemExtras } from '../../input/problemError.ts';
import type { Log } from '../../log/log.ts';

const DEFAULT_RETRY_AFTER_MS = 5000;
const MAX_FIELD_ERRORS = 20;
/** While the database is away, each request fails for the same reason. */
const STORAGE_FAILURE_LOG_MS = 60_000;

/** The language of an answer: `?locale=`, else Accept-Language, else French, which most shops in Madagascar use. */
export function languageOf(request: Request): Language {
  const { locale } = request.query;
  const preferred = typeof locale === 'string' ? [locale] : [];
  return pickLanguage([...preferred, ...request.acceptsLanguages()]) ?? 'fr';
}

/** The wrong fields of a schema's error, at most 20, with their JSON pointers. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues
    .flatMap(nearestIssues)
    .slice(0, MAX_FIELD_ERRORS)
    .map(({ path, message }) => ({
      pointer: path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
      detail: message,
    }));
}

/** Of several forms that a body may have, what is wrong with the one that comes nearest. */
function nearestIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [nearest] = issue.errors.toSorted((one, other) => one.length - other.length);
  return nearest === undefined
    ? [issue]
    : nearest.flatMap((one) => nearestIssues({ ...one, path: [...issue.path, ...one.path] }));
}

/** The members that each problem document of a code has; `detail` is the payer's sentence, unless given. */
export function problemOf(code: ProblemCode, language: Language, detail = sentenceFor(code, language)): Problem {
  const { status, cause: title } = PROBLEMS[code];
  return { type: `urn:tsena:problem:${code}`, title, status, detail, code };
}

/** The sentence for the person who reads the answer: merchants use `/v1/merchant`, payers everything else. */
function sentenceOf(code: ProblemCode, request: Request): string {
  const describe = /\/v1\/merchant(?![\w-])/.test(request.originalUrl) ? sentenceForMerchant : sentenceFor;
  return describe(code, languageOf(request));
}

/** Answers with a problem document. 429 and 503 carry Retry-After. */
export function sendProblem(request: Request, response: Response, code: ProblemCode, extras: ProblemExtras = {}): void {
  const { status, retry } = PROBLEMS[code];
  const errors = extras.errors === undefined ? {} : { errors: [...extras.errors] };
  const problem = { ...problemOf(code, languageOf(request), sentenceOf(code, request)), ...extras.members, ...errors };
  const retryAfter = extras.retryAfterMs ?? (retry === 'later' && status >= 429 ? DEFAULT_RETRY_AFTER_MS : null);
  setRetryAfter(response, retryAfter);
  if (status === 401) response.set('WWW-Authenticate', 'Bearer');
  if (extras.allow !== undefined) response.set('Allow', extras.allow.join(', '));
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

/** Sets Retry-After, in whole seconds, rounded up. */
export function setRetryAfter(response: Response, ms: number | null | undefined): void {
  if (ms != null) response.set('Retry-After', String(Math.max(1, Math.ceil(ms / 1000))));
}

/** Serves GET at a path, and answers 405 to other methods. */
export function serveGet(router: Router, path: string, ...handlers: readonly RequestHandler[]): void {
  router
    .route(path)
    .get(...handlers)
    .all(rejectOtherMethods('GET'));
}

/** Answers 405 for each method that a route does not support. */
export function rejectOtherMethods(...methods: readonly string[]): RequestHandler {
  return (request, response) =>
    sendProblem(request, response, 'method_not_allowed', { allow: [...methods, 'OPTIONS'] });
}

/** Answers 404 for each address that no route serves. */
export const notFound: RequestHandler = (request, response) => sendProblem(request, response, 'not_found');

/** The problem code of an error that is not a {@link ProblemError}. Express's own errors carry a status. */
function problemCodeOf(error: unknown): ProblemCode {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return 'body_too_large';
  if (status === 415) return 'unsupported_media_type';
  // The client's mistakes come first: if it disconnects within its body, the error's code is that of a broken
  // connection.
  if (typeof status === 'number' && status >= 400 && status < 500) return 'invalid_request';
  if (isUnstorableText(error)) return 'invalid_request';
  return isStorageFailure(error) ? 'storage_unavailable' : 'internal';
}

/**
 * Answers errors of handlers: with a problem document, unless `send` answers another way. Only faults of the companion
 * are logged as errors.
 */
export function problemHandler(log: Log, send: typeof sendProblem = sendProblem): ErrorRequestHandler {
  const logStorageFailure = createStorageFailureLog(log);
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof ProblemError) {
      // Callers cannot fix these; the person who runs the host app must.
      if (PROBLEMS[error.code].status === 500)
        log.error({ err: error, requestId: response.locals.requestId }, PROBLEMS[error.code].cause);
      send(request, response, error.code, error.extras);
      return;
    }
    const code = problemCodeOf(error);
    const { requestId } = response.locals;
    if (code === 'storage_unavailable') logStorageFailure(error, requestId);
    else if (PROBLEMS[code].status >= 500) log.error({ err: error, requestId }, 'request failed');
    send(request, response, code);
  };
}

/** Writes at most one line a minute, with the number of failures since the last one that are in no line. */
function createStorageFailureLog(log: Log) {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let unwritten = 0;
  return (error: unknown, requestId: string): void => {
    const now = performance.now();
    if (now - writtenAt < STORAGE_FAILURE_LOG_MS) {
      unwritten += 1;
      return;
    }
    log.error({ err: error, requestId, unwritten }, 'request failed');
    writtenAt = now;
    unwritten = 0;
  };
}
