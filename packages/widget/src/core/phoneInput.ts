import { compactMsisdn, type MsisdnFault, readMsisdn } from '@tsena/shared';
import type { TextKey } from '../locales/index.ts';

const COUNTRY_CODE = '261';

/** Finds what is wrong with an unfinished number. Returns null if more digits can still make it valid. */
export function findTypingFault(text: string): MsisdnFault | null {
  const digits = compactMsisdn(text).replace(/^(\+|00)/, '');
  // The start of +261, or of a number without its 0.
  if (COUNTRY_CODE.startsWith(digits) || digits === '3') return null;
  const reading = readMsisdn(text);
  return reading.ok || reading.fault === 'empty' || reading.fault === 'short' ? null : reading.fault;
}

/** Returns the caret's position in a number that was formatted again: as many digits follow it as before. */
export function placeCaret(before: string, caret: number, after: string): number {
  if (after === before) return caret;
  const digitsBehind = before.slice(caret).replace(/\D/g, '').length;
  let position = after.length;
  for (let left = digitsBehind; left > 0 && position > 0; position -= 1) {
    if (/\d/.test(after.charAt(position - 1))) left -= 1;
  }
  return position;
}

/** Returns the key of the text that explains a fault. */
export function getFaultTextKey(fault: MsisdnFault): TextKey {
  return fault === 'short' || fault === 'long' ? 'msisdn.digits' : `msisdn.${fault}`;
}
