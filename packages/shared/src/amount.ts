import * as z from 'zod/mini';
import type { Brand } from './brand.ts';

/** Money in whole Ariary. */
export type Ariary = Brand<number, 'Ariary'>;

/** The operator's minimum (section 2.2), in Ariary. */
export const MIN_AMOUNT = 100;
/** Twelve digits: what the operator's wire format and ours take. */
export const MAX_AMOUNT = 999_999_999_999;

/** A whole amount of at least 100 Ariary, as a string of digits without leading zeros, parsed to {@link Ariary}. */
export const amountSchema = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{2,11}$/, 'whole Ariary in digits, at least 100')),
  z.transform((digits): Ariary => Number(digits) as Ariary),
);

/** An amount as a string of digits, as in both wire formats. */
export function writeAmount(amount: Ariary): string {
  return String(amount);
}

/**
 * Whether an amount as the operator writes it equals ours: `25000` and `25000.00` are, `25000.50` is not.
 */
export function isAmount(wire: string, amount: Ariary): boolean {
  const whole = /^([0-9]+)(?:\.0*)?$/.exec(wire.trim())?.[1];
  return whole?.replace(/^0+/, '') === writeAmount(amount);
}

const CENTS = 100n;

/**
 * Adds the operator's fees, each `"150"` or `"5.46"`.
 *
 * @returns the sum, without trailing zero decimals; null if the list is empty or a fee is unreadable
 */
export function sumFees(fees: readonly string[]): string | null {
  if (fees.length === 0) return null;
  let cents = 0n;
  for (const fee of fees) {
    const match = /^([0-9]{1,15})(?:\.([0-9]{1,2})0*)?$/.exec(fee.trim());
    if (match === null) return null;
    cents += BigInt(match[1] ?? '0') * CENTS + BigInt((match[2] ?? '').padEnd(2, '0'));
  }
  return writeCents(cents);
}

/** Hundredths as Ariary, with decimals only where they are needed: `150`, `5.46`. */
export function writeCents(cents: bigint): string {
  const rest = cents % CENTS;
  return rest === 0n ? String(cents / CENTS) : `${cents / CENTS}.${String(rest).padStart(2, '0')}`;
}
