import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Connection } from '../core/live.ts';
import { Button } from './Button.tsx';
import { useSay, useTexts } from './context.ts';
import { Elapsed } from './Elapsed.tsx';
import { Heading } from './Heading.tsx';
import { ConnectionNotice } from './Notice.tsx';

interface Props {
  payment: Payment;
  connection: Connection;
  /** A new attempt; `fresh` with another number. */
  onAgain(fresh: boolean): void;
}

/** The shopper's turn: what to do on the phone, and how it stands. */
export function Waiting({ payment, connection, onAgain }: Props) {
  const { t, money } = useTexts();
  const { payer, retryable } = payment;
  return (
    <>
      <Heading icon="phone" title={t('waiting.title')}>
        {t('waiting.sent', { payer })}
      </Heading>
      <ol>
        <li>{t('waiting.step1', { amount: money(payment.amount) })}</li>
        <li>{t('waiting.step2')}</li>
        <li>{t('waiting.step3')}</li>
      </ol>
      <p className="pulse" part="status">
        {t(payment.status === 'pending' ? 'waiting.pending' : 'waiting.sending')} <Elapsed payment={payment} />
      </p>
      <ConnectionNotice connection={connection} />
      {retryable && <Late payer={payer} onAgain={onAgain} />}
    </>
  );
}

/** The phone has been silent for long: what to look at, before a new attempt. */
function Late({ payer, onAgain }: { payer: string; onAgain(fresh: boolean): void }) {
  const { t } = useTexts();
  const say = useSay();
  const [asking, setAsking] = useState(false);
  const question = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (asking) question.current?.focus();
    else say(t('waiting.late'));
  }, [asking, say, t]);

  return (
    <div className="late">
      <h3 ref={question} tabIndex={-1}>
        {t('waiting.late')}
      </h3>
      {asking ? (
        <>
          <ul>
            <li>{t('noPrompt.check', { payer })}</li>
            <li>
              {t('unresolved.sms')} {t('unresolved.wait')}
            </li>
          </ul>
          <Button main onClick={() => onAgain(false)}>
            {t('noPrompt.again')}
          </Button>
          <Button onClick={() => setAsking(false)}>{t('noPrompt.wait')}</Button>
        </>
      ) : (
        <>
          <Button onClick={() => setAsking(true)}>{t('waiting.noPrompt')}</Button>
          <Button onClick={() => onAgain(true)}>{t('waiting.wrongNumber')}</Button>
        </>
      )}
    </div>
  );
}
