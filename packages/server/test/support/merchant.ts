import { vi } from 'vitest';
import { MERCHANT_API_KEY, type Stack } from './stack.ts';

/** The merchant's headers. */
export const asMerchant = { Authorization: `Bearer ${MERCHANT_API_KEY}` };

/** Settles the sandbox's newest transaction as the phone's owner would. */
export function settleNewest(stack: Stack, how: 'approve' | 'reject'): void {
  const [newest] = stack.sandbox.transactions();
  if (newest === undefined) throw new Error('the sandbox has no transaction');
  stack.sandbox[how](newest.serverCorrelationId);
}

/** Waits until a claim holds, on a machine however slow. */
export function eventually<T>(claim: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(claim, { timeout: 15_000, interval: 25 });
}
