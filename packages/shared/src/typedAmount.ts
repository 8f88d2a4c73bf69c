import { type Ariary, MAX_AMOUNT, MIN_AMOUNT } from './amount.ts';
import { cleanText } from './cleanText.ts';

/** Why a text is no amount. */
export const AMOUNT_FAULTS = ['empty', 'characters', 'decimals', 'thousands', 'small', 'large'] as const;

/** One of {@link AMOUNT_FAULTS}. */
export type AmountFault = (typeof AMOUNT_FAULTS)[number];

/** The result of {@link readTypedAmount}. */
export type AmountReading =
  | { readonly ok: true; readonly amount: Ariary }
  | { readonly ok: false; readonly fault: AmountFault };

/** Digits, or groups of three with the same mark between them; then nothing, `,00` or `.00`. */
const AMOUNT = /^([0-9]+|[1-9][0-9]{0,2}(?:([ .,'’])[0-9]{3})(?:\2[0-9]{3})*)(?:[.,]00)?$/;
/** The unit before or behind the amount, and what is left without it. */
const WITH_UNIT = /^(?:ar(?:iary)?|mga) ?([^a-z]*)$|^([^a-z]*?) ?(?:ar(?:iary)?|mga)$/i;
const WITH_DECIMALS = /^0+[.,]|[.,][0-9]{0,2}$/;

/**
 * Reads an amount as people type it or copy it from an invoice: `25000`, `25 000 Ar`, `25.000`, `MGA 1,250,000.00`. It
 * reads all of the text or refuses it: nothing is left out.
 *
 * @param minimum - whole Ariary; refunds may be smaller than payments
 * @example readTypedAmount('25 000,00') // { ok: true, amount: 25000 }
 */
export function readTypedAmount(text: string, minimum = MIN_AMOUNT): AmountReading {
  const typed = cleanText(text).trim();
  if (typed === '') return { ok: false, fault: 'empty' };
  const [, behindUnit, beforeUnit] = WITH_UNIT.exec(typed) ?? [];
  const number = behindUnit ?? beforeUnit ?? typed;
  if (!/^[0-9 .,'’]+$/.test(number)) return { ok: false, fault: 'characters' };
  const [, whole] = AMOUNT.exec(number) ?? [];
  if (whole === undefined) return { ok: false, fault: WITH_DECIMALS.test(number) ? 'decimals' : 'thousands' };
  const amount = Number(whole.replace(/[^0-9]/g, ''));
  if (amount < minimum) return { ok: false, fault: 'small' };
  return amount > MAX_AMOUNT ? { ok: false, fault: 'large' } : { ok: true, amount: amount as Ariary };
}
