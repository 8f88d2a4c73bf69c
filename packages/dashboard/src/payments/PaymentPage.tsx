import { isFinal } from '@tsena/shared/checkout';
import { type MerchantPayment, type PaymentDetail, paymentDetailSchema } from '@tsena/shared/merchant';
import { useRef } from 'react';
import type { Translator } from '../core/texts.ts';
import { PaymentHistory } from '../history/PaymentHistory.tsx';
import { PaymentRefunds } from '../refunds/PaymentRefunds.tsx';
import { remainingOf } from '../refunds/remaining.ts';
import { BackLink } from '../shared/BackLink.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';
import { Loaded } from '../shared/Loaded.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';
import { ViewBadge } from '../shared/ViewBadge.tsx';
import { WebhookDeliveries } from '../webhooks/WebhookDeliveries.tsx';
import { OperatorView } from './OperatorView.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { PaymentList } from './PaymentList.tsx';
import { ReviewReasons } from './ReviewReasons.tsx';

/** How often a payment is read again while something happens that no event tells. */
const POLL_INTERVAL_MS = 4000;

/**
 * Whether the payment is not final and no changes arrive, or a first delivery is under way, which is no change of the
 * payment.
 */
function isMoving({ payment, webhooks }: PaymentDetail, isLive: boolean): boolean {
  if (webhooks.some(({ status, deliveryAttempts }) => status === 'pending' && deliveryAttempts === 0)) return true;
  return !isLive && !isFinal(payment.status);
}

/** One payment: its facts, actions, history, webhooks, and what the operator reports. */
export function PaymentPage({ id }: { readonly id: string }) {
  const { t } = useTexts();
  const { live } = useDashboard();
  const detail = useLiveQuery(paymentDetailSchema, `/payments/${id}`, {
    refetchInterval: ({ state }) =>
      state.data === undefined || isMoving(state.data, live.isLive) ? POLL_INTERVAL_MS : live.refreshMs,
  });
  return (
    <div className="page payment split">
      <BackLink to="#/payments">{t('payment.back')}</BackLink>
      <Loaded query={detail}>{(data) => <Detail detail={data} />}</Loaded>
    </div>
  );
}

function Detail({ detail: { payment, attempts, history, webhooks, refunds } }: { readonly detail: PaymentDetail }) {
  const { t, money } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <section className="card stack summary whole" aria-labelledby="payment">
        <div className="head">
          <h1 className="total" id="payment" ref={heading} tabIndex={-1}>
            {money(payment.amount)}
          </h1>
          <ViewBadge view={payment.view} />
        </div>
        <PaymentMeaning payment={payment} attempts={attempts} />
        <ReviewReasons payment={payment} />
        <PaymentActions payments={[payment]} onDone={() => heading.current?.focus()} />
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
    </>
  );
}

/** What the payment means for the money of its order. */
function PaymentMeaning({ payment, attempts }: Pick<PaymentDetail, 'payment' | 'attempts'>) {
  const { t } = useTexts();
  const { view, failure, reviewReasons, resolution, differences } = payment;
  // The reason says more.
  if (reviewReasons.length > 0 && (view === 'review' || view === 'unresolved' || view === 'paid_twice')) return null;
  const paid = view === 'paid_by_another' ? attempts.find((one) => one.view === 'paid') : undefined;
  // The operator has contradicted its reason: the merchant decided.
  const isDecided = resolution !== null && differences !== null;
  return (
    <p className="muted">
      {view === 'failed' && failure !== null && !isDecided ? failure.message : t(`view.${view}.means`)}{' '}
      {paid === undefined ? null : <a href={`#/payments/${paid.id}`}>{t('transaction.payment')}</a>}
    </p>
  );
}

/** The facts of a payment. */
function PaymentFacts({ payment }: { readonly payment: MerchantPayment }) {
  const texts = useTexts();
  const { t, money, time } = texts;
  const { order, attemptNumber, resolution, amountRefunded } = payment;
  return (
    <FactList
      facts={[
        [t('payment.order'), attemptNumber > 1 ? `${order} · ${t('payment.attempt', { n: attemptNumber })}` : order],
        [t('payment.payer'), payment.payer],
        [t('payment.description'), payment.description],
        [t('payment.receipt'), payment.receiptNumber],
        [t('method.title'), payment.method === 'reference' ? t('method.byHand') : null],
        [t('payment.reference'), payment.transactionReference],
        [t('totals.refunded'), amountRefunded === '0' ? null : money(amountRefunded)],
        [t('refund.remaining'), amountRefunded === '0' ? null : money(String(remainingOf(payment)))],
        [t('payment.fees'), payment.fees === null ? null : money(payment.fees)],
        [t('payment.created'), time(payment.createdAt)],
        [t('payment.finalAt'), payment.finalAt === null ? null : time(payment.finalAt)],
        [t('payment.operatorReason'), payment.failure?.reason ?? null],
        [t('payment.operatorTime'), writeOperatorTime(payment.failure?.errorDateTime ?? null, texts)],
        [
          t('payment.verified'),
          payment.verified === null ? null : t(payment.verified ? 'payment.verified.yes' : 'payment.verified.no'),
        ],
        [t('payment.resolution'), resolution === null ? null : writeResolution(resolution, texts)],
        [t('payment.id'), payment.id],
      ]}
    />
  );
}

/**
 * The operator's interface has its times in UTC, often without saying so. A text that is no time stays as the operator
 * wrote it.
 */
function writeOperatorTime(text: string | null, { time }: Translator): string | null {
  if (text === null) return null;
  const timestamp = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  return Number.isNaN(Date.parse(timestamp)) ? text : time(timestamp);
}

function writeResolution(
  { kind, reason, by }: NonNullable<MerchantPayment['resolution']>,
  { t, labelled, withName }: Translator,
) {
  return withName(labelled(t(`resolution.${kind}`), reason), by);
}
