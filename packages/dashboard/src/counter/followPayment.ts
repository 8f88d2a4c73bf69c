import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import { ApiError } from '../core/apiError.ts';
import type { CounterApi } from './counterApi.ts';

/** The stream brings changes at once; reading fills the gaps when it is broken or refused. */
const READ_MS = 4000;

/**
 * Follows a payment, and through it its order, for as long as the companion says that it can change or until the
 * returned function is called.
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const events = typeof EventSource === 'undefined' ? null : new EventSource(api.eventsOf(id));

  function end(): void {
    hasEnded = true;
    clearTimeout(timer);
    events?.close();
  }
  function report(payment: Payment): void {
    // Another attempt of the same order has its own page.
    if (hasEnded || payment.id !== id) return;
    if (payment.nextPollMs === null) end();
    onPayment(payment);
  }
  function readAfter(ms: number): void {
    timer = setTimeout(read, ms);
  }
  function read(): void {
    api.payment(id).then(
      (payment) => {
        report(payment);
        if (!hasEnded) readAfter(Math.max(READ_MS, payment.nextPollMs ?? 0));
      },
      (error: unknown) => {
        if (hasEnded) return;
        // The companion no longer has it: what was said last stays.
        if (error instanceof ApiError && error.code === 'payment_not_found') return end();
        onLost();
        readAfter(READ_MS);
      },
    );
  }

  events?.addEventListener('payment', (event) => {
    const parsed = z.safeParse(paymentSchema, JSON.parse(event.data));
    if (parsed.success) report(parsed.data);
  });
  read();
  return end;
}
