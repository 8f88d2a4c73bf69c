import type { Problem } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';

/** Codes of faults that arise in the browser; their sentences stand in the locales as `problem.<code>`. */
export type LocalCode = 'offline' | 'unreachable' | 'timeout' | 'unreadable';

/** Why a call to the companion brought no result. `code` is the problem's own, or a {@link LocalCode}. */
export class CompanionError extends Error {
  readonly problem: Problem;
  /** How long the companion asks to wait before the next call, in ms. */
  readonly retryAfterMs: number | null;
  /** The payment that stands in the way (409 `order_changed`). */
  readonly payment: Payment | null;

  constructor(problem: Problem, options: ErrorOptions & { retryAfterMs?: number | null; payment?: Payment | null } = {}) {
    super(`${problem.code}: ${problem.title}`, options);
    this.problem = problem;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.payment = options.payment ?? null;
  }

  get code(): string {
    return this.problem.code;
  }

  /** Whether asking again may help. */
  get transient(): boolean {
    const { status } = this.problem;
    return status < 300 || status === 408 || status === 429 || status >= 500;
  }

  /** Whether the companion may have acted all the same: nothing that it said about this call has arrived. */
  get lost(): boolean {
    const { status } = this.problem;
    return status < 300 || status >= 500;
  }
}

/** A fault that arose here, not at the companion. */
export function localFault(code: LocalCode, cause?: unknown): CompanionError {
  return new CompanionError({ type: 'about:blank', title: code, status: 0, detail: '', code }, { cause });
}
