import type { Checkout, Payment } from '@tsena/shared/checkout';
import type { Settings } from '../../config/settings.ts';
import type { OrderToPay } from '../../core/storage/attempts.ts';

/** An order as the widget shows it, with its current payment. */
export function showOrder(
  { merchant, operator }: Pick<Settings, 'merchant' | 'operator'>,
  order: OrderToPay,
  returnUrl: string | null,
  payment: Payment | null,
): Checkout {
  return {
    order: order.sub,
    amount: String(order.amount),
    currency: 'MGA',
    description: order.description ?? null,
    partnerName: merchant.partnerName,
    operatorName: operator.name,
    environment: operator.environment,
    returnUrl,
    payment,
  };
}
