import type { PaymentStatus } from '@tsena/shared/checkout';

/**
 * Which state may follow which. `failed` may still become `completed`: where the operator's own record shows
 * that the money moved after all, the shop must learn of it.
 */
const NEXT: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  created: ['sending', 'failed'],
  sending: ['pending', 'failed', 'unresolved'],
  pending: ['completed', 'failed'],
  unresolved: ['pending', 'completed', 'failed'],
  failed: ['completed'],
  completed: [],
};

/** The states from which a payment may come to this one: the guard of each update. */
export function statesBefore(next: PaymentStatus): PaymentStatus[] {
  return (Object.keys(NEXT) as PaymentStatus[]).filter((state) => NEXT[state].includes(next));
}
