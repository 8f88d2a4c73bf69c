import type { Payment } from '@tsena/shared/checkout';
import { type ReactNode, useEffect, useState } from 'react';
import type { PaymentLinks } from '../core/paymentLinks.ts';
import { useTexts } from '../views/context.ts';
import { isLateAfter, NewRequestView } from '../views/NewRequestView.tsx';
import { useAnnounce } from './announcer.ts';
import { useSecondsUntil, useServerClock } from './useServerClock.ts';

interface Props {
  payment: Payment;
  reference: ReactNode;
  links: PaymentLinks | undefined;
  onRetry(): void;
}

/** Another request for a payment without a result, with the time until it may be sent. */
export function NewRequest({ payment, reference, links, onRetry }: Props) {
  const { t } = useTexts();
  const announce = useAnnounce();
  const [hasTyped, setHasTyped] = useState(false);
  const seconds = useSecondsUntil(payment.retryableAt);
  const isLate = isLateAfter(payment, useServerClock());
  const isWrongNumber = isLate && seconds !== null && payment.view === 'waiting';
  const appeared = payment.retryable ? 'typed.title' : isWrongNumber ? 'wrongNumber.title' : null;

  useEffect(() => {
    if (appeared !== null) announce(t(appeared));
  }, [appeared, announce, t]);

  function confirmTyped() {
    setHasTyped(true);
    announce(t('typed.wait'));
  }

  return (
    <NewRequestView
      payment={payment}
      seconds={seconds}
      isLate={isLate}
      reference={reference}
      links={links}
      hasTyped={hasTyped}
      onYes={links ? undefined : confirmTyped}
      onNo={onRetry}
    />
  );
}
