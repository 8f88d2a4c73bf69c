import type { PaymentStatus } from '@tsena/shared/checkout';

/**
 * The statuses that may follow each status. `failed` may become `completed`: the operator's details may show later that
 * the money moved.
 */
const NEXT: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  created: ['sending', 'failed', 'unresolved'],
  sending: ['pending', 'failed', 'unresolved'],
  pending: ['completed', 'failed'],
  unresolved: ['pending', 'completed', 'failed'],
  failed: ['completed'],
  completed: [],
};

/** Statuses in which a payment is open: the operator's answer may still change it. */
export const OPEN_STATUSES = [
  'created',
  'sending',
  'pending',
  'unresolved',
] as const satisfies readonly PaymentStatus[];

/** The statuses from which a payment may change to `next`: the guard of each update. */
export function statusesBefore(next: PaymentStatus): PaymentStatus[] {
  return (Object.keys(NEXT) as PaymentStatus[]).filter((status) => NEXT[status].includes(next));
}
