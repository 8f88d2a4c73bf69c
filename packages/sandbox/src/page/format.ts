const THIN_SPACE = '\u202f';

/** `25 000 Ar`. */
export function formatAmount(amount: string, currency: string = 'Ar'): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, THIN_SPACE);
  return `${decimals === undefined ? grouped : `${grouped}.${decimals}`}\u00a0${currency}`;
}

/** `034 35 000 03`. */
export function formatMsisdn(msisdn: string): string {
  return msisdn.replace(/^(\d{3})(\d{2})(\d{3})(\d{2})$/, '$1\u00a0$2\u00a0$3\u00a0$4');
}

/** `14:03:09`, in the reader's time zone. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `1 payment`, `2 payments`. */
export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
