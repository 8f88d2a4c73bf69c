import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

describe('formatMoney', () => {
  it.each([
    ['mg', '25000', '25\u00a0000\u00a0Ar'],
    ['fr', '999999999999', '999\u00a0999\u00a0999\u00a0999\u00a0Ar'],
    ['fr', '5.46', '5,46\u00a0Ar'],
    ['fr', '5.05', '5,05\u00a0Ar'],
    ['mg', '1000.50', '1\u00a0000,50\u00a0Ar'],
    ['mg', '1234567.89', '1\u00a0234\u00a0567,89\u00a0Ar'],
    ['en', '5.05', '5.05\u00a0Ar'],
    ['en', '1234.5', '1,234.5\u00a0Ar'],
    ['en', '100', '100\u00a0Ar'],
    [undefined, '25000', '25\u00a0000\u00a0Ar'],
    [undefined, '1250.46', '1\u00a0250.46\u00a0Ar'],
  ] as const)('in %s writes %s as %s', (language, digits, written) => {
    expect(formatMoney(digits, language)).toBe(written);
  });
});
