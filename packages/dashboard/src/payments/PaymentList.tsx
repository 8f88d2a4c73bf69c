import type { MerchantPayment } from '@tsena/shared/merchant';
import type { ReactNode } from 'react';
import { useTexts } from '../shared/dashboardContext.ts';
import { ViewBadge } from '../shared/ViewBadge.tsx';

interface PaymentListProps {
  readonly payments: readonly MerchantPayment[];
  /** Whether each row has the time at which its payment began or became final. */
  readonly by?: 'created' | 'final';
  /** Whether each row has the operator's answer too: the list is filtered by it. */
  readonly hasStatus?: boolean;
  /** What an empty list shows. */
  readonly empty: ReactNode;
}

/** A list of payments; each row links to the payment's page. */
export function PaymentList({ payments, by = 'created', hasStatus = false, empty }: PaymentListProps) {
  const { t, labelled, money, time } = useTexts();
  if (payments.length === 0) return typeof empty === 'string' ? <p className="muted">{empty}</p> : empty;
  return (
    <div className="list">
      {/* Each row says by its layout what it holds; screen readers read the row's link. */}
      <div className="headings" aria-hidden="true">
        <span className="amount">{t('list.amount')}</span>
        <span className="order">{t('payment.order')}</span>
        <span className="payer">{t('payment.payer')}</span>
        <span className="when">{t(by === 'final' ? 'payment.finalAt' : 'payment.created')}</span>
        <span className="status">{t('list.view')}</span>
      </div>
      <ul className="plain rows">
        {payments.map((payment) => (
          <li key={payment.id}>
            <a className="row" href={`#/payments/${payment.id}`}>
              <span className="amount">{money(payment.amount)}</span>
              <OrderName payment={payment} />
              <span className="status">
                <ViewBadge view={payment.view} />
                {hasStatus ? (
                  <span className="hint">{labelled(t('filter.status'), t(`status.${payment.status}`))}</span>
                ) : null}
                {payment.amountRefunded === '0' ? null : (
                  <span className="hint">{t('refund.ofPayment', { amount: money(payment.amountRefunded) })}</span>
                )}
                {payment.reviewReasons.length > 0 ? <span className="flag">{t('review.title')}</span> : null}
              </span>
              <span className="payer">{payment.payer}</span>
              <span className="when">
                {time(by === 'final' ? (payment.finalAt ?? payment.createdAt) : payment.createdAt)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The order references of links and of the counter say nothing to a person: what it is for comes first. */
const GENERATED = /^(?:LNK|CTR)-/;

function OrderName({ payment: { order, description } }: { readonly payment: MerchantPayment }) {
  return description !== null && GENERATED.test(order) ? (
    <span className="order">
      {description} <span className="hint">{order}</span>
    </span>
  ) : (
    <span className="order">{order}</span>
  );
}
