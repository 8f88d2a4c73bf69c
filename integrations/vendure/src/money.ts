const MIN_ARIARY = 100;
const MAX_ARIARY = 999_999_999_999;

/**
 * Converts Vendure's money to whole Ariary: with a precision of 2, 4450000 is Ar 44 500.
 *
 * @param precision the decimals of the shop's MoneyStrategy
 * @returns digits; null for a fraction, which is never rounded, and for an amount that the operator does not take
 */
export function toAriary(money: number, precision: number): string | null {
  const unit = 10 ** precision;
  const ariary = money / unit;
  return Number.isSafeInteger(money) && money % unit === 0 && ariary >= MIN_ARIARY && ariary <= MAX_ARIARY ? String(ariary) : null;
}
