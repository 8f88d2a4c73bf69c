import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Connection } from '../core/followPayment.ts';
import { Button } from '../markup/controls.tsx';
import { useAnnounce, useTexts } from './context.ts';
import { Heading } from './controls.tsx';
import { ConnectionMessage } from './messages.tsx';
import { RetryTime } from './RetryTime.tsx';
import { formatSeconds, useServerClock } from './useServerClock.ts';

/** The elapsed times that are announced, in seconds. */
const ANNOUNCED_SECONDS = [60, 120, 300, 600];
/** A busy phone may skip some seconds: an elapsed time is announced up to this long after it. */
const ANNOUNCE_WITHIN_SECONDS = 5;

/** From when on the page asks whether the number is wrong, in seconds. */
const WRONG_NUMBER_AFTER_SECONDS = 15;

interface Props {
  payment: Payment;
  /** The payer's number: in full if the shopper typed it on this page, else masked. */
  payer: string;
  connection: Connection;
  onRetry(options: { withOtherNumber: boolean }): void;
}

/** The shopper must confirm on the phone: what to do there, and how long it has taken. */
export function Waiting({ payment, payer, connection, onRetry }: Props) {
  const { t, formatMoney } = useTexts();
  const elapsedSeconds = useElapsedSeconds(payment);
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
      <ConnectionMessage connection={connection} />
      {payment.retryable ? (
        <NoRequestHelp payer={payer} onRetry={onRetry} />
      ) : (
        payment.retryableAt !== null && elapsedSeconds >= WRONG_NUMBER_AFTER_SECONDS && <WrongNumberHelp payment={payment} />
      )}
    </>
  );
}

/** The seconds since the payment started. Announces the minutes. */
function useElapsedSeconds(payment: Payment): number {
  const { count } = useTexts();
  const announce = useAnnounce();
  const seconds = Math.max(0, Math.floor((useServerClock() - Date.parse(payment.createdAt)) / 1000));
  const announced = ANNOUNCED_SECONDS.find((mark) => seconds >= mark && seconds < mark + ANNOUNCE_WITHIN_SECONDS);
  useEffect(() => {
    if (announced !== undefined) announce(count('waiting.elapsed', announced / 60));
  }, [announced, count, announce]);
  return seconds;
}

/** The request may have gone to a wrong number: when another one may be sent. */
function WrongNumberHelp({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  const announce = useAnnounce();

  useEffect(() => announce(t('wrongNumber.title')), [announce, t]);

  return (
    <div className="late">
      <h3>{t('wrongNumber.title')}</h3>
      <RetryTime payment={payment} />
    </div>
  );
}

/** A new attempt may start: what to check first. */
function NoRequestHelp({ payer, onRetry }: { payer: string; onRetry: Props['onRetry'] }) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const [isOpen, setIsOpen] = useState(false);
  const titleRef = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (isOpen) titleRef.current?.focus();
    else announce(t('noRequest.title'));
  }, [isOpen, announce, t]);

  return (
    <div className="late">
      <h3 ref={titleRef} tabIndex={-1}>
        {t('noRequest.title')}
      </h3>
      {isOpen ? (
        <>
          <ul>
            <li>{t('noRequest.check', { payer })}</li>
            <li>
              {t('unresolved.sms')} {t('unresolved.wait')}
            </li>
          </ul>
          <Button main onClick={() => onRetry({ withOtherNumber: false })}>
            {t('noRequest.send')}
          </Button>
          <Button onClick={() => setIsOpen(false)}>{t('noRequest.wait')}</Button>
        </>
      ) : (
        <>
          <Button onClick={() => setIsOpen(true)}>{t('noRequest.open')}</Button>
          <Button onClick={() => onRetry({ withOtherNumber: true })}>{t('noRequest.wrongNumber')}</Button>
        </>
      )}
    </div>
  );
}
