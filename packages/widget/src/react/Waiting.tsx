import type { Payment } from '@tsena/shared/checkout';
import { type ReactNode, useEffect } from 'react';
import type { PaymentLinks } from '../core/paymentLinks.ts';
import { useTexts } from '../views/context.ts';
import { WaitingView } from '../views/WaitingView.tsx';
import { useAnnounce } from './announcer.ts';
import { useServerClock } from './useServerClock.ts';

/** The elapsed times that are announced, in minutes. */
const ANNOUNCED_MINUTES = [1, 2, 5, 10];
/** A busy phone may skip some seconds: an elapsed time is announced up to this long after it. */
const ANNOUNCE_WITHIN_SECONDS = 5;

interface Props {
  payment: Payment;
  /** The payer's number: in full if the shopper typed it on this page, else masked. */
  payer: string;
  messages: ReactNode;
  /** The help that appears with time. */
  help: ReactNode;
  isStale: boolean;
  links: PaymentLinks | undefined;
}

/** Waits for the shopper's confirmation, with a clock. */
export function Waiting(props: Props) {
  return <WaitingView {...props} elapsedSeconds={useElapsedSeconds(props.payment)} />;
}

/** The seconds since the payment started. Announces the minutes. */
function useElapsedSeconds(payment: Payment): number {
  const { t } = useTexts();
  const announce = useAnnounce();
  const seconds = Math.max(0, Math.floor((useServerClock() - Date.parse(payment.createdAt)) / 1000));
  const announced = ANNOUNCED_MINUTES.find((n) => seconds >= n * 60 && seconds < n * 60 + ANNOUNCE_WITHIN_SECONDS);
  useEffect(() => {
    if (announced !== undefined)
      announce(t(announced === 1 ? 'waiting.elapsed.one' : 'waiting.elapsed.other', { n: announced }));
  }, [announced, t, announce]);
  return seconds;
}
