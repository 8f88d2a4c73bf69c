import type { MerchantPayment } from '@tsena/shared/merchant';
import { writeRoute } from '../core/route.ts';
import { useTexts } from './dashboardContext.ts';
import { StatusBadge } from './StatusBadge.tsx';

interface PaymentListProps {
  readonly payments: readonly MerchantPayment[];
  /** The text for an empty list. */
  readonly empty: string;
}

/** A list of payments; each row links to the payment's page. */
export function PaymentList({ payments, empty }: PaymentListProps) {
  const { t, money, time } = useTexts();
  if (payments.length === 0) return <p className="muted">{empty}</p>;
  return (
    <div className="list">
      <ul className="plain rows">
        {payments.map((payment) => (
          <li key={payment.id}>
            <a className="row" href={writeRoute({ page: 'payment', id: payment.id })}>
              <span className="amount">{money(payment.amount)}</span>
              <span className="order">{payment.order}</span>
              <span className="status">
                <StatusBadge status={payment.status} />
                {payment.reviewReasons.length > 0 ? <span className="flag">{t('review.title')}</span> : null}
              </span>
              <span className="payer">{payment.payer}</span>
              <span className="when">{time(payment.createdAt)}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
