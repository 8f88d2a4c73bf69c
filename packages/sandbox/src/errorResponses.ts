import type { Dialect } from './page/views.ts';
import type { ServiceResponse } from './serviceResponse.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** A business error (section 7.2). Categories and codes are those of the GSMA Mobile Money API, on which the interface is modelled. */
export interface BusinessError {
  readonly status: number;
  readonly category: 'validation' | 'businessRule' | 'authorisation' | 'identification' | 'internal' | 'serviceUnavailable';
  readonly code: string;
  readonly description: string;
  /** The service's own error number. Only the live dialect sends it. */
  readonly mmErrorCode?: '4001' | '4002';
  readonly parameters?: Readonly<Record<string, string>>;
}

/**
 * Builds a business error response (section 7.2).
 *
 * In the live dialect, the body has lower camelCase names, a list of parameters, and a date without time zone.
 */
export function buildBusinessError(dialect: Dialect, error: BusinessError): ServiceResponse {
  const now = new Date().toISOString();
  const { status, category, code, description, mmErrorCode, parameters = {} } = error;
  if (dialect === 'spec') {
    return {
      status,
      body: { ErrorCategory: category, ErrorCode: code, ErrorDescription: description, ErrorDateTime: now, ErrorParameters: parameters },
    };
  }
  const allParameters = mmErrorCode === undefined ? parameters : { mmErrorCode, ...parameters };
  return {
    status,
    body: {
      errorCategory: category,
      errorCode: code,
      errorDescription: description,
      errorDateTime: now.slice(0, -1),
      errorParameters: Object.entries(allParameters).map(([key, value]) => ({ key, value })),
    },
  };
}

/** Builds a 400 response that names one invalid field. */
export function buildFieldError(dialect: Dialect, field: string, description: string, code: string = 'formatError'): ServiceResponse {
  return buildBusinessError(dialect, {
    status: 400,
    category: 'validation',
    code,
    description: `${field}: ${description}`,
    mmErrorCode: '4001',
    parameters: { field },
  });
}

/**
 * Builds a 401 response with an authentication fault (section 7.3).
 *
 * In the live dialect, the fault is nested if the request had no token, and flat if its token is not valid.
 */
export function buildAuthenticationFault(dialect: Dialect, isTokenMissing: boolean): ServiceResponse {
  const description = 'Access failure: make sure you have provided the correct security credentials. Check the access token.';
  const headers = { 'WWW-Authenticate': 'Bearer realm="sandbox"' };
  if (dialect === 'spec') return { status: 401, headers, body: { fault: { code: 900901, message: 'Invalid Credentials', description } } };
  if (isTokenMissing) return { status: 401, headers, body: { fault: { code: 900902, message: 'Missing Credentials', description } } };
  return { status: 401, headers, body: { code: '900901', message: 'Invalid Credentials', description } };
}

/** Builds a 429 response. It has a Retry-After header if `retryAfterSeconds` is given. */
export function buildThrottledResponse(dialect: Dialect, retryAfterSeconds: number | undefined): ServiceResponse {
  const headers: Record<string, string> = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  if (dialect === 'spec') {
    const error = {
      status: 429,
      category: 'serviceUnavailable',
      code: 'throttled',
      description: 'Too many requests sent too quickly.',
    } as const;
    return { ...buildBusinessError(dialect, error), headers };
  }
  return {
    status: 429,
    headers,
    body: {
      code: '900802',
      message: 'Message throttled out',
      description: 'You have exceeded your quota',
      nextAccessTime: formatGatewayTime(Date.now() + (retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS) * 1000),
    },
  };
}

/** Formats a time as the operator's gateway does: `2026-Jan-01 00:00:00+0000 UTC`. */
function formatGatewayTime(timeMs: number): string {
  const [, day, month, year, time] = /(\d\d) (\w{3}) (\d{4}) ([\d:]{8})/.exec(new Date(timeMs).toUTCString()) ?? [];
  return `${year}-${month}-${day} ${time}+0000 UTC`;
}

/** The error for a payer whose balance is too low. */
export const INSUFFICIENT_FUNDS = {
  category: 'businessRule',
  code: 'insufficientFunds',
  description: 'The balance is not sufficient.',
} as const;
const NOT_FOUND = { category: 'identification', code: 'identifierError', description: 'Resource not found.', mmErrorCode: '4001' } as const;

const ERRORS_BY_STATUS: Readonly<Record<number, Omit<BusinessError, 'status'>>> = {
  400: { category: 'validation', code: 'formatError', description: 'Missing or invalid parameters.', mmErrorCode: '4001' },
  402: INSUFFICIENT_FUNDS,
  403: { category: 'authorisation', code: 'notAuthorised', description: 'Insufficient rights or permissions.' },
  404: NOT_FOUND,
  409: { category: 'businessRule', code: 'duplicateRequest', description: 'Conflict with another request.' },
};

/** Builds a 404 response for a path or a method that the service does not have. */
export function buildPathNotFound(dialect: Dialect): ServiceResponse {
  if (dialect === 'spec') return buildBusinessError(dialect, { status: 404, ...NOT_FOUND });
  return { status: 404, body: { code: '404', message: 'Runtime Error', description: 'No matching resource found for given API Request' } };
}

/**
 * Builds a 404 response for an unknown transaction.
 *
 * @param idName the name of the id in the request, such as `transID`
 */
export function buildTransactionNotFound(dialect: Dialect, idName: string): ServiceResponse {
  return buildBusinessError(dialect, { status: 404, ...NOT_FOUND, description: `There is no transaction of this ${idName}.` });
}

/**
 * Builds the service's response for a status of section 7.1. Fault rules use it.
 *
 * In the live dialect, a 404 has an empty body and a 503 has the gateway's body.
 */
export function buildErrorForStatus(dialect: Dialect, status: number): ServiceResponse {
  if (status === 401) return buildAuthenticationFault(dialect, false);
  if (status === 429) return buildThrottledResponse(dialect, undefined);
  if (dialect === 'live' && status === 404) return { status };
  if (dialect === 'live' && status === 503) {
    return { status, body: { code: '303001', message: 'Runtime Error', description: 'Currently, the endpoint is suspended for 30 s.' } };
  }
  const error = ERRORS_BY_STATUS[status];
  if (error !== undefined) return buildBusinessError(dialect, { status, ...error });
  if (status < 500) return { status };
  return buildBusinessError(dialect, { status, category: 'internal', code: 'genericError', description: 'Server error.' });
}
