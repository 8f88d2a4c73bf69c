import type { Payment } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import { serverNow } from '../core/serverClock.ts';
import { useTexts } from '../shared/dashboardContext.ts';
import { Sign } from '../shared/Sign.tsx';
import { useLostFocus } from '../shared/useLostFocus.ts';

const MINUTE_MS = 60_000;

interface PaidNoticeProps {
  readonly payment: Payment;
  /** Whether it is not the payment of the customer who stands here: it looks pale. */
  readonly isEarlier?: boolean;
  readonly children?: ReactNode;
}

/** "Paid", so that it can be seen from two metres, or that the order was paid twice. */
export function PaidNotice({ payment, isEarlier = false, children }: PaidNoticeProps) {
  const { t, labelled, money, time, count } = useTexts();
  const minutes = Math.max(1, Math.round((serverNow() - Date.parse(payment.paidAt ?? payment.createdAt)) / MINUTE_MS));
  const heading = useLostFocus();
  const isTwice = payment.view === 'paid_twice';
  return (
    <div className="paid" role="status" data-earlier={isEarlier}>
      {isEarlier ? <p>{count('take.earlier', minutes)}</p> : null}
      <p className="tick" aria-hidden="true">
        {isTwice ? '!' : <Sign name="tick" />}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {t(isTwice ? 'take.paid_twice' : 'view.paid')}
      </h1>
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
