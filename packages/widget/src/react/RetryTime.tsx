import type { Payment } from '@tsena/shared/checkout';
import { useTexts } from './context.ts';
import { formatSeconds, useServerClock } from './useServerClock.ts';

/** When another request may be sent, if time allows it: counts down to it. */
export function RetryTime({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  const nowMs = useServerClock();
  if (payment.retryableAt === null) return null;
  const seconds = Math.max(0, Math.ceil((Date.parse(payment.retryableAt) - nowMs) / 1000));
  return <p>{t('retryIn', { time: formatSeconds(seconds) })}</p>;
}
