import type { Translator } from '../core/texts.ts';

interface OperatorAmount {
  readonly amount: string | null;
  readonly currency: string | null;
}

/** The whole Ariary of an amount as the operator writes it; undefined for any other text. */
export function readWhole(amount: string): string | undefined {
  return /^(\d+)(?:\.0+)?$/.exec(amount)?.[1];
}

/** Whole Ariary in our own format; anything else as the operator wrote it. */
export function writeOperatorAmount(
  { amount, currency }: OperatorAmount,
  { money }: Pick<Translator, 'money'>,
): string | null {
  if (amount === null) return null;
  const whole = readWhole(amount);
  return whole !== undefined && /^(ar|mga)$/i.test(currency ?? '')
    ? money(whole)
    : `${amount} ${currency ?? ''}`.trim();
}
