import type { Payment } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import { useTexts } from '../shared/dashboardContext.ts';

interface PaidNoticeProps {
  readonly payment: Payment;
  readonly children?: ReactNode;
}

/** "Paid", so that it can be seen from two metres. */
export function PaidNotice({ payment, children }: PaidNoticeProps) {
  const { t, labelled, money, time } = useTexts();
  return (
    <div className="paid" role="status">
      <p className="tick" aria-hidden="true">
        ✓
      </p>
      <h1>{t('view.paid')}</h1>
      <p className="total">{money(payment.amount)}</p>
      <p>{payment.payer}</p>
      {payment.amountRefunded === '0' ? null : (
        <p>{t('refund.ofPayment', { amount: money(payment.amountRefunded) })}</p>
      )}
      {payment.transactionReference === null ? null : (
        <p>{labelled(t('payment.reference'), payment.transactionReference)}</p>
      )}
      <p>{time(payment.finalAt ?? payment.createdAt, 'to the second')}</p>
      {children}
    </div>
  );
}
