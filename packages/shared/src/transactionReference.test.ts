import { describe, expect, it } from 'vitest';
import { readTransactionReference } from './transactionReference.ts';

describe('readTransactionReference', () => {
  it.each([
    ['636042511', '636042511'],
    [' 636 042 511\n', '636042511'],
    ['636\u00a0042\u202f511', '636042511'],
    ['12345', '12345'],
    ['12345678901234567890', '12345678901234567890'],
    ['mp24ab01', 'MP24AB01'],
  ])('reads %j as %s', (text, reference) => {
    expect(readTransactionReference(text)).toBe(reference);
  });

  it.each([
    ['too short or too long', ['', '1234', '123456789012345678901']],
    ['with a leading zero', ['0636042511', '00636042511']],
    ['of a path or an address', ['..', '.....', 'a/bcdef', '..%2f..', '%36360', '636042511?', '636042511#']],
    ['with separators', ['636-042-511', '636.042.511', '636_042_511']],
    ['in other digits and letters', ['６３６０４２５１１', '٦٣٦٠٤٢٥١١', 'ſ36042511', 'ı36042511', 'ﬁ36042511']],
    ['with characters that nobody sees', ['636042511\u0000', '6360\u200b42511']],
  ])('rejects one %s', (_what, texts) => {
    expect(texts.filter((text) => readTransactionReference(text) !== undefined)).toEqual([]);
  });
});
