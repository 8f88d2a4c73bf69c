import type { Payment } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import { useTexts } from '../shared/dashboardContext.ts';
import { Sign } from '../shared/Sign.tsx';

interface PaidNoticeProps {
  readonly payment: Payment;
  readonly children?: ReactNode;
}

/** "Paid", so that it can be seen from two metres, or that the order was paid twice. */
export function PaidNotice({ payment, children }: PaidNoticeProps) {
  const { t, labelled, money, time } = useTexts();
  const isTwice = payment.view === 'paid_twice';
  return (
    <div className="paid" role="status">
      <p className="tick" aria-hidden="true">
        {isTwice ? '!' : <Sign name="tick" />}
      </p>
      <h1>{t(isTwice ? 'take.paid_twice' : 'view.paid')}</h1>
      <p className="total">{money(payment.amount)}</p>
      <p>{payment.payer}</p>
      {isTwice ? <p>{t('take.paid_twice.do')}</p> : null}
      {payment.amountRefunded === '0' ? null : (
        <p>{t('refund.ofPayment', { amount: money(payment.amountRefunded) })}</p>
      )}
      {payment.transactionReference === null ? null : (
        <p>{labelled(t('payment.reference'), payment.transactionReference)}</p>
      )}
      <p>{time(payment.paidAt ?? payment.createdAt, 'to the second')}</p>
      {children}
    </div>
  );
}
