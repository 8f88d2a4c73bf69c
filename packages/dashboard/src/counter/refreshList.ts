import type { Payment } from '@tsena/shared/checkout';
import { ApiError } from '../core/apiError.ts';
import type { CounterApi } from './counterApi.ts';

/** How long a list that is shown rests before its payments that can change are read again. */
const REST_MS = 5000;

/**
 * Reads all payments of a list one after another, and then again those that can change, until the returned function is
 * called.
 *
 * @param onLost called when the companion does not answer
 */
export function refreshList(
  api: Pick<CounterApi, 'payment'>,
  ids: readonly string[],
  onPayment: (payment: Payment) => void,
  onLost: () => void,
): () => void {
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function round(wanted: readonly string[]): Promise<void> {
    const open: string[] = [];
    for (const id of wanted) {
      if (hasEnded) return;
      try {
        const payment = await api.payment(id);
        if (hasEnded) return;
        onPayment(payment);
        if (payment.nextPollMs !== null) open.push(id);
      } catch (error) {
        if (hasEnded) return;
        // A payment that the companion no longer has is not asked for again.
        if (error instanceof ApiError && error.code === 'payment_not_found') continue;
        open.push(id);
        onLost();
      }
    }
    if (open.length > 0 && !hasEnded) timer = setTimeout(() => void round(open), REST_MS);
  }

  void round(ids);
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}
