import { type FieldError, type Language, PROBLEMS, type Problem, type ProblemCode, pickLanguage, sentenceFor } from '@tsena/shared';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type * as z from 'zod/mini';
import type { Log } from '../log.ts';
import { isStorageFailure, isUnstorableText } from '../storage/storageFailure.ts';

/** What a problem document may carry beside its code. */
export interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  /** ms; becomes Retry-After in whole seconds. */
  readonly retryAfterMs?: number | null | undefined;
  /** Extension members of the document. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** For 405. */
  readonly allow?: readonly string[];
}

/** Thrown by a handler to answer with a problem document (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, extras: ProblemExtras = {}) {
    super(code);
    this.code = code;
    this.extras = extras;
  }
}

const DEFAULT_RETRY_AFTER_MS = 5000;

/** The language of an answer: `?locale=`, else Accept-Language, else French, which most of the country's shops speak. */
export function languageOf(request: Request): Language {
  const { locale } = request.query;
  const asked = typeof locale === 'string' ? [locale] : [];
  return pickLanguage([...asked, ...request.acceptsLanguages()]) ?? 'fr';
}

/** A schema's issues: for each field, its JSON pointer and what is wrong. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.slice(0, 20).map(({ path, message }) => ({
    pointer: path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    detail: message,
  }));
}

/** Answers with a problem document. */
export function sendProblem(request: Request, response: Response, code: ProblemCode, extras: ProblemExtras = {}): void {
  const { status, retry, cause } = PROBLEMS[code];
  const problem: Problem = {
    type: `urn:tsena:problem:${code}`,
    title: cause,
    status,
    detail: sentenceFor(code, languageOf(request)),
    code,
    ...extras.members,
    ...(extras.errors === undefined ? {} : { errors: [...extras.errors] }),
  };
  const retryAfter = extras.retryAfterMs ?? (retry === 'later' && status >= 429 ? DEFAULT_RETRY_AFTER_MS : null);
  if (retryAfter !== null) response.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter / 1000))));
  if (status === 401) response.set('WWW-Authenticate', 'Bearer');
  if (extras.allow !== undefined) response.set('Allow', extras.allow.join(', '));
  response.status(status).set('Cache-Control', 'no-store').type('application/problem+json').send(JSON.stringify(problem));
}

/** Answers 405 for every method that a route does not take. */
export function onlyMethods(...methods: readonly string[]): RequestHandler {
  return (request, response) => sendProblem(request, response, 'method_not_allowed', { allow: [...methods, 'OPTIONS'] });
}

/** Answers 404 for every address that no router took. */
export const notFound: RequestHandler = (request, response) => sendProblem(request, response, 'not_found');

/** body-parser's and Express's own errors carry a status and a type. */
function codeOf(error: unknown): ProblemCode {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return 'body_too_large';
  if (status === 415) return 'unsupported_media_type';
  // First of all the client's own: where it breaks off in its body, the error's code is that of a broken connection.
  if (typeof status === 'number' && status >= 400 && status < 500) return 'invalid_request';
  if (isUnstorableText(error)) return 'invalid_request';
  return isStorageFailure(error) ? 'storage_unavailable' : 'internal';
}

/** Turns whatever a handler threw into a problem document; only our own faults are logged as errors. */
export function problemHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof ProblemError) {
      // Callers cannot mend it: who runs the app has to.
      if (PROBLEMS[error.code].status === 500) log.error({ err: error, requestId: response.locals.requestId }, PROBLEMS[error.code].cause);
      sendProblem(request, response, error.code, error.extras);
      return;
    }
    const code = codeOf(error);
    if (PROBLEMS[code].status >= 500) log.error({ err: error, requestId: response.locals.requestId }, 'a request failed');
    sendProblem(request, response, code);
  };
}
