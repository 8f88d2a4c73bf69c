import type { Payment } from './payment.ts';

/**
 * Whether another request of the order may be on the phone: it was sent before this one, or it has taken this one's
 * place.
 */
export function mayHaveAnotherPrompt({ attemptNumber, retryableAt, status }: Payment): boolean {
  return attemptNumber > 1 || (retryableAt === null && status !== 'created');
}
