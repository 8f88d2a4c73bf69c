import { type AmountReading, MAX_AMOUNT } from '@tsena/shared';
import type { Translator } from '../../core/texts.ts';

/** What is wrong with an amount that somebody typed; null if nothing is. */
export function explainAmount(reading: AmountReading, minimum: number, { t, money }: Translator): string | null {
  if (reading.ok) return null;
  return t(`amount.${reading.fault}`, { minimum: money(String(minimum)), maximum: money(String(MAX_AMOUNT)) });
}
