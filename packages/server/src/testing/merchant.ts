import { MERCHANT_API_KEY, type Stack } from './stack.ts';

/** The merchant's headers. */
export const asMerchant = { Authorization: `Bearer ${MERCHANT_API_KEY}` };

/** Settles the sandbox's newest transaction as the phone's owner would. */
export function settleNewest(stack: Stack, how: 'approve' | 'reject'): void {
  const [newest] = stack.sandbox.transactions();
  if (newest === undefined) throw new Error('the sandbox has no transaction');
  stack.sandbox[how](newest.serverCorrelationId);
}
