import type { MerchantPayment } from '@tsena/shared/merchant';

/** What can still be refunded, in whole Ariary. */
export function remainingOf({ amount, amountRefunded }: Pick<MerchantPayment, 'amount' | 'amountRefunded'>): number {
  return Number(amount) - Number(amountRefunded);
}
