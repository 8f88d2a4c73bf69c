import type { MerchantPayment } from '@tsena/shared/merchant';
import { PaymentActions } from '../payments/PaymentActions.tsx';
import { ReviewReasons } from '../payments/ReviewReasons.tsx';
import { StatusBadge } from '../payments/StatusBadge.tsx';
import { useAllowed, useTexts } from '../shared/dashboardContext.ts';

/** A payment that needs review: the reasons and the actions. */
export function PaymentReview({ payment, onDone }: { readonly payment: MerchantPayment; readonly onDone: () => void }) {
  const { money, time } = useTexts();
  const isAllowed = useAllowed('operate');
  return (
    <article className="tight review">
      <div className="head">
        <h3>
          <a href={`#/payments/${payment.id}`}>
            {money(payment.amount)} · {payment.order}
          </a>
        </h3>
        <StatusBadge status={payment.status} />
      </div>
      <p className="muted">
        {payment.payer} · {time(payment.createdAt)}
      </p>
      <ReviewReasons payment={payment} />
      {isAllowed ? <PaymentActions payment={payment} onDone={onDone} /> : null}
    </article>
  );
}
