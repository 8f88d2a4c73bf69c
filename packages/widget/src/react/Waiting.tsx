import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Connection } from '../core/followPayment.ts';
import { useAnnounce, useTexts } from './context.ts';
import { Button, Heading } from './controls.tsx';
import { ConnectionMessage } from './messages.tsx';

/** The elapsed times that are announced, in seconds. */
const ANNOUNCED_SECONDS = [60, 120, 300, 600];
/** A busy phone may skip some seconds: an elapsed time is announced up to this long after it. */
const ANNOUNCE_WITHIN_SECONDS = 5;

interface Props {
  payment: Payment;
  connection: Connection;
  onRetry(options: { withOtherNumber: boolean }): void;
}

/** The shopper must confirm on the phone: what to do there, and how long it has taken. */
export function Waiting({ payment, connection, onRetry }: Props) {
  const { t, formatMoney } = useTexts();
  const { payer, retryable } = payment;
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
        {t(payment.status === 'pending' ? 'waiting.pending' : 'waiting.sending')} <ElapsedTime payment={payment} />
      </p>
      <ConnectionMessage connection={connection} />
      {retryable && <NoRequestHelp payer={payer} onRetry={onRetry} />}
    </>
  );
}

/** The time since the payment started, by the companion's clock. It only informs the shopper. */
function ElapsedTime({ payment }: { payment: Payment }) {
  const { count } = useTexts();
  const announce = useAnnounce();
  const [seconds, setSeconds] = useState(() => getElapsedSeconds(payment));

  useEffect(() => {
    const startMs = performance.now() - getElapsedSeconds(payment) * 1000;
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - startMs) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [payment]);

  const announced = ANNOUNCED_SECONDS.find((mark) => seconds >= mark && seconds < mark + ANNOUNCE_WITHIN_SECONDS);
  useEffect(() => {
    if (announced !== undefined) announce(count('waiting.elapsed', announced / 60));
  }, [announced, count, announce]);

  return (
    <span aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}

/** Seconds from the start of the payment to the companion's answer. */
function getElapsedSeconds({ serverTime, createdAt }: Payment): number {
  return Math.max(0, Math.floor((Date.parse(serverTime) - Date.parse(createdAt)) / 1000));
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
