import type { ProblemCode } from '@tsena/shared';
import type { OpeningResult } from '../../core/payments/openAttempt.ts';
import { isPaid } from '../../core/rules/attemptPolicy.ts';

/** Why a payment did not begin. */
export interface OpeningRefusal {
  readonly code: ProblemCode;
  readonly retryAfterMs?: number;
}

/** The problem of a payment that did not begin. */
export function refusalOf(opening: Exclude<OpeningResult, { readonly kind: 'opened' }>): OpeningRefusal {
  switch (opening.kind) {
    case 'exists':
    case 'repeated':
      return { code: isPaid(opening.payment) ? 'link_paid' : 'payment_in_progress' };
    case 'changed':
      return { code: 'order_changed' };
    case 'exhausted':
      return { code: 'attempts_exhausted' };
    case 'stopping':
      return { code: 'shutting_down', retryAfterMs: 5000 };
    default:
      return opening;
  }
}
