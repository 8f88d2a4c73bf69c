import { describe, expect, it } from 'vitest';
import { formatAmount, formatMsisdn } from './format.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('the portal page’s texts', () => {
  it.each([
    ['100', '100 Ar'],
    ['25000', '25 000 Ar'],
    ['1234567.89', '1 234 567.89 Ar'],
    ['5.46', '5.46 Ar'],
  ])('formatAmount formats %s as %s', (amount, shown) => {
    expect(plain(formatAmount(amount))).toBe(shown);
  });
  it('formatMsisdn groups the digits of a national number and returns other texts unchanged', () => {
    expect(plain(formatMsisdn('0343500003'))).toBe('034 35 000 03');
    expect(formatMsisdn('261343500003')).toBe('261343500003');
  });
});
