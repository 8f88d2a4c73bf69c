import type { Checkout, Payment } from '@tsena/shared/checkout';
import type { Settings } from '../../config/settings.ts';
import type { OrderToPay } from '../../core/storage/paymentRequest.ts';

/** An order as the widget shows it, with its current payment. */
export function showOrder(
  { PARTNER_NAME, OPERATOR_NAME, OPERATOR_ENVIRONMENT }: Settings,
  order: OrderToPay,
  returnUrl: string | null,
  payment: Payment | null,
): Checkout {
  return {
    order: order.sub,
    amount: String(order.amount),
    currency: 'MGA',
    description: order.description ?? null,
    partnerName: PARTNER_NAME,
    operatorName: OPERATOR_NAME,
    environment: OPERATOR_ENVIRONMENT,
    returnUrl,
    payment,
    view: payment?.view ?? null,
  };
}
