import type { Payment } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import { formatSeconds } from '../core/serverClock.ts';
import { useTexts } from './context.ts';
import { Button, Heading } from './controls.tsx';

/** The addresses that do the same without a script, on a hosted page. */
export interface PaymentLinks {
  /** The page of the payment. */
  readonly status: string;
  /** The page with the form for another request. */
  readonly retry: string;
  /** The page with the form for the operator's reference. */
  readonly reference: string;
}

interface WaitingViewProps {
  payment: Payment;
  /** The payer's number: in full if the shopper typed it on this page, else masked. */
  payer: string;
  elapsedSeconds: number;
  /** Follows the status. */
  messages?: ReactNode;
  /** The help for a request that did not arrive. Default: none. */
  help?: ReactNode;
  links?: PaymentLinks | undefined;
}

/** The shopper must confirm on the phone: what to do there, and how long it has taken. */
export function WaitingView({ payment, payer, elapsedSeconds, messages, help, links }: WaitingViewProps) {
  const { t, formatMoney } = useTexts();
  return (
    <>
      <Heading icon="phone" title={t('waiting.title')}>
        {t('waiting.sent', { payer })}
      </Heading>
      <ol>
        <li>{t('waiting.step1', { amount: formatMoney(payment.amount) })}</li>
        <li>{t('waiting.step2')}</li>
        <li>{t('waiting.step3')}</li>
      </ol>
      <p className="pulse" part="status">
        {t(payment.status === 'pending' ? 'waiting.pending' : 'waiting.sending')}{' '}
        <span aria-hidden="true">{formatSeconds(elapsedSeconds)}</span>
      </p>
      {messages}
      {links && <Button href={links.status}>{t('waiting.refresh')}</Button>}
      {help}
    </>
  );
}

/** What to check before another request is sent. */
export function RetryChecks({ payer }: { payer: string }) {
  const { t } = useTexts();
  return (
    <ul>
      <li>{t('noRequest.check', { payer })}</li>
      <li>
        {t('unresolved.sms')} {t('unresolved.wait')}
      </li>
    </ul>
  );
}

/** When another request may be sent, in `seconds`. */
export function RetryTime({ seconds }: { seconds: number }) {
  const { t } = useTexts();
  return <p>{t('retryIn', { time: formatSeconds(seconds) })}</p>;
}
