import { isFinal } from '@tsena/shared/checkout';
import type { PaymentDetail } from '@tsena/shared/merchant';
import { useRef } from 'react';
import { PaymentHistory } from '../history/PaymentHistory.tsx';
import { PaymentRefunds } from '../refunds/PaymentRefunds.tsx';
import { BackLink } from '../shared/BackLink.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { QueryFallback } from '../shared/QueryFallback.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { WebhookDeliveries } from '../webhooks/WebhookDeliveries.tsx';
import { OperatorView } from './OperatorView.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PaymentList } from './PaymentList.tsx';
import { ReviewReasons } from './ReviewReasons.tsx';
import { StatusBadge } from './StatusBadge.tsx';

/** How often a payment is read again while something happens that no event tells. */
const POLL_INTERVAL_MS = 4000;

/** Whether the payment is not final and no changes arrive, or a first delivery is under way, which is no change of the payment. */
function isMoving({ payment, webhooks }: PaymentDetail, isLive: boolean): boolean {
  if (webhooks.some(({ status, deliveryAttempts }) => status === 'pending' && deliveryAttempts === 0)) return true;
  return !isLive && !isFinal(payment.status);
}

/** One payment: its facts, actions, history, webhooks, and what the operator reports. */
export function PaymentPage({ id }: { readonly id: string }) {
  const { t, money } = useTexts();
  const { api, live } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const detail = useLiveQuery(['payment', id], () => api.payment(id), {
    refetchInterval: ({ state }) => (state.data === undefined || isMoving(state.data, live.isLive) ? POLL_INTERVAL_MS : live.refreshMs),
  });
  const back = <BackLink to="#/payments">{t('payment.back')}</BackLink>;
  if (detail.data === undefined) {
    return (
      <div className="page payment split">
        {back}
        <QueryFallback query={detail} />
      </div>
    );
  }
  const { payment, attempts, history, webhooks, refunds } = detail.data;
  return (
    <div className="page payment split">
      {back}
      <section className="card stack summary whole" aria-labelledby="payment">
        <div className="head">
          <h1 className="total" id="payment" ref={heading} tabIndex={-1}>
            {money(payment.amount)}
          </h1>
          <StatusBadge status={payment.status} />
        </div>
        {payment.failure === null ? null : <p className="muted">{payment.failure.message}</p>}
        <ReviewReasons payment={payment} />
        <PaymentActions payment={payment} onDone={() => heading.current?.focus()} />
        <PaymentFacts payment={payment} />
      </section>
      <div className="column">
        {refunds.length > 0 ? <PaymentRefunds refunds={refunds} /> : null}
        <PaymentHistory history={history} />
        {attempts.length > 1 ? (
          <section className="card" aria-labelledby="attempts">
            <h2 id="attempts">{t('attempts.title')}</h2>
            <PaymentList payments={attempts} empty="" />
          </section>
        ) : null}
      </div>
      <div className="column">
        <OperatorView payment={payment} />
        <WebhookDeliveries webhooks={webhooks} />
      </div>
    </div>
  );
}
