import type { MerchantPayment } from '@tsena/shared/merchant';
import { Fragment } from 'react';
import { nameFields } from '../core/describeEvent.ts';
import { writeRoute } from '../core/route.ts';
import { useAllowed, useTexts } from './dashboardContext.ts';
import { PaymentActions } from './PaymentActions.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { TellCustomer } from './TellCustomer.tsx';

/** A payment that needs review: the reasons and the actions. */
export function PaymentReview({ payment, onDone }: { readonly payment: MerchantPayment; readonly onDone: () => void }) {
  const { money, time } = useTexts();
  const isAllowed = useAllowed('operate');
  return (
    <article className="review">
      <div className="head">
        <h3>
          <a href={writeRoute({ page: 'payment', id: payment.id })}>
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

/** Why a payment needs review, in words; nothing if it does not. */
export function ReviewReasons({ payment }: { readonly payment: MerchantPayment }) {
  const texts = useTexts();
  return payment.reviewReasons.map((reason) => (
    <Fragment key={reason}>
      <p className="reason">{texts.t(`review.${reason}`, { fields: nameFields(payment.differences ?? [], texts) })}</p>
      {reason === 'unresolved' ? <TellCustomer /> : null}
    </Fragment>
  ));
}
