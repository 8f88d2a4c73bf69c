import {
  isFinal,
  isOpenView,
  mayHaveAnotherPrompt,
  type Payment,
  type PaymentView,
  takesReference,
} from '@tsena/shared/checkout';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../core/serverClock.ts';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { Sign } from '../shared/Sign.tsx';
import { useLostFocus } from '../shared/useLostFocus.ts';
import type { CounterNames } from './device.ts';
import { PaidNotice } from './PaidNotice.tsx';
import { Receipt } from './Receipt.tsx';

interface OutcomeProps {
  readonly counter: CounterNames | null;
  readonly payment: Payment;
  /** Whether it was opened from the list of earlier payments. */
  readonly isListed: boolean;
  /** Completes the payment by the reference of the operator's SMS. */
  readonly submitReference: (reference: string) => Promise<void>;
  /** Takes the payment again. */
  readonly onAgain: () => void;
  readonly onNext: () => void;
  /** Shows another payment of the order. */
  readonly onShow: (id: string) => void;
}

/** What is true of a payment, as the companion says, and what the seller does and says to the customer. */
export function Outcome({ counter, payment, isListed, submitReference, onAgain, onNext, onShow }: OutcomeProps) {
  const { t, money } = useTexts();
  const [hasTyped, setHasTyped] = useState(false);
  const heading = useLostFocus();
  const { view, paidBy } = payment;
  const next = <Button onClick={onNext}>{t('counter.next')}</Button>;
  if (view === 'paid') {
    return (
      <PaidNotice payment={payment} isEarlier={isListed || isEarlier(payment)}>
        {next}
        <Receipt counter={counter} payment={payment} />
      </PaidNotice>
    );
  }
  const asksAgain = payment.retryable && isOpenView(view);
  // Who has typed the secret code waits for the result, and types nothing more.
  const isTyped = hasTyped && view === 'waiting';
  // This one has a result, and another payment of the order has none.
  const subject = view === 'waiting' && isFinal(payment.status) ? 'otherOpen' : view;
  const say = isTyped
    ? 'take.unresolved.say'
    : subject === 'failed'
      ? sayFailed(payment)
      : (`take.${subject}.say` as const);
  return (
    <div className="outcome stack" role="status" data-view={view}>
      <p className="sign" aria-hidden="true">
        {SIGNS[view]}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {t(isTyped ? 'take.typed' : `take.${subject}`)}
      </h1>
      <p className="total">{money(payment.amount)}</p>
      <p>{payment.payer}</p>
      {subject === 'failed' ? <Failure payment={payment} /> : <p>{t(`take.${subject}.do`)}</p>}
      {view === 'unresolved' && !asksAgain ? <p>{t('take.unresolved.wait')}</p> : null}
      {view === 'waiting' && mayHaveAnotherPrompt(payment) ? <p>{t('take.waiting.one')}</p> : null}
      <p className="inset">
        <strong>{t('take.say')}</strong> {t(say, { amount: money(payment.amount) })}
      </p>
      {takesReference(payment) ? <SmsReference submit={submitReference} /> : null}
      {asksAgain ? <SecondRequest hasTyped={hasTyped} onTyped={setHasTyped} onAgain={onAgain} /> : null}
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

/** After so long, "Paid" is not about the customer who stands here. */
const EARLIER_AFTER_MS = 2 * 60_000;

function isEarlier({ paidAt }: Payment): boolean {
  return paidAt !== null && serverNow() - Date.parse(paidAt) > EARLIER_AFTER_MS;
}

/** The field for the reference of an SMS, where the result of a payment is not known. */
function SmsReference({ submit }: { readonly submit: OutcomeProps['submitReference'] }) {
  const { t, describe } = useTexts();
  const [reference, setReference] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function send() {
    setIsSending(true);
    setFailure(null);
    await submit(reference).catch((error: unknown) => setFailure(describe(error)));
    setIsSending(false);
  }
  return (
    <Form className="stack inset" isBusy={isSending} onSubmit={() => void send()}>
      <TextField
        label={t('sms.asked')}
        error={failure}
        autoCapitalize="none"
        spellCheck={false}
        value={reference}
        onChange={setReference}
      />
      <SubmitButton text={t('sms.submit')} isBusy={isSending} />
    </Form>
  );
}

const SIGNS: Readonly<Record<Exclude<PaymentView, 'paid'>, ReactNode>> = {
  waiting: '…',
  confirming: '…',
  unresolved: '?',
  review: '?',
  refunded: <Sign name="back" />,
  paid_twice: '!',
  paid_by_another: <Sign name="tick" />,
  failed: <Sign name="cross" />,
};

/** Why nothing was paid, in words for the seller, and whether it can be tried again. */
function Failure({ payment: { failure, retryable } }: Pick<OutcomeProps, 'payment'>) {
  const { t, find } = useTexts();
  if (failure !== null) return <p>{find(`failure.${failure.code}${retryable ? '' : '.last'}`) ?? failure.message}</p>;
  return (
    <p>
      {t('take.failed.closed')} {retryable ? t('take.failed.do') : null}
    </p>
  );
}

/** What the seller says of it: no reason of the operator's, where the merchant decided. */
function sayFailed({ failure, retryable }: Payment) {
  if (failure === null) return 'take.failed.closed.say';
  return retryable ? 'take.failed.say' : 'take.failed.last';
}

interface SecondRequestProps extends Pick<OutcomeProps, 'onAgain'> {
  /** Whether the customer has typed the secret code. */
  readonly hasTyped: boolean;
  readonly onTyped: (hasTyped: boolean) => void;
}

/** Before a second request: the first one can have been approved, though no result is here yet. */
function SecondRequest({ hasTyped, onTyped, onAgain }: SecondRequestProps) {
  const { t } = useTexts();
  if (hasTyped) {
    return (
      <>
        <p>{t('take.second.wait')}</p>
        <div className="buttons">
          <Button onClick={() => onTyped(false)}>{t('take.second.back')}</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        <strong>{t('take.second.ask')}</strong> {t('take.second.why')}
      </p>
      <div className="buttons">
        <Button onClick={() => onTyped(true)}>{t('take.second.yes')}</Button>
        <Button onClick={onAgain}>{t('take.second.no')}</Button>
      </div>
    </>
  );
}
