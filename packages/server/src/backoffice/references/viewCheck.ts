import { type Ariary, writeAmount } from '@tsena/shared';
import { COUNTER_ORDER_PREFIX, type ReferenceCheck } from '@tsena/shared/merchant';
import type { CheckedReference } from '../../core/payments/checkReference.ts';
import { writeTimeOrNull } from '../../core/views/time.ts';

/** Who sees a check, and the amount that is open. */
export interface CheckViewer {
  /** Whether a key of the counter asks: of orders that are not of the counter, it sees only that it is used. */
  readonly isSeller: boolean;
  readonly amount?: Ariary | undefined;
}

const NOTHING = {
  amount: null,
  amountMatches: null,
  payer: null,
  createdAt: null,
  paymentId: null,
  order: null,
  usedAt: null,
  canComplete: false,
  canSell: false,
} as const;

/** A check as the merchant, or a seller, sees it. */
export function viewCheck(checked: CheckedReference, { isSeller, amount }: CheckViewer): ReferenceCheck {
  const { verdict, reference } = checked;
  if (!('money' in checked)) return { ...NOTHING, verdict, reference };
  const { money } = checked;
  const known = {
    ...NOTHING,
    verdict,
    reference,
    amount: writeAmount(money.amount),
    payer: money.payer,
    createdAt: writeTimeOrNull(checked.createdAt),
  };
  if (checked.verdict === 'unused') {
    const amountMatches = amount === undefined ? null : amount === money.amount;
    return { ...known, amountMatches, canSell: checked.canSell };
  }
  const { payment } = checked;
  if (isSeller && !payment.order_reference.startsWith(COUNTER_ORDER_PREFIX)) return { ...NOTHING, verdict, reference };
  return {
    ...known,
    paymentId: payment.id,
    order: payment.order_reference,
    usedAt: payment.status === 'completed' ? writeTimeOrNull(payment.final_at) : null,
    canComplete: isSeller ? checked.canPayerComplete : checked.canComplete,
  };
}
