import {
  detailsResponseSchema,
  initiationResponseSchema,
  type OperatorError,
  readOperatorError,
  readState,
  statusResponseSchema,
} from '@tsena/shared/operator';
import * as z from 'zod/mini';
import { redact } from '../../log/redact.ts';
import type {
  DetailsOutcome,
  FailureCode,
  InitiationOutcome,
  StatusOutcome,
  Unavailable,
} from '../rules/operatorAnswers.ts';
import type { NotificationMethod } from '../rules/payment.ts';

/** The result of one HTTP request. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Parsed JSON; undefined if empty or unreadable. */
      readonly body: unknown;
      readonly empty: boolean;
      /** From Retry-After, or the body's nextAccessTime. */
      readonly retryAfterMs: number | null;
    }
  /** DNS, connection refused, TLS, no route: no byte of the request left this machine. */
  | { readonly kind: 'never_sent'; readonly reason: string }
  /** Timeout, reset, incomplete body: the operator may have processed the request. */
  | { readonly kind: 'no_answer'; readonly reason: string };

const MAX_REASON_CHARACTERS = 200;
const MAX_STATUS_CHARACTERS = 50;

/** GSMA error codes, in lower case, that are more precise than the HTTP status. */
const BY_ERROR_CODE: Readonly<Record<string, FailureCode>> = {
  insufficientfunds: 'insufficient_funds',
  requestdeclined: 'payment_declined',
  samepartieserror: 'same_parties',
  lessthantransactionminvalue: 'amount_too_small',
  greaterthantransactionmaxvalue: 'amount_too_large',
  dailyvaluelimitexceeded: 'amount_too_large',
  weeklyvaluelimitexceeded: 'amount_too_large',
  monthlyvaluelimitexceeded: 'amount_too_large',
  identifiererror: 'payer_unknown',
};

/**
 * The HTTP statuses that refuse an initiation for certain (section 7.1). For all others the outcome is unknown: 405,
 * 406, 413, 415 and 422 are in none of the operator's tables, and servers often send a 406 after they did the work.
 */
const BY_STATUS: Readonly<Record<string, FailureCode>> = {
  400: 'request_refused',
  401: 'operator_credentials',
  402: 'payment_failed',
  403: 'operator_credentials',
  404: 'request_refused',
  429: 'operator_busy',
};

/** "Error in getting user language": it comes and goes with the same request, and nothing was created. */
const TEMPORARY_MM_CODE = '4002';

const DATE_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

function lookup<Value>(table: Readonly<Record<string, Value>>, key: string | undefined): Value | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

function hasMember(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name);
}

/** Whether an HTTP status reports success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/**
 * Describes a reply for history and log: HTTP status, the operator's code and description, or why there is no answer.
 */
export function describe(reply: Reply): string {
  return redact(reply.kind === 'answer' ? describeAnswer(reply) : `${reply.kind}: ${reply.reason}`).slice(
    0,
    MAX_REASON_CHARACTERS,
  );
}

function describeAnswer(answer: Extract<Reply, { kind: 'answer' }>): string {
  const error = readOperatorError(answer.body);
  if (error !== undefined) {
    const parameters = error.parameters.map(({ key, value }) =>
      key.toLowerCase() === 'mmerrorcode' ? value : `${key}=${value}`,
    );
    return [answer.status, error.code ?? error.category, ...parameters, error.description]
      .filter((part) => part !== undefined)
      .join(' ');
  }
  return `${answer.status} ${answer.empty ? 'without a body' : answer.body === undefined ? 'with a body that is not JSON' : 'with an unexpected body'}`;
}

function refusalCode(status: number, error: OperatorError | undefined): FailureCode | undefined {
  const byStatus = lookup(BY_STATUS, String(status));
  if (byStatus === undefined || status === 401 || status === 429) return byStatus;
  if (error?.mmErrorCode === TEMPORARY_MM_CODE) return 'payment_failed';
  return lookup(BY_ERROR_CODE, error?.code?.toLowerCase()) ?? byStatus;
}

/** Reads the outcome of an initiation from its reply. docs/errors.md shows this table. */
export function readInitiation(reply: Reply): InitiationOutcome {
  const reason = describe(reply);
  if (reply.kind === 'never_sent') return { kind: 'not_sent', code: 'operator_unreachable', reason };
  if (reply.kind === 'no_answer') return { kind: 'unknown', reason };

  // An answer that names a transaction names ours, also one with an error.
  const read = z.safeParse(initiationResponseSchema, reply.body);
  if (read.success) {
    const { serverCorrelationId, notificationMethod, status = 'pending' } = read.data;
    const said = isSuccess(reply.status) ? status : `HTTP ${reply.status}`;
    return {
      kind: 'accepted',
      serverCorrelationId,
      notificationMethod: readMethod(notificationMethod),
      ...(readState(said) === 'pending' ? {} : { unexpectedStatus: showStatus(said) }),
    };
  }
  if (isSuccess(reply.status)) return { kind: 'unknown', reason };

  const error = readOperatorError(reply.body);
  // The operator has a request with this correlation id: it can be this payment.
  if (error?.code?.toLowerCase() === 'duplicaterequest') return { kind: 'unknown', reason };
  // The gateway also answers 404 for payments that went through; only the service's own 404 has a business error.
  if (reply.status === 404 && error?.shape !== 'business') return { kind: 'unknown', reason };
  const code = refusalCode(reply.status, error);
  if (code === undefined) return { kind: 'unknown', reason };
  return {
    kind: 'refused',
    code,
    reason,
    errorDateTime: readDateTime(error?.dateTime),
    isPassing: reply.status === 429 || (error?.mmErrorCode === TEMPORARY_MM_CODE && reply.status !== 401),
    retryAfterMs: reply.retryAfterMs,
  };
}

