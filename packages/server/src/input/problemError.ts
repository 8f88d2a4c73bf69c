import type { FieldError, ProblemCode } from '@tsena/shared';

/** Optional parts of a problem document and of its headers. */
export interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  /** Sent as Retry-After in whole seconds, rounded up. */
  readonly retryAfterMs?: number | null | undefined;
  /** Extension members of the document. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The methods for the Allow header of a 405. */
  readonly allow?: readonly string[];
}

/**
 * What refuses a request throws it; within a transaction, it returns it. The answer is a problem document (RFC 9457),
 * or a command's failure.
 */
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
