import type { ProblemCode } from '@tsena/shared';
import {
  type DetailsResponse,
  detailsResponseSchema,
  initiationResponseSchema,
  type OperatorError,
  type OperatorState,
  readOperatorError,
  readState,
  statusResponseSchema,
} from '@tsena/shared/operator';
import * as z from 'zod/mini';
import { redact } from '../redact.ts';

/** What came of one HTTP request. */
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
  /** DNS, connection refused, TLS, no route: provably, no byte of the request left this machine. */
  | { readonly kind: 'never_sent'; readonly reason: string }
  /** Timeout, reset, cut-off body: the request may have been worked on. */
  | { readonly kind: 'no_answer'; readonly reason: string };

/** The codes with which an initiation can fail. */
export type FailureCode = Extract<
  ProblemCode,
  | 'payment_failed'
  | 'payment_declined'
  | 'insufficient_funds'
  | 'payer_unknown'
  | 'same_parties'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'request_refused'
  | 'operator_credentials'
  | 'operator_busy'
  | 'operator_unreachable'
  | 'not_sent'
>;

/** What an initiation led to. Reasons are for the audit and the log: no numbers or secrets in them. */
export type InitiationOutcome =
  | { readonly kind: 'accepted'; readonly serverCorrelationId: string }
  | { readonly kind: 'refused'; readonly code: FailureCode; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'not_sent'; readonly code: FailureCode; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The operator could not be asked, or its answer says nothing. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
  readonly retryAfterMs: number | null;
}

/** What a status enquiry told. `operatorStatus` is in the operator's own spelling. */
export type StatusOutcome =
  | { readonly kind: 'state'; readonly state: OperatorState; readonly operatorStatus: string; readonly objectReference: string | null }
  | Unavailable;

/** What an enquiry for a transaction's record told. */
export type DetailsOutcome =
  | { readonly kind: 'details'; readonly details: DetailsResponse }
  /** The operator says for sure that it has no such transaction. */
  | { readonly kind: 'absent'; readonly reason: string }
  | Unavailable;

const MAX_REASON = 200;
const MAX_WORD = 50;

/** GSMA error codes (lower case) that tell a person more than the status does. */
const CODES: Readonly<Record<string, FailureCode>> = {
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
 * The statuses that refuse for sure (section 7.1). Whatever is not here, or is doubtful below, is unknown:
 * 405, 406, 413, 415 and 422 are in no table of the operator's, and a 406 is often written after the work is done.
 */
const REFUSING: Readonly<Record<string, FailureCode>> = {
  400: 'request_refused',
  401: 'operator_credentials',
  402: 'payment_failed',
  403: 'operator_credentials',
  404: 'request_refused',
  429: 'operator_busy',
};

/** "Error in getting user language": passing, so the shopper may try again. */
const PASSING_MM_CODE = '4002';

function lookup<Value>(table: Readonly<Record<string, Value>>, key: string | undefined): Value | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

function hasMember(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** What a reply was, in few words: status, the operator's code and description, or why there was none. */
export function describe(reply: Reply): string {
  return redact(reply.kind === 'answer' ? describeAnswer(reply) : `${reply.kind}: ${reply.reason}`).slice(0, MAX_REASON);
}

function describeAnswer(answer: Extract<Reply, { kind: 'answer' }>): string {
  const error = readOperatorError(answer.body);
  if (error !== undefined) {
    return [answer.status, error.code ?? error.category, error.mmErrorCode, error.description]
      .filter((part) => part !== undefined)
      .join(' ');
  }
  return `${answer.status} ${answer.empty ? 'without a body' : answer.body === undefined ? 'with a body that is not JSON' : 'with an unexpected body'}`;
}

function refusalCode(status: number, error: OperatorError | undefined): FailureCode | undefined {
  const byStatus = lookup(REFUSING, String(status));
  if (byStatus === undefined || status === 401 || status === 429) return byStatus;
  if (error?.mmErrorCode === PASSING_MM_CODE) return 'payment_failed';
  return lookup(CODES, error?.code?.toLowerCase()) ?? byStatus;
}

/** What the answer to an initiation means, or that there was none. The one table of it. */
export function readInitiation(reply: Reply): InitiationOutcome {
  const reason = describe(reply);
  if (reply.kind === 'never_sent') return { kind: 'not_sent', code: 'operator_unreachable', reason };
  if (reply.kind === 'no_answer') return { kind: 'unknown', reason };

  if (isSuccess(reply.status)) {
    const read = z.safeParse(initiationResponseSchema, reply.body);
    return read.success ? { kind: 'accepted', serverCorrelationId: read.data.serverCorrelationId } : { kind: 'unknown', reason };
  }

  const error = readOperatorError(reply.body);
  // A duplicate says that there is another one, which may be this very payment.
  if (error?.code?.toLowerCase() === 'duplicaterequest') return { kind: 'unknown', reason };
  // The gateway answers 404 also for payments that went through; the service's own 404 has a business body.
  if (reply.status === 404 && error?.shape !== 'business') return { kind: 'unknown', reason };
  const code = refusalCode(reply.status, error);
  return code === undefined ? { kind: 'unknown', reason } : { kind: 'refused', code, reason, retryAfterMs: reply.retryAfterMs };
}

function unavailable(reply: Reply): Unavailable {
  return { kind: 'unavailable', reason: describe(reply), retryAfterMs: reply.kind === 'answer' ? reply.retryAfterMs : null };
}

/**
 * What the answer to a status enquiry means. A word that nobody knows, or an empty one, is the state `unknown`.
 *
 * @param asked the serverCorrelationId that was asked for: an answer that echoes another one is no answer
 */
export function readStatus(reply: Reply, asked?: string): StatusOutcome {
  if (reply.kind !== 'answer' || !isSuccess(reply.status)) return unavailable(reply);
  const read = z.safeParse(statusResponseSchema, reply.body);
  if (!read.success || !hasMember(reply.body, 'status')) return unavailable(reply);
  const { status: operatorStatus = '', serverCorrelationId: echo = '', objectReference = null } = read.data;
  if (asked !== undefined && echo !== '' && echo.toLowerCase() !== asked.toLowerCase()) {
    return { kind: 'unavailable', reason: `${reply.status} about another payment`, retryAfterMs: null };
  }
  return { kind: 'state', state: readState(operatorStatus), operatorStatus: redact(operatorStatus).slice(0, MAX_WORD), objectReference };
}

/** What the answer to an enquiry for a transaction's record means. */
export function readDetails(reply: Reply): DetailsOutcome {
  if (reply.kind !== 'answer') return unavailable(reply);
  if (isSuccess(reply.status)) {
    const read = z.safeParse(detailsResponseSchema, reply.body);
    const told = read.success && (read.data.amount !== undefined || read.data.transactionStatus !== undefined);
    return told ? { kind: 'details', details: read.data } : unavailable(reply);
  }
  const error = readOperatorError(reply.body);
  const business = error?.shape === 'business' && error.mmErrorCode !== PASSING_MM_CODE;
  // 400 too: the service answers mmErrorCode 4001 for a transaction that it does not know.
  return business && (reply.status === 404 || reply.status === 400) ? { kind: 'absent', reason: describe(reply) } : unavailable(reply);
}
