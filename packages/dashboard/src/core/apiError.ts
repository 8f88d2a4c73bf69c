import type { Refusal } from './refusal.ts';

/** A request to the companion that failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A problem code of the companion; or `unreachable` (no answer), or `unreadable` (an answer of another shape). */
  readonly code: string;
  /** The companion's sentence for the merchant, in the requested language; empty if there is none. */
  readonly sentence: string;
  /** What it says beside its code and sentence; empty if the companion did not refuse the request. */
  readonly refusal: Partial<Refusal>;

  constructor(
    code: string,
    sentence = '',
    { refusal = {}, cause }: ErrorOptions & { readonly refusal?: Partial<Refusal> } = {},
  ) {
    super(sentence === '' ? code : `${code}: ${sentence}`, { cause });
    this.code = code;
    this.sentence = sentence;
    this.refusal = refusal;
  }
}
