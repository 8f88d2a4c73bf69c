import type { Payment } from '@tsena/shared/checkout';
import { type ReactNode, useEffect } from 'react';
import type { PaymentLinks } from '../core/paymentLinks.ts';
import { useTexts } from '../views/context.ts';
import { isLateAfter, NewRequestView } from '../views/NewRequestView.tsx';
import { useAnnounce } from './announcer.ts';
import { useSecondsUntil, useServerClock } from './useServerClock.ts';

interface Props {
  payment: Payment;
  reference: ReactNode;
  links: PaymentLinks | undefined;
  hasTyped: boolean;
  /** Whether the secret code was typed; null: the shopper takes the answer back. */
  onAnswer(hasTyped: boolean | null): void;
}

/** Another request for a payment without a result, with the time until it may be sent. */
export function NewRequest({ payment, reference, links, hasTyped, onAnswer }: Props) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const seconds = useSecondsUntil(payment.retryableAt);
  const isLate = isLateAfter(payment, useServerClock());
  const isWrongNumber = isLate && seconds !== null && payment.view === 'waiting';
  const appeared = payment.retryable
    ? hasTyped
      ? 'unresolved.ask'
      : 'typed.title'
    : isWrongNumber
      ? 'wrongNumber.title'
      : null;

  useEffect(() => {
    if (appeared !== null) announce(t(appeared));
  }, [appeared, announce, t]);

  return (
    <NewRequestView
      payment={payment}
      seconds={seconds}
      isLate={isLate}
      reference={reference}
      links={links}
      hasTyped={hasTyped}
      onYes={() => onAnswer(true)}
      onNo={() => onAnswer(false)}
      onBack={() => onAnswer(null)}
    />
  );
}
