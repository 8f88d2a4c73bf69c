const NO_BREAK_SPACE = '\u00a0';

/** Formats an amount: `25 000 Ar`. */
export function formatAmount(amount: string, currency: string = 'Ar'): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, NO_BREAK_SPACE);
  return `${decimals === undefined ? grouped : `${grouped}.${decimals}`}${NO_BREAK_SPACE}${currency}`;
}

/** Formats a number in national form: `034 35 000 03`. Any other text is returned unchanged. */
export function formatMsisdn(msisdn: string): string {
  return msisdn.replace(/^(\d{3})(\d{2})(\d{3})(\d{2})$/, '$1\u00a0$2\u00a0$3\u00a0$4');
}

/** Formats a time in the browser's time zone: `14:03:09`. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
