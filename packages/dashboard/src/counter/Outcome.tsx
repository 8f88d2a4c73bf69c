import type { Payment, PaymentView } from '@tsena/shared/checkout';
import type { Counter } from '@tsena/shared/merchant';
import { useState } from 'react';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { PaidNotice } from './PaidNotice.tsx';
import { Receipt } from './Receipt.tsx';

interface OutcomeProps {
  readonly counter: Counter | null;
  readonly payment: Payment;
  /** Takes the payment again. */
  readonly onAgain: () => void;
  readonly onNext: () => void;
  /** Shows another payment of the order. */
  readonly onShow: (id: string) => void;
}

/** What is true of a payment, as the companion says, and what the seller does and says to the customer. */
export function Outcome({ counter, payment, onAgain, onNext, onShow }: OutcomeProps) {
  const { t, money } = useTexts();
  const { view, paidBy } = payment;
  const next = <Button onClick={onNext}>{t('counter.next')}</Button>;
  if (view === 'paid') {
    return (
      <PaidNotice payment={payment} at={payment.createdAt}>
        {next}
        <Receipt counter={counter} payment={payment} />
      </PaidNotice>
    );
  }
  return (
    <div className="outcome stack" role="status" data-view={view}>
      <p className="sign" aria-hidden="true">
        {SIGNS[view]}
      </p>
      <h1>{t(`take.${view}`)}</h1>
      <p className="total">{money(payment.amount)}</p>
      <p>{payment.payer}</p>
      {view === 'failed' ? <Failure payment={payment} /> : <p>{t(`take.${view}.do`)}</p>}
      {view === 'waiting' && mayHaveAnother(payment) ? <p>{t('take.waiting.one')}</p> : null}
      <p className="inset">
        <strong>{t('take.say')}</strong> {t(`take.${view}.say`, { amount: money(payment.amount) })}
      </p>
      {payment.retryable && (view === 'waiting' || view === 'unresolved') ? <SecondRequest onAgain={onAgain} /> : null}
      <div className="buttons">
        {payment.retryable && view === 'failed' ? (
          <Button look="primary" onClick={onAgain}>
            {t('app.again')}
          </Button>
        ) : null}
        {paidBy === null ? null : <Button onClick={() => onShow(paidBy)}>{t('take.showPaid')}</Button>}
        {next}
      </div>
      {payment.status === 'completed' ? <Receipt counter={counter} payment={payment} /> : null}
    </div>
  );
}

/**
 * Whether another request of the order may be on the phone: it was sent before this one, or it has taken this one's
 * place.
 */
function mayHaveAnother({ attemptNumber, retryableAt }: Payment): boolean {
  return attemptNumber > 1 || retryableAt === null;
}

const SIGNS: Readonly<Record<Exclude<PaymentView, 'paid'>, string>> = {
  waiting: '…',
  confirming: '…',
  unresolved: '?',
  review: '?',
  refunded: '↩',
  paid_twice: '!',
  paid_by_another: '✓',
  failed: '✕',
};

/** Why nothing was paid, in words for the seller, and whether it can be tried again. */
function Failure({ payment: { failure, retryable } }: Pick<OutcomeProps, 'payment'>) {
  const { t, find } = useTexts();
  if (failure !== null) return <p>{find(`failure.${failure.code}`) ?? failure.message}</p>;
  return (
    <p>
      {t('take.failed.closed')} {retryable ? t('take.failed.do') : null}
    </p>
  );
}

/** Before a second request: the first one can have been approved, though no result is here yet. */
function SecondRequest({ onAgain }: Pick<OutcomeProps, 'onAgain'>) {
  const { t } = useTexts();
  const [isWaiting, setIsWaiting] = useState(false);
  if (isWaiting) return <p>{t('take.second.wait')}</p>;
  return (
    <>
      <p>
        <strong>{t('take.second.ask')}</strong> {t('take.second.why')}
      </p>
      <div className="buttons">
        <Button onClick={() => setIsWaiting(true)}>{t('take.second.yes')}</Button>
        <Button onClick={onAgain}>{t('take.second.no')}</Button>
      </div>
    </>
  );
}
