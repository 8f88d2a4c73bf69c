import type { FieldError } from '@tsena/shared';
import type { ReferenceMismatch } from '@tsena/shared/merchant';

/** What {@link ApiError} takes beside its code and sentence. */
interface ApiErrorOptions extends ErrorOptions {
  readonly mismatch?: ReferenceMismatch | undefined;
  readonly remaining?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
}

/** A request to the companion that failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A problem code of the companion; or `unreachable` (no answer), or `unreadable` (an answer of another shape). */
  readonly code: string;
  /** The companion's sentence for the merchant, in the requested language; empty if there is none. */
  readonly sentence: string;
  /** Why a transaction reference was refused; undefined for other errors. */
  readonly mismatch: ReferenceMismatch | undefined;
  /** What can still be refunded, in Ariary, where a refund was too large; undefined for other errors. */
  readonly remaining: string | undefined;
  /** What is wrong with each field; empty if the companion names none. */
  readonly errors: readonly FieldError[];

  constructor(code: string, sentence = '', options: ApiErrorOptions = {}) {
    super(sentence === '' ? code : `${code}: ${sentence}`, options);
    this.mismatch = options.mismatch;
    this.remaining = options.remaining;
    this.errors = options.errors ?? [];
    this.code = code;
    this.sentence = sentence;
  }
}
