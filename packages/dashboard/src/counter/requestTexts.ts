import type { TakeRequest } from './counterApi.ts';

/** What the texts of a request begin with: a prompt reaches the customer, a sale that was paid by hand is recorded. */
export function textsOf({ body }: Pick<TakeRequest, 'body'>): 'take.sale' | 'take.lost' {
  return 'transactionReference' in body ? 'take.sale' : 'take.lost';
}
