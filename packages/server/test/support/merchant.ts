import { vi } from 'vitest';
import { MERCHANT_API_KEY, type Stack } from './stack.ts';

/** Headers with the merchant key. */
export const asMerchant = { Authorization: `Bearer ${MERCHANT_API_KEY}` };

/** Approves or rejects the sandbox's newest transaction. */
export function settleNewest(stack: Stack, how: 'approve' | 'reject'): void {
  const [newest] = stack.sandbox.transactions();
  if (newest === undefined) throw new Error('the sandbox has no transaction');
  stack.sandbox[how](newest.serverCorrelationId);
}

/** Waits until an assertion holds. */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: 15_000, interval: 25 });
}
