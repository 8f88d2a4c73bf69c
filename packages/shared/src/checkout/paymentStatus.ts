/**
 * The status of a payment. `pending`, `completed` and `failed` are the operator's; `created` and `sending` precede its
 * answer; `unresolved` means that the answer was lost.
 */
export const PAYMENT_STATUSES = ['created', 'sending', 'pending', 'unresolved', 'completed', 'failed'] as const;

/** One of {@link PAYMENT_STATUSES}. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Whether a status is final. A failed payment may still become completed, if the operator later confirms that the
 * money moved.
 */
export function isFinal(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'failed';
}
