import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import type { Connection } from '../core/pollPayment.ts';
import { useTexts } from '../views/context.ts';
import { Button } from '../views/controls.tsx';
import { type PaymentLinks, RetryChecks, RetryTime, WaitingView } from '../views/WaitingView.tsx';
import { useAnnounce } from './announcer.ts';
import { ConnectionMessage } from './messages.tsx';
import { useSecondsUntil, useServerClock } from './useServerClock.ts';

/** The elapsed times that are announced, in minutes. */
const ANNOUNCED_MINUTES = [1, 2, 5, 10];
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
  links: PaymentLinks | undefined;
}

/** Waits for the shopper's confirmation: the clock, and the help that appears with time. */
export function Waiting({ payment, payer, connection, onRetry, links }: Props) {
  const elapsedSeconds = useElapsedSeconds(payment);
  const retryInSeconds = useSecondsUntil(payment.retryableAt);
  const mayBeWrong = elapsedSeconds >= WRONG_NUMBER_AFTER_SECONDS && retryInSeconds !== null;
  return (
    <WaitingView
      payment={payment}
      payer={payer}
      elapsedSeconds={elapsedSeconds}
      messages={<ConnectionMessage connection={connection} />}
      links={links}
      help={
        payment.retryable ? (
          <RetryHelp payer={payer} onRetry={onRetry} links={links} />
        ) : (
          mayBeWrong && <NumberHelp seconds={retryInSeconds} />
        )
      }
    />
  );
}

/** The seconds since the payment started. Announces the minutes. */
function useElapsedSeconds(payment: Payment): number {
  const { t } = useTexts();
  const announce = useAnnounce();
  const seconds = Math.max(0, Math.floor((useServerClock() - Date.parse(payment.createdAt)) / 1000));
  const announced = ANNOUNCED_MINUTES.find((n) => seconds >= n * 60 && seconds < n * 60 + ANNOUNCE_WITHIN_SECONDS);
  useEffect(() => {
    if (announced !== undefined) announce(t(announced === 1 ? 'waiting.elapsed.one' : 'waiting.elapsed.other', { n: announced }));
  }, [announced, t, announce]);
  return seconds;
}

/** The request may have gone to a wrong number: when another one may be sent. */
function NumberHelp({ seconds }: { seconds: number }) {
  const { t } = useTexts();
  const announce = useAnnounce();
  useEffect(() => announce(t('wrongNumber.title')), [announce, t]);
  return (
    <div className="late">
      <h3>{t('wrongNumber.title')}</h3>
      <RetryTime seconds={seconds} />
    </div>
  );
}

/** A new attempt may start: what to check first. */
function RetryHelp({ payer, onRetry, links }: Pick<Props, 'payer' | 'onRetry' | 'links'>) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const [isOpen, setIsOpen] = useState(false);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const toggle = () => setIsOpen(!isOpen);
  const retry = (withOtherNumber: boolean) => () => onRetry({ withOtherNumber });

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
          <RetryChecks payer={payer} />
          <Button main onClick={retry(false)}>
            {t('noRequest.send')}
          </Button>
          <Button onClick={toggle}>{t('noRequest.wait')}</Button>
        </>
      ) : (
        <>
          <Button href={links?.retry} onClick={toggle}>
            {t('noRequest.open')}
          </Button>
          <Button href={links?.retry} onClick={retry(true)}>
            {t('noRequest.wrongNumber')}
          </Button>
        </>
      )}
    </div>
  );
}