function readMethod(text: string | undefined): NotificationMethod | null {
  const method = text?.toLowerCase();
  return method === 'callback' || method === 'polling' ? method : null;
}

/** Keeps only what looks like a date: the history contains no other text of the operator's under this name. */
function readDateTime(text: string | undefined): string | null {
  return text !== undefined && DATE_TIME.test(text) ? text : null;
}

/**
 * The HTTP statuses that refuse a lookup until a setting changes. A 401 comes here only after the token was renewed.
 */
const REFUSES_LOOKUPS: readonly number[] = [301, 308, 401, 403];

/** Whether the operator refuses the lookup itself, until somebody changes a setting. */
export function refusesLookups(reply: Reply): boolean {
  return reply.kind === 'answer' && REFUSES_LOOKUPS.includes(reply.status);
}

function unavailable(reply: Reply): Unavailable {
  const reason = describe(reply);
  if (reply.kind !== 'answer') return { kind: 'unavailable', reason, retryAfterMs: null };
  return {
    kind: 'unavailable',
    reason,
    retryAfterMs: reply.retryAfterMs,
    ...(refusesLookups(reply) ? { isRefused: true } : {}),
  };
}

/**
 * Reads the outcome of a status check from its reply. An unknown or empty status is the state `unknown`.
 *
 * @param requestedId the serverCorrelationId of the request; an answer with another one is `unavailable`
 */
export function readStatus(reply: Reply, requestedId?: string): StatusOutcome {
  if (reply.kind !== 'answer' || !isSuccess(reply.status)) {
    return isAbsent(reply) || isEmptyStatus(reply) ? { ...unavailable(reply), isAbsent: true } : unavailable(reply);
  }
  const read = z.safeParse(statusResponseSchema, reply.body);
  if (!read.success || !hasMember(reply.body, 'status')) return { ...unavailable(reply), isUnreadable: true };
  const { status: operatorStatus = '', serverCorrelationId: echo = '', objectReference = null } = read.data;
  if (requestedId !== undefined && echo !== '' && echo.toLowerCase() !== requestedId.toLowerCase()) {
    return {
      kind: 'unavailable',
      reason: `${reply.status} about another payment`,
      retryAfterMs: null,
      isUnreadable: true,
    };
  }
  return {
    kind: 'state',
    state: readState(operatorStatus),
    operatorStatus: showStatus(operatorStatus),
    objectReference,
  };
}

/** The service also answers so about an id that it does not know: it echoes the id, and everything else is empty. */
function isEmptyStatus(reply: Reply): boolean {
  if (reply.kind !== 'answer' || ![400, 404].includes(reply.status) || !hasMember(reply.body, 'status')) return false;
  const { data } = z.safeParse(statusResponseSchema, reply.body);
  return data?.serverCorrelationId !== undefined && data.status === undefined;
}

function showStatus(status: string): string {
  return redact(status).slice(0, MAX_STATUS_CHARACTERS);
}

/** Reads a transaction's details from a reply. */
export function readDetails(reply: Reply): DetailsOutcome {
  if (reply.kind !== 'answer') return unavailable(reply);
  if (isSuccess(reply.status)) {
    const read = z.safeParse(detailsResponseSchema, reply.body);
    const hasDetails = read.success && (read.data.amount !== undefined || read.data.transactionStatus !== undefined);
    return hasDetails ? { kind: 'details', details: read.data } : unavailable(reply);
  }
  return isAbsent(reply) ? { kind: 'absent', reason: describe(reply) } : unavailable(reply);
}

/** How the service describes a transaction that it does not know. */
const NOT_FOUND = /\bno transaction\b|\bnot found\b|\bdoes not exist\b|\bunknown (transaction|id)/i;

/**
 * Whether the service itself says that there is no such transaction: the gateway also answers 404 for those that exist.
 * A 400 with mmErrorCode 4001 stands for an unknown transaction and for a wrong field; only its description tells
 * which.
 */
function isAbsent(reply: Reply): boolean {
  if (reply.kind !== 'answer') return false;
  const error = readOperatorError(reply.body);
  if (error?.shape !== 'business' || error.mmErrorCode === TEMPORARY_MM_CODE) return false;
  return reply.status === 404 || (reply.status === 400 && NOT_FOUND.test(error.description ?? ''));
}
