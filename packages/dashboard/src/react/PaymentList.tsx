import type { MerchantPayment } from '@tsena/shared/merchant';
import { writeRoute } from '../core/route.ts';
import { Badge } from './Badge.tsx';
import { useTexts } from './desk.ts';

/** Payments, each a way to its page. */
export function PaymentList({ payments }: { readonly payments: readonly MerchantPayment[] }) {
  const { t, money, time } = useTexts();
  if (payments.length === 0) return <p className="soft">{t('payments.none')}</p>;
  return (
    <div className="list">
      <ul className="plain rows">
        {payments.map((payment) => (
          <li key={payment.id}>
            <a className="row" href={writeRoute({ page: 'payment', id: payment.id })}>
              <span className="amount">{money(payment.amount)}</span>
              <span className="order">{payment.order}</span>
              <span className="state">
                <Badge status={payment.status} />
                {payment.attention.length > 0 ? <span className="flag">{t('needs.title')}</span> : null}
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
