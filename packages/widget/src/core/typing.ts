import { type MsisdnFault, readMsisdn } from '@tsena/shared';
import type { TextKey } from '../locales/en.ts';

const COUNTRY_CODE = '261';

/** What is wrong for sure with a number while it is typed; what more digits would mend is not wrong yet. */
export function faultWhileTyping(text: string): MsisdnFault | null {
  const digits = text.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '');
  // The start of +261, or of a number without its 0.
  if (COUNTRY_CODE.startsWith(digits) || digits === '3') return null;
  const reading = readMsisdn(text);
  return reading.ok || reading.fault === 'empty' || reading.fault === 'short' ? null : reading.fault;
}

/** Where the caret belongs once a number has been laid out anew: behind as many digits as before. */
export function caretAfter(before: string, caret: number, after: string): number {
  const behind = countDigits(before.slice(caret));
  let position = after.length;
  for (let left = behind; left > 0 && position > 0; position -= 1) {
    if (/\d/.test(after.charAt(position - 1))) left -= 1;
  }
  return position;
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** What to say of a fault. */
export function faultText(fault: MsisdnFault): TextKey {
  return fault === 'short' || fault === 'long' ? 'msisdn.digits' : `msisdn.${fault}`;
}
