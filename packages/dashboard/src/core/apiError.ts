/** Why the companion did not do what it was asked. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A problem code of the companion, or `unreachable`, or `unreadable`. */
  readonly code: string;
  /** For a person, in the language asked for; empty where only the page can say. */
  readonly sentence: string;

  constructor(code: string, sentence = '', options?: ErrorOptions) {
    super(sentence === '' ? code : `${code}: ${sentence}`, options);
    this.code = code;
    this.sentence = sentence;
  }
}
