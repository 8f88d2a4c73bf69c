import type { Payment } from '@tsena/shared/checkout';
import type { Counter } from '@tsena/shared/merchant';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { PaidNotice } from './PaidNotice.tsx';
import { Receipt } from './Receipt.tsx';

interface OutcomeProps {
  readonly counter: Counter | null;
  readonly payment: Payment;
  readonly onAgain: () => void;
  readonly onNext: () => void;
}

/** What the seller sees of a payment, and says to the customer. */
export type OutcomeView = 'waiting' | 'paid' | 'failed' | 'unknown' | 'review';

/** The view of a payment. Only the companion's `completed` is "paid". */
export function outcomeOf({ status, failure }: Payment): OutcomeView {
  if (status === 'completed') return 'paid';
  if (status === 'failed') return 'failed';
  if (failure !== null) return 'review';
  return status === 'unresolved' ? 'unknown' : 'waiting';
}

/** The live state of a payment. */
export function Outcome({ counter, payment, onAgain, onNext }: OutcomeProps) {
  const { t, money } = useTexts();
  const view = outcomeOf(payment);
  const next = <Button onClick={onNext}>{t('counter.next')}</Button>;
  if (view === 'paid') {
    return (
      <PaidNotice payment={payment} at={payment.updatedAt}>
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
      {payment.failure === null ? null : <p>{payment.failure.message}</p>}
      <p>{t(`take.${payment.failure?.code === 'details_unavailable' ? 'waiting' : view}.do`)}</p>
      <p className="inset">
        <strong>{t('take.say')}</strong> {t(`take.${view}.say`, { amount: money(payment.amount) })}
      </p>
      <div className="buttons">
        {payment.retryable ? (
          <Button look="primary" onClick={onAgain}>
            {t('app.again')}
          </Button>
        ) : null}
        {next}
      </div>
    </div>
  );
}

const SIGNS: Readonly<Record<Exclude<OutcomeView, 'paid'>, string>> = { waiting: '…', failed: '✕', unknown: '?', review: '?' };
