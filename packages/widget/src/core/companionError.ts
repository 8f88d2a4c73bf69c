import type { Payment } from '@tsena/shared/checkout';
import type { Problem } from './types.ts';

/** Codes of errors that arise in the browser. Their messages are in the locales as `problem.<code>`. */
export type LocalErrorCode = 'offline' | 'unreachable' | 'timeout' | 'unreadable';

/** Why a request to the companion failed. `code` is the problem's own code, or a {@link LocalErrorCode}. */
export class CompanionError extends Error {
  readonly problem: Problem;
  /** The time to wait before the next request, from Retry-After, in ms. */
  readonly retryAfterMs: number | null;
  /** The order's payment, which prevents a new one (409 `order_changed`). */
  readonly payment: Payment | null;

  constructor(
    problem: Problem,
    options: ErrorOptions & { retryAfterMs?: number | null; payment?: Payment | null } = {},
  ) {
    super(`${problem.code}: ${problem.title}`, options);
    this.problem = problem;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.payment = options.payment ?? null;
  }

  get code(): string {
    return this.problem.code;
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    const { status } = this.problem;
    return this.isOutcomeUnknown || status === 408 || status === 429;
  }

  /** Whether the companion may have acted on the request: its answer is missing, unreadable or a 5xx. */
  get isOutcomeUnknown(): boolean {
    const { status } = this.problem;
    return status < 300 || status >= 500;
  }
}

/** Creates the error for a request that got no readable answer. */
export function createLocalError(code: LocalErrorCode, cause?: unknown): CompanionError {
  return new CompanionError({ type: 'about:blank', title: code, status: 0, detail: '', code }, { cause });
}
