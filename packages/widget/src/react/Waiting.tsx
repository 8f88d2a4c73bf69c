import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Connection } from '../core/live.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { useSay, useTexts } from './context.ts';
import { Elapsed } from './Elapsed.tsx';
import { Heading, type ViewProps } from './Heading.tsx';

interface Props extends ViewProps {
  payment: Payment;
  connection: Connection;
  onAgain(fresh?: boolean): void;
}

/** The shopper's turn: what to do on the phone, and how it stands. */
export function Waiting({ heading, payment, connection, onAgain }: Props) {
  const { t, money } = useTexts();
  const say = useSay();
  const [asking, setAsking] = useState(false);
  const question = useRef<HTMLHeadingElement>(null);
  const { payer, retryable } = payment;

  useEffect(() => {
    if (retryable) say(t('waiting.late'));
  }, [retryable, say, t]);
  useEffect(() => {
    if (asking) question.current?.focus();
  }, [asking]);

  return (
    <>
      <Heading heading={heading} title={t('waiting.title')}>
        {t('waiting.sent', { payer })}
      </Heading>
      <ol className="steps">
        <li>{t('waiting.step1', { amount: money(payment.amount) })}</li>
        <li>{t('waiting.step2')}</li>
        <li>{t('waiting.step3')}</li>
      </ol>
      <p className="pulse" part="status">
        {t(payment.status === 'pending' ? 'waiting.pending' : 'waiting.sending')} <Elapsed payment={payment} />
      </p>
      <ConnectionNotice connection={connection} />
      {retryable && !asking && (
        <div className="late">
          <p>{t('waiting.late')}</p>
          <button type="button" className="quiet" onClick={() => setAsking(true)}>
            {t('waiting.noPrompt')}
          </button>
          <button type="button" className="quiet" onClick={() => onAgain(true)}>
            {t('waiting.wrongNumber')}
          </button>
        </div>
      )}
      {retryable && asking && (
        <div className="late">
          <h3 ref={question} tabIndex={-1}>
            {t('noPrompt.title')}
          </h3>
          <ul>
            <li>{t('noPrompt.signal', { payer })}</li>
            <li>{t('noPrompt.number', { payer })}</li>
            <li>{t('noPrompt.sms')}</li>
          </ul>
          <button type="button" className="main" part="button" onClick={() => onAgain()}>
            {t('noPrompt.again')}
          </button>
          <button type="button" className="quiet" onClick={() => setAsking(false)}>
            {t('noPrompt.wait')}
          </button>
        </div>
      )}
    </>
  );
}
