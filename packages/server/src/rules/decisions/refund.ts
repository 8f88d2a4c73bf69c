import type { Refund } from '@tsena/shared/merchant';
import { isPaid } from '../attemptPolicy.ts';
import { type Decision, nothing, type State } from '../decision.ts';

/** The merchant has made a refund outside, or voids the record of one. */
export interface RefundInput {
  /** Its status says which. */
  readonly refund: Refund;
  /** Whole Ariary. */
  readonly amount: number;
  /** Of the refund, or of its voiding. */
  readonly reason: string;
  /** The name of the merchant key. */
  readonly by: string;
}

/** Why a refund cannot be recorded. `exceeds`: `remaining` whole Ariary can still be refunded. */
export type RefundRefusal = { readonly kind: 'not_possible' } | { readonly kind: 'exceeds'; readonly remaining: number };

/** The sum of a payment's refunds never exceeds its amount. */
export function decideRefund({ payment }: State, { refund, amount, reason, by }: RefundInput): Decision<RefundRefusal | null> {
  const isRecorded = refund.status === 'recorded';
  const remaining = payment.amount - payment.amount_refunded;
  if (isRecorded && !isPaid(payment)) return nothing({ kind: 'not_possible' });
  if (isRecorded && amount > remaining) return nothing({ kind: 'exceeds', remaining });
  const kind = isRecorded ? 'refunded' : 'refund_voided';
  const change = {
    set: { amount_refunded: payment.amount_refunded + (isRecorded ? amount : -amount) },
    event: { kind, data: { refund: refund.id, amount, reason, by } },
    webhook: `payment.${kind}`,
    refund,
  } as const;
  return { changes: [change], outcome: null };
}
