import type { Answer } from './answer.ts';
import type { Dialect } from './page/views.ts';

/** What is wrong with a request, in the words of the GSMA Mobile Money API that the interface is modelled on. */
export interface Refusal {
  readonly status: number;
  readonly category: 'validation' | 'businessRule' | 'authorisation' | 'identification' | 'internal' | 'serviceUnavailable';
  readonly code: string;
  readonly description: string;
  /** What the service itself would number it, in the live dialect. */
  readonly mmErrorCode?: '4001' | '4002';
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The business error body of section 7.2; in the live dialect in lower camelCase, with a list, and a date without zone. */
export function refuse(dialect: Dialect, refusal: Refusal): Answer {
  const now = new Date().toISOString();
  const { status, category, code, description, mmErrorCode, parameters = {} } = refusal;
  if (dialect === 'spec') {
    return {
      status,
      body: { ErrorCategory: category, ErrorCode: code, ErrorDescription: description, ErrorDateTime: now, ErrorParameters: parameters },
    };
  }
  const listed = mmErrorCode === undefined ? parameters : { mmErrorCode, ...parameters };
  return {
    status,
    body: {
      errorCategory: category,
      errorCode: code,
      errorDescription: description,
      errorDateTime: now.slice(0, -1),
      errorParameters: Object.entries(listed).map(([key, value]) => ({ key, value })),
    },
  };
}

/** A 400 for one field. */
export function badField(dialect: Dialect, field: string, description: string, code: string = 'formatError'): Answer {
  return refuse(dialect, {
    status: 400,
    category: 'validation',
    code,
    description: `${field}: ${description}`,
    mmErrorCode: '4001',
    parameters: { field },
  });
}

/** The authentication fault of section 7.3. In the live dialect nested only where no token came, else flat. */
export function badToken(dialect: Dialect, missing: boolean): Answer {
  const description = 'Access failure: make sure you have provided the correct security credentials. Check the access token.';
  const headers = { 'WWW-Authenticate': 'Bearer realm="sandbox"' };
  if (dialect === 'spec') return { status: 401, headers, body: { fault: { code: 900901, message: 'Invalid Credentials', description } } };
  if (missing) return { status: 401, headers, body: { fault: { code: 900902, message: 'Missing Credentials', description } } };
  return { status: 401, headers, body: { code: '900901', message: 'Invalid Credentials', description } };
}

/** 429, with Retry-After if seconds are given. */
export function throttled(dialect: Dialect, seconds: number | undefined): Answer {
  const headers: Record<string, string> = seconds === undefined ? {} : { 'Retry-After': String(seconds) };
  if (dialect === 'spec') {
    const refusal = {
      status: 429,
      category: 'serviceUnavailable',
      code: 'throttled',
      description: 'Too many requests sent too quickly.',
    } as const;
    return { ...refuse(dialect, refusal), headers };
  }
  return {
    status: 429,
    headers,
    body: {
      code: '900802',
      message: 'Message throttled out',
      description: 'You have exceeded your quota',
      nextAccessTime: writeGatewayTime(Date.now() + (seconds ?? 60) * 1000),
    },
  };
}

/** `2026-Jan-01 00:00:00+0000 UTC`. */
function writeGatewayTime(ms: number): string {
  const [, day, month, year, time] = /(\d\d) (\w{3}) (\d{4}) ([\d:]{8})/.exec(new Date(ms).toUTCString()) ?? [];
  return `${year}-${month}-${day} ${time}+0000 UTC`;
}

/** The payer does not hold the amount. */
export const INSUFFICIENT_FUNDS = {
  category: 'businessRule',
  code: 'insufficientFunds',
  description: 'The balance is not sufficient.',
} as const;
const NOT_FOUND = { category: 'identification', code: 'identifierError', description: 'Resource not found.', mmErrorCode: '4001' } as const;

const REFUSALS: Readonly<Record<number, Omit<Refusal, 'status'>>> = {
  400: { category: 'validation', code: 'formatError', description: 'Missing or invalid parameters.', mmErrorCode: '4001' },
  402: INSUFFICIENT_FUNDS,
  403: { category: 'authorisation', code: 'notAuthorised', description: 'Insufficient rights or permissions.' },
  404: NOT_FOUND,
  409: { category: 'businessRule', code: 'duplicateRequest', description: 'Conflict with another request.' },
};

/** 404 for a path or a method that the service does not have. */
export function noSuchPath(dialect: Dialect): Answer {
  if (dialect === 'spec') return refuse(dialect, { status: 404, ...NOT_FOUND });
  return { status: 404, body: { code: '404', message: 'Runtime Error', description: 'No matching resource found for given API Request' } };
}

/** 404 for an id that names no transaction. */
export function noSuchTransaction(dialect: Dialect, id: string): Answer {
  return refuse(dialect, { status: 404, ...NOT_FOUND, description: `There is no transaction of this ${id}.` });
}

/** What the service says with a status of section 7.1, for faults. In the live dialect a 404 is empty and a 503 the gateway's. */
export function answerFor(dialect: Dialect, status: number): Answer {
  if (status === 401) return badToken(dialect, false);
  if (status === 429) return throttled(dialect, undefined);
  if (dialect === 'live' && status === 404) return { status };
  if (dialect === 'live' && status === 503) {
    return { status, body: { code: '303001', message: 'Runtime Error', description: 'Currently, the endpoint is suspended for 30 s.' } };
  }
  const refusal = REFUSALS[status];
  if (refusal !== undefined) return refuse(dialect, { status, ...refusal });
  if (status < 500) return { status };
  return refuse(dialect, { status, category: 'internal', code: 'genericError', description: 'Server error.' });
}
