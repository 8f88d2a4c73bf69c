import { mayHaveAnotherPrompt, type Payment } from '@tsena/shared/checkout';
import type { ReactNode } from 'react';
import type { PaymentLinks } from '../core/paymentLinks.ts';
import { formatSeconds } from '../core/serverClock.ts';
import { useTexts } from './context.ts';
import { Button, Heading } from './controls.tsx';

interface WaitingViewProps {
  payment: Payment;
  /** The payer's number: in full if the shopper typed it on this page, else masked. */
  payer: string;
  elapsedSeconds: number;
  /** Follows the status. */
  messages?: ReactNode;
  /** The help for a request that did not arrive. Default: none. */
  help?: ReactNode;
  /** Whether updates fail: then a hosted page has a link that loads it again. */
  isStale?: boolean;
  links?: PaymentLinks | undefined;
}

/** The shopper must confirm on the phone: what to do there, and how long it has taken. */
export function WaitingView({ payment, payer, elapsedSeconds, messages, help, isStale, links }: WaitingViewProps) {
  const { t, formatMoney } = useTexts();
  return (
    <>
      <Heading icon="phone" title={t('waiting.title')}>
        {t('waiting.sent', { payer })}
      </Heading>
      <ol>
        <li>{t('waiting.step1', { amount: formatMoney(payment.amount), partner: payment.partnerName })}</li>
        <li>{t('waiting.step2')}</li>
        <li>{t('waiting.step3')}</li>
      </ol>
      {mayHaveAnotherPrompt(payment) && <p>{t('waiting.one')}</p>}
      <p className="pulse" part="status">
        {t(payment.status === 'pending' ? 'waiting.pending' : 'waiting.sending')}{' '}
        <span aria-hidden="true">{formatSeconds(elapsedSeconds)}</span>
      </p>
      {messages}
      {links && isStale && <Button href={links.status}>{t('waiting.refresh')}</Button>}
      {help}
    </>
  );
}

interface TypedViewProps {
  reference: ReactNode;
  messages: ReactNode;
  /** Takes the answer back. */
  onBack(): void;
}

/** The shopper has typed the secret code, and the result is not here yet. */
export function TypedView({ reference, messages, onBack }: TypedViewProps) {
  const { t } = useTexts();
  return (
    <>
      <Heading icon="question" title={t('unresolved.title')}>
        {t('typed.wait')}
      </Heading>
      {messages}
      {reference}
      <Button onClick={onBack}>{t('typed.back')}</Button>
    </>
  );
}

/** What to check before another request is sent. Without a number: the page must not show it. */
export function RetryChecks({ payer }: { payer?: string }) {
  const { t } = useTexts();
  return (
    <ul>
      {payer && <li>{t('noRequest.check', { payer })}</li>}
      <li>{t('noRequest.sms')}</li>
    </ul>
  );
}
