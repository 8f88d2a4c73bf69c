import type { MerchantPayment } from '@tsena/shared/merchant';

/** What a merchant can do about a payment. */
export type Action = 'refresh' | 'reference' | 'decide' | 'handled';

/** What can be done about this payment; nothing where all is well. */
export function actionsFor({ status, attention, followed }: MerchantPayment): Action[] {
  switch (status) {
    case 'pending':
      return ['refresh', 'reference', 'decide'];
    case 'unresolved':
      // Without its id the operator cannot be asked.
      return followed ? ['refresh', 'reference', 'decide'] : ['reference', 'decide'];
    case 'failed':
      return attention.length > 0 ? ['reference', 'handled'] : ['reference'];
    case 'completed':
      if (attention.includes('unverified')) return ['refresh', 'handled'];
      return attention.length > 0 ? ['handled'] : [];
    default:
      return [];
  }
}
