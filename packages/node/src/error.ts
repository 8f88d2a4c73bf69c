import type { FieldError } from './apiTypes.ts';

/** What is known about an error beyond its code and its sentence. */
export interface TsenaErrorInfo
  extends Partial<Pick<TsenaError, 'status' | 'errors' | 'retryAfterSeconds' | 'requestId' | 'problem'>> {
  /** The error behind this one. */
  readonly cause?: unknown;
}

/**
 * Every error of this package. No message contains a secret, a token or a phone number that you passed in.
 *
 * `code` is the `code` of the companion's problem document, or one of these:
 * - `order_invalid`, `order_token_secret_invalid`: `signOrderToken` cannot sign
 * - `webhook_secret_invalid`: your own setting is wrong; answer 500
 * - `webhook_header_missing`, `webhook_signature_invalid`, `webhook_timestamp_invalid`, `webhook_body_invalid`: refuse
 *   the webhook; answer 401
 * - `request_invalid`: the client cannot send this request. Nothing was sent
 * - `companion_unreachable`: no answer. Whether the companion received the request is unknown
 * - `answer_invalid`: the answer is not from a companion, for example a proxy's error page
 */
export class TsenaError extends Error {
  /** Always `TsenaError`. */
  override readonly name = 'TsenaError';
  /** The code of the companion's problem document, or one of the codes above. */
  readonly code: string;
  /** The HTTP status of the companion's answer; 0 without one. */
  readonly status: number;
  /** The wrong fields, if the companion names them. */
  readonly errors: readonly FieldError[];
  /** When a retry can help, in seconds from now; null if the companion did not say. */
  readonly retryAfterSeconds: number | null;
  /** The X-Request-Id of the answer, which is also in the companion's log. */
  readonly requestId: string | null;
  /** The whole problem document, for example with the `payment` of `order_changed`. */
  readonly problem: Readonly<Record<string, unknown>> | null;

  constructor(code: string, message: string, info: TsenaErrorInfo = {}) {
    super(message, info.cause === undefined ? undefined : { cause: info.cause });
    this.code = code;
    this.status = info.status ?? 0;
    this.errors = info.errors ?? [];
    this.retryAfterSeconds = info.retryAfterSeconds ?? null;
    this.requestId = info.requestId ?? null;
    this.problem = info.problem ?? null;
  }
}
