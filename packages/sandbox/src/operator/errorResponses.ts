import { BUSINESS_ERRORS, type BusinessError } from './businessErrors.ts';
import type { Settings } from './options.ts';
import type { ServiceResponse } from './serviceResponse.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** The settings that decide how an error looks. */
export type ErrorStyle = Pick<Settings, 'dialect' | 'behaviour'>;

/**
 * Builds a business error response (section 7.2).
 *
 * In the live dialect, the body has lower camelCase names, a list of parameters, and a date without time zone.
 */
export function buildBusinessError({ dialect }: ErrorStyle, error: BusinessError): ServiceResponse {
  const now = new Date().toISOString();
  const { status, category, code, description, mmErrorCode, parameters = {} } = error;
  if (dialect === 'spec') {
    return {
      status,
      reason: description,
      body: {
        ErrorCategory: category,
        ErrorCode: code,
        ErrorDescription: description,
        ErrorDateTime: now,
        ErrorParameters: parameters,
      },
    };
  }
  const allParameters = mmErrorCode === undefined ? parameters : { mmErrorCode, ...parameters };
  return {
    status,
    reason: description,
    body: {
      errorCategory: category,
      errorCode: code,
      errorDescription: description,
      errorDateTime: now.slice(0, -1),
      errorParameters: Object.entries(allParameters).map(([key, value]) => ({ key, value })),
    },
  };
}

/**
 * Builds a 400 response for one invalid field.
 *
 * In the live dialect, the response does not name the field. The request log does.
 */
export function buildFieldError(
  style: ErrorStyle,
  field: string,
  description: string,
  code: string = 'formatError',
): ServiceResponse {
  const reason = `${field}: ${description}`;
  if (style.dialect === 'live') return { ...buildBusinessError(style, BUSINESS_ERRORS['4001']), reason };
  return buildBusinessError(style, {
    status: 400,
    category: 'validation',
    code,
    description: reason,
    parameters: { field },
  });
}

/** Builds a gateway error of the live dialect: flat, or nested as in section 7.3. */
function buildGatewayError(
  { behaviour }: ErrorStyle,
  status: number,
  error: {
    readonly code: number;
    readonly message: string;
    readonly description: string;
    readonly nextAccessTime?: string;
  },
): ServiceResponse {
  const { code, message, ...rest } = error;
  const body =
    behaviour.gatewayErrors === 'nested'
      ? { fault: error }
      : { code: String(code), type: 'Status report', message, ...rest };
  return { status, body, reason: message };
}

/** Builds a 401 response with an authentication fault (section 7.3). */
export function buildAuthenticationFault(style: ErrorStyle, isTokenMissing: boolean): ServiceResponse {
  const description =
    'Access failure: make sure you have provided the correct security credentials. Check the access token.';
  const headers = { 'WWW-Authenticate': 'Bearer realm="sandbox"' };
  const fault = { code: 900901, message: 'Invalid Credentials', description };
  if (style.dialect === 'spec') return { status: 401, headers, body: { fault }, reason: fault.message };
  // As the gateway's maker writes them.
  const error = isTokenMissing
    ? {
        code: 900902,
        message: 'Missing Credentials',
        description:
          "Invalid Credentials. Make sure your API invocation call has a header: 'Authorization : Bearer ACCESS_TOKEN' or 'Authorization : Basic ACCESS_TOKEN' or 'apikey: API_KEY'",
      }
    : { ...fault, description: 'Invalid Credentials. Make sure you have given the correct access token' };
  return { ...buildGatewayError(style, 401, error), headers };
}

/** Builds a 429 response. It has a Retry-After header if `retryAfterSeconds` is given. */
export function buildThrottledResponse(style: ErrorStyle, retryAfterSeconds: number | undefined): ServiceResponse {
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  if (style.dialect === 'spec') {
    const error = {
      status: 429,
      category: 'serviceUnavailable',
      code: 'throttled',
      description: 'Too many requests sent too quickly.',
    } as const;
    return { ...buildBusinessError(style, error), headers };
  }
  const error = {
    code: 900802,
    message: 'Message throttled out',
    description: 'You have exceeded your quota',
    nextAccessTime: formatGatewayTime(Date.now() + (retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS) * 1000),
  };
  return { ...buildGatewayError(style, 429, error), headers };
}

/** Formats a time as the operator's gateway does: `2026-Jan-01 00:00:00+0000 UTC`. */
function formatGatewayTime(timeMs: number): string {
  const [, day, month, year, time] = /(\d\d) (\w{3}) (\d{4}) ([\d:]{8})/.exec(new Date(timeMs).toUTCString()) ?? [];
  return `${year}-${month}-${day} ${time}+0000 UTC`;
}

const NOT_FOUND = {
  category: 'identification',
  code: 'identifierError',
  description: 'Resource not found.',
  mmErrorCode: '4001',
} as const;

const ERRORS_BY_STATUS: Readonly<Record<number, Omit<BusinessError, 'status'>>> = {
  400: { ...BUSINESS_ERRORS['4001'], description: 'Missing or invalid parameters.' },
  402: BUSINESS_ERRORS.insufficientFunds,
  403: BUSINESS_ERRORS.notAuthorised,
  404: NOT_FOUND,
  409: BUSINESS_ERRORS.duplicateRequest,
};

/** Builds a 404 response for a path or a method that the service does not have. */
export function buildPathNotFound(style: ErrorStyle): ServiceResponse {
  if (style.dialect === 'spec') return buildBusinessError(style, { status: 404, ...NOT_FOUND });
  const body = {
    code: '404',
    type: 'Status report',
    message: 'Runtime Error',
    description: 'No matching resource found for given API Request',
  };
  return { status: 404, body };
}

/**
 * Builds the response for an unknown transaction: a 404, or in the live dialect, by choice, a 400 with mmErrorCode
 * 4001.
 *
 * @param idName the name of the id in the request, such as `transID`
 */
export function buildTransactionNotFound(style: ErrorStyle, idName: string, id: string): ServiceResponse {
  if (style.dialect === 'live' && style.behaviour.unknownStatus === 'error') {
    return buildBusinessError(style, { ...BUSINESS_ERRORS['4001'], description: `No transaction found with id ${id}` });
  }
  return buildBusinessError(style, {
    status: 404,
    ...NOT_FOUND,
    description: `There is no transaction of this ${idName}.`,
  });
}

/**
 * Builds the service's response for a status of section 7.1. Fault rules use it.
 *
 * In the live dialect, a 404 has an empty body and a 503 has the gateway's body.
 */
export function buildErrorForStatus(style: ErrorStyle, status: number): ServiceResponse {
  if (status === 401) return buildAuthenticationFault(style, false);
  if (status === 429) return buildThrottledResponse(style, undefined);
  if (style.dialect === 'live') {
    if (status === 400) return buildBusinessError(style, BUSINESS_ERRORS['4001']);
    if (status === 404) return { status };
    if (status === 503) {
      return buildGatewayError(style, status, {
        code: 303001,
        message: 'Runtime Error',
        description: 'Currently, the endpoint is suspended for 30 s.',
      });
    }
  }
  const error = ERRORS_BY_STATUS[status];
  if (error !== undefined) return buildBusinessError(style, { ...error, status });
  if (status < 500) return { status };
  return buildBusinessError(style, { ...BUSINESS_ERRORS.genericError, status });
}
