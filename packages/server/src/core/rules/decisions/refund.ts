import type { Refund } from '@tsena/shared/merchant';
import { isPaid } from '../attemptPolicy.ts';
import { type Decision, type Moment, nothing, type State } from '../decision.ts';
import type { StoredPayment } from '../payment.ts';

/** How far the clock of the person who records a refund may be off, ms. */
const MAX_CLOCK_ERROR_MS = 5 * 60_000;

/** The merchant has made a refund outside, or voids the record of one. */
export interface RefundInput {
  /** Its status says which. */
  readonly refund: Refund;
  /** Whole Ariary. */
  readonly amount: number;
  /** When it was made, ms since 1970, if the merchant says so. */
  readonly refundedAt?: number | undefined;
  /** Of the refund, or of its voiding. */
  readonly reason: string;
  /** The name of the merchant key. */
  readonly by: string;
}

/** Why a refund cannot be recorded. `exceeds`: `remaining` whole Ariary can still be refunded. */
export type RefundRefusal =
  | { readonly kind: 'in_future' | 'before_payment' | 'not_possible' }
  | { readonly kind: 'exceeds'; readonly remaining: number };

/** The sum of a payment's refunds never exceeds its amount. */
export function decideRefund(state: State, input: RefundInput, moment: Moment): Decision<RefundRefusal | null> {
  const { payment } = state;
  const { refund, amount, reason, by } = input;
  const isRecorded = refund.status === 'recorded';
  const refusal = isRecorded ? refuse(payment, input, moment) : null;
  if (refusal !== null) return nothing(refusal);
  const kind = isRecorded ? 'refunded' : 'refund_voided';
  const change = {
    set: { amount_refunded: payment.amount_refunded + (isRecorded ? amount : -amount) },
    event: { kind, data: { refund: refund.id, amount, reason, by } },
    webhook: `payment.${kind}`,
    refund,
  } as const;
  return { changes: [change], outcome: null };
}

function refuse(payment: StoredPayment, { amount, refundedAt }: RefundInput, { now }: Moment): RefundRefusal | null {
  if (refundedAt !== undefined && refundedAt > now + MAX_CLOCK_ERROR_MS) return { kind: 'in_future' };
  if (refundedAt !== undefined && refundedAt < payment.created_at - MAX_CLOCK_ERROR_MS)
    return { kind: 'before_payment' };
  if (!isPaid(payment)) return { kind: 'not_possible' };
  const remaining = payment.amount - payment.amount_refunded;
  return amount > remaining ? { kind: 'exceeds', remaining } : null;
}
