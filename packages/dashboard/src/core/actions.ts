import type { MerchantPayment } from '@tsena/shared/merchant';

/** What a merchant can do about a payment. */
export type Action = 'refresh' | 'reference' | 'resolve' | 'closed';

/** What can be done about this payment; nothing where all is well. */
export function actionsFor({ status, attention, followed }: MerchantPayment): Action[] {
  switch (status) {
    case 'pending':
      return ['refresh', 'reference', 'resolve'];
    case 'unresolved':
      // Without its id the operator cannot be asked.
      return followed ? ['refresh', 'reference', 'resolve'] : ['reference', 'resolve'];
    case 'failed':
      return attention.length > 0 ? ['reference', 'closed'] : ['reference'];
    case 'completed':
      if (attention.includes('unverified')) return ['refresh', 'closed'];
      return attention.length > 0 ? ['closed'] : [];
    default:
      return [];
  }
}
