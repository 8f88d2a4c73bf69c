import type { Totals } from '@tsena/shared/merchant';
import type { Translator } from '../core/texts.ts';

/**
 * The operator's fees of a day or a month, and of how many payments they are unknown. Unknown fees are never written as
 * 0.
 */
export function writeFees({ fees, unknownFees, completed }: Totals['total'], { money, count }: Translator): string {
  if (unknownFees === 0) return money(fees);
  const unknown = count('totals.unknownFees', unknownFees);
  return unknownFees >= completed ? unknown : `${money(fees)}, ${unknown}`;
}
