/**
 * Where a payment stands. `pending`, `completed` and `failed` are the operator's words;
 * `created` and `sending` come before its answer, `unresolved` means that the answer never came.
 */
export const PAYMENT_STATUSES = ['created', 'sending', 'pending', 'unresolved', 'completed', 'failed'] as const;

/** One of {@link PAYMENT_STATUSES}. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Whether nothing more will happen to a payment in this state. */
export function isFinal(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'failed';
}
