import type { PaymentId } from '@tsena/shared/checkout';

/** Whether a value is a payment's id. */
export function isPaymentId(value: unknown): value is PaymentId {
  return typeof value === 'string' && /^pay_[\w-]{22}$/.test(value);
}
