import type { Reply } from '../../src/core/operator/outcome.ts';

/** An answer of the operator to a lookup or an initiation. */
export function answer(status: number, body: unknown = undefined, retryAfterMs: number | null = null): Reply {
  return { kind: 'answer', status, body, empty: body === undefined, retryAfterMs };
}

/** The body of an error that the operator's own rules make (section 4.6). */
export function business(errorCode: string, mmErrorCode?: string): object {
  return {
    errorCategory: 'businessRule',
    errorCode,
    errorDescription: 'refused for 0343500003',
    errorDateTime: '2026-11-20T12:00:00',
    ...(mmErrorCode === undefined ? {} : { errorParameters: [{ key: 'mmErrorCode', value: mmErrorCode }] }),
  };
}

/** The same with names in Pascal case, and parameters as an object. */
export const PASCAL = {
  ErrorCategory: 'businessRule',
  ErrorCode: 'genericError',
  ErrorDescription: 'no',
  ErrorParameters: { mmErrorCode: '4001' },
};
/** The body of an error of the gateway. */
export const FLAT = { code: '900802', message: 'Message throttled out' };
