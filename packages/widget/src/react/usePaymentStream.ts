import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useState } from 'react';
import { listen, onPageResume } from '../core/pageEvents.ts';
import { createPaymentStream } from '../core/paymentStream.ts';

/**
 * Receives a payment's Server-Sent Events while the page is visible.
 *
 * @param url - the stream's address; null: none
 * @returns whether the stream works, as far as the page can know: it can die unnoticed, for example when a phone
 *   changes cells
 */
export function usePaymentStream(url: string | null, onPayment: (payment: Payment) => void): boolean {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    if (url === null) return;
    const stream = createPaymentStream(url, onPayment, setIsLive);
    stream.open();
    const removers = [
      onPageResume(stream.open),
      // An open stream keeps the page out of the back-forward cache.
      listen(window, ['pagehide'], stream.close),
      // A browser allows few connections to one origin. A hidden tab leaves them to the visible one.
      listen(document, ['visibilitychange'], () => {
        if (document.visibilityState === 'hidden') stream.close();
      }),
    ];
    return () => {
      for (const remove of removers) remove();
      stream.close();
    };
  }, [url, onPayment]);
  return isLive;
}
