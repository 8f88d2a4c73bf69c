import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef } from 'react';
import { playPaidSound } from './paidSound.ts';

/** Plays the sound when the payment that is shown becomes paid, and not when a paid one is opened. */
export function usePaidSound(payment: Payment | undefined): void {
  const before = useRef(payment);
  useEffect(() => {
    const { current } = before;
    before.current = payment;
    if (payment?.view === 'paid' && current?.id === payment.id && current.view !== 'paid') playPaidSound();
  }, [payment]);
}
