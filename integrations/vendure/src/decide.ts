import type { Environment, WebhookPayment } from '@tsena/node';

/** Why a payment needs review, or what an event says about the order. */
export type TsenaNote =
  | 'other_environment'
  | 'amount_differs'
  | 'paid_twice'
  | 'paid_after_cancellation'
  | 'not_settled'
  | 'unresolved'
  | 'failed_after_all'
  | 'review_required'
  | 'overpaid'
  | 'refunded'
  | 'refund_voided';

/** An order, as {@link decide} reads it. */
export interface OrderFacts {
  /** The environment whose payments count. */
  readonly environment: Environment;
  /** Vendure's state of the order. */
  readonly state: string;
  /**
   * What is still to be paid, in whole Ariary; null if that is a fraction, nothing, or no amount that the operator
   * takes.
   */
  readonly outstanding: string | null;
  readonly currency: string;
  /** Ids of the companion's payments that this order is paid with. */
  readonly paidBy: readonly string[];
  /** Whether settled or authorized payments cover the order's total. */
  readonly isCovered: boolean;
  /** Ids of payments that the order has a note about. */
  readonly notedPayments: readonly string[];
}

/** What an event changes. */
export interface Decision {
  readonly settle: boolean;
  readonly note: TsenaNote | null;
}

const NOTHING: Decision = { settle: false, note: null };
const note = (of: TsenaNote): Decision => ({ settle: false, note: of });

/** The states in which Vendure takes a payment, or that lead to one. */
const PAYABLE = ['AddingItems', 'ArrangingPayment', 'ArrangingAdditionalPayment'];

function decideCompleted(payment: WebhookPayment, order: OrderFacts): Decision {
  if (order.paidBy.includes(payment.id)) return NOTHING;
  if (order.state === 'Cancelled') return note('paid_after_cancellation');
  if (order.isCovered) return note('paid_twice');
  const matches = payment.amount === order.outstanding && payment.currency === 'MGA' && order.currency === 'MGA';
  if (!matches) return note('amount_differs');
  return PAYABLE.includes(order.state) ? { settle: true, note: null } : note('not_settled');
}

/**
 * Decides what an event changes. Pure: no database, no clock.
 *
 * @param type such as `payment.completed`
 */
export function decide(type: string, payment: WebhookPayment, order: OrderFacts): Decision {
  if (payment.environment !== order.environment) return note('other_environment');
  switch (type) {
    case 'payment.completed':
      return decideCompleted(payment, order);
    case 'payment.unresolved':
      // An older event must not replace what is known.
      return order.paidBy.includes(payment.id) ? NOTHING : note('unresolved');
    case 'payment.failed':
      return order.notedPayments.includes(payment.id) && !order.paidBy.includes(payment.id)
        ? note('failed_after_all')
        : NOTHING;
    case 'payment.review_required':
      return note('review_required');
    case 'order.overpaid':
      return note('overpaid');
    case 'payment.refunded':
      return note('refunded');
    case 'payment.refund_voided':
      return note('refund_voided');
    default:
      return NOTHING;
  }
}
