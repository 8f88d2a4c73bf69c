import { isFinal, type Payment, paymentSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import type { CounterApi } from './counterApi.ts';

/** The stream brings changes at once; reading fills the gaps when it is broken or refused. */
const READ_MS = 4000;

/**
 * Follows a payment until it is final or the returned function is called.
 *
 * @param onLost called when the companion does not answer
 */
export function followPayment(
  api: Pick<CounterApi, 'payment' | 'eventsOf'>,
  id: string,
  onPayment: (payment: Payment) => void,
  onLost: () => void,
): () => void {
  let hasEnded = false;
  const events = typeof EventSource === 'undefined' ? null : new EventSource(api.eventsOf(id));
  const timer = setInterval(read, READ_MS);

  function end(): void {
    hasEnded = true;
    clearInterval(timer);
    events?.close();
  }
  function report(payment: Payment): void {
    // Another attempt of the same order has its own page.
    if (hasEnded || payment.id !== id) return;
    if (isFinal(payment.status)) end();
    onPayment(payment);
  }
  function read(): void {
    api.payment(id).then(report, () => (hasEnded ? undefined : onLost()));
  }

  events?.addEventListener('payment', (event) => {
    const parsed = z.safeParse(paymentSchema, JSON.parse(event.data));
    if (parsed.success) report(parsed.data);
  });
  read();
  return end;
}
