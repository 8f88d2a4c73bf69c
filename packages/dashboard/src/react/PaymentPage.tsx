import { useQuery } from '@tanstack/react-query';
import { isFinal } from '@tsena/shared/checkout';
import { useRef } from 'react';
import { NO_FILTER } from '../core/filter.ts';
import { writeRoute } from '../core/route.ts';
import { Badge } from './Badge.tsx';
import { useDashboard, useTexts } from './desk.ts';
import { Facts } from './Facts.tsx';
import { OperatorView } from './OperatorView.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { PaymentList } from './PaymentList.tsx';
import { Reasons } from './PaymentNeed.tsx';
import { Timeline } from './Timeline.tsx';
import { ToldShop } from './ToldShop.tsx';
import { Failure, Pending } from './Waiting.tsx';

const EVERY = 4000;

/** One payment with all that is known about it. */
export function PaymentPage({ id }: { readonly id: string }) {
  const { t, money, language } = useTexts();
  const { api } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const record = useQuery({
    queryKey: [language, 'payment', id],
    queryFn: () => api.payment(id, false),
    refetchInterval: (query) => (query.state.data !== undefined && isFinal(query.state.data.payment.status) ? false : EVERY),
  });
  const back = (
    <p className="back">
      <a href={writeRoute({ page: 'payments', filter: NO_FILTER })}>{t('payment.back')}</a>
    </p>
  );
  if (record.data === undefined) {
    return (
      <div className="payment">
        {back}
        <Pending query={record} />
      </div>
    );
  }
  const { payment, attempts, history, webhooks } = record.data;
  return (
    <div className="payment">
      {back}
      <section className="card lead" aria-labelledby="payment">
        <div className="head">
          <h1 id="payment" ref={heading} tabIndex={-1}>
            {money(payment.amount)}
          </h1>
          <Badge status={payment.status} />
        </div>
        {payment.failure === null ? null : <p className="soft">{payment.failure.message}</p>}
        <Reasons payment={payment} />
        <PaymentActions payment={payment} onDone={() => heading.current?.focus()} />
        <Facts payment={payment} />
      </section>
      {record.error === null ? null : <Failure query={record} />}
      <div className="column">
        <Timeline history={history} />
        {attempts.length > 1 ? (
          <section className="card" aria-labelledby="attempts">
            <h2 id="attempts">{t('attempts.title')}</h2>
            <PaymentList payments={attempts} />
          </section>
        ) : null}
      </div>
      <div className="column">
        <OperatorView payment={payment} />
        <ToldShop webhooks={webhooks} />
      </div>
    </div>
  );
}
