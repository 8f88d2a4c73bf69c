/** What the operator takes for a payment. */
const MIN_PAYMENT = 100;
/** What the companion records as a refund, which a person sends. */
export const MIN_REFUND = 1;
const MAX_ARIARY = 999_999_999_999;

/**
 * Converts Vendure's money to whole Ariary: with a precision of 2, 4450000 is Ar 44 500.
 *
 * @param precision the decimals of the shop's MoneyStrategy
 * @param least the smallest amount, by default that of a payment
 * @returns digits; null for a fraction, which is never rounded, and for an amount that is too small or too large
 */
export function toAriary(money: number, precision: number, least: number = MIN_PAYMENT): string | null {
  const unit = 10 ** precision;
  const ariary = money / unit;
  return Number.isSafeInteger(money) && money % unit === 0 && ariary >= least && ariary <= MAX_ARIARY
    ? String(ariary)
    : null;
}
