/** A request to the companion that failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A problem code of the companion; or `unreachable` (no answer), or `unreadable` (an answer of another shape). */
  readonly code: string;
  /** The companion's sentence for the merchant, in the requested language; empty if there is none. */
  readonly sentence: string;

  constructor(code: string, sentence = '', options?: ErrorOptions) {
    super(sentence === '' ? code : `${code}: ${sentence}`, options);
    this.code = code;
    this.sentence = sentence;
  }
}
