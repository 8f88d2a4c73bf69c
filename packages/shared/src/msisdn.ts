import type { Brand } from './brand.ts';
import { cleanText } from './cleanText.ts';

/** A subscriber's number in the form the operator's clients send: ten digits, `0343500003`. */
export type Msisdn = Brand<string, 'Msisdn'>;

/** The operator's number ranges. All other ranges in Madagascar belong to other operators. */
export const MSISDN_PREFIXES = ['034', '037', '038'] as const;

/** Whether a text has the form that {@link readMsisdn} gives. */
export function isMsisdn(text: string): text is Msisdn {
  return /^0[0-9]{9}$/.test(text);
}

/** The operators of the other ranges that are known. */
const OTHER_OPERATORS: Readonly<Record<string, string>> = { '032': 'Orange', '033': 'Airtel' };

/** Why a text is not a payer's number. */
export type MsisdnFault = 'empty' | 'letters' | 'short' | 'long' | 'foreign' | 'other-operator';

/** The result of {@link readMsisdn}. */
export type MsisdnReading =
  | { readonly ok: true; readonly msisdn: Msisdn }
  | { readonly ok: false; readonly fault: MsisdnFault };

const NATIONAL_LENGTH = 10;
const COUNTRY_CODE = '261';

/** What people and contact lists write between the digits: spaces, U+2800 too, brackets, and all dashes and dots. */
const SEPARATORS = /[\s\u2800()[\]./\-\u2010-\u205e\u2212]/g;

/** A number without what separates its digits, and without `tel:`, as in a link. */
export function compactMsisdn(text: string): string {
  return cleanText(text).replace(SEPARATORS, '').replace(/^tel:/i, '');
}

/** The typed digits in national form, also if incomplete: `+261 34 35` becomes `03435`. */
function toNational(text: string): string {
  const compact = compactMsisdn(text);
  const international = /^(?:\+|00)/.test(compact);
  const digits = compact.replace(/^(?:\+|00)/, '');
  if (digits.startsWith(COUNTRY_CODE)) return `0${digits.slice(COUNTRY_CODE.length).replace(/^0/, '')}`;
  if (international) return `+${digits}`;
  return /^3[0-9]/.test(digits) ? `0${digits}` : digits;
}

/**
 * Reads a payer's number as people write it: `034 35 000 03`, `+261 34 35 000 03`, `261343500003`.
 *
 * @returns the number in the form sent to the operator, or the fault
 * @example readMsisdn('+261 34 35 000 03') // { ok: true, msisdn: '0343500003' }
 */
export function readMsisdn(text: string): MsisdnReading {
  const national = toNational(text);
  if (national === '' || national === '+') return { ok: false, fault: 'empty' };
  if (!/^\+?[0-9]+$/.test(national)) return { ok: false, fault: 'letters' };
  if (!national.startsWith('0')) return { ok: false, fault: 'foreign' };
  if (national.length >= 3 && !MSISDN_PREFIXES.some((prefix) => national.startsWith(prefix))) {
    return { ok: false, fault: 'other-operator' };
  }
  if (national.length < NATIONAL_LENGTH) return { ok: false, fault: 'short' };
  if (national.length > NATIONAL_LENGTH) return { ok: false, fault: 'long' };
  return { ok: true, msisdn: national as Msisdn };
}

/**
 * Reads a number of Madagascar as the operator writes a party, also one of another operator: money can be sent by hand
 * from there.
 *
 * @returns undefined if it is none, as the short number of an agent
 * @example readParty('261321122233') // '0321122233'
 */
export function readParty(text: string): Msisdn | undefined {
  const national = toNational(text);
  return isMsisdn(national) ? national : undefined;
}

/**
 * Finds the operator of a number that belongs to another one, also if the number is incomplete.
 *
 * @returns undefined if its range is unknown
 * @example findOtherOperator('+261 32 11 222 33') // 'Orange'
 */
export function findOtherOperator(text: string): string | undefined {
  return OTHER_OPERATORS[toNational(text).slice(0, 3)];
}

/** The masked number, safe to show: `034 •• ••0 03`. */
export function maskMsisdn(msisdn: Msisdn): string {
  return `${msisdn.slice(0, 3)} •• ••${msisdn.slice(7, 8)} ${msisdn.slice(8)}`;
}

/**
 * The number with spaces, `034 35 000 03`, also if incomplete. Accepts any spelling; what is no number stays as it is.
 */
export function formatMsisdn(text: string): string {
  const national = toNational(text);
  if (!/^\+?[0-9]*$/.test(national)) return text;
  return national.startsWith('+') ? national : groupNational(national);
}

/** A number in national form with spaces, also if incomplete. */
export function groupNational(national: string): string {
  return [national.slice(0, 3), national.slice(3, 5), national.slice(5, 8), national.slice(8)]
    .filter((part) => part !== '')
    .join(' ');
}

/** Whether two spellings mean the same number. The operator may answer `261343500003` for `0343500003`. */
export function sameMsisdn(one: string, other: string): boolean {
  return toNational(one) === toNational(other);
}
