import { describe, expect, it } from 'vitest';
import { readTypedAmount } from './typedAmount.ts';

describe('an amount that a person types', () => {
  it.each([
    ['25000', 25_000],
    ['25 000', 25_000],
    ['25.000', 25_000],
    ['25,000', 25_000],
    ['25’000', 25_000],
    ["25'000", 25_000],
    ['1.250.000', 1_250_000],
    ['1 250 000', 1_250_000],
    ['25000,00', 25_000],
    ['25000.00', 25_000],
    ['25 000,00', 25_000],
    ['25,000.00', 25_000],
    ['25.000,00', 25_000],
    ['250,00', 250],
    ['025000', 25_000],
    [' 25000\n', 25_000],
    ['25\u00a0000', 25_000],
    ['25\u202f000', 25_000],
    ['25 000\u00a0250', 25_000_250],
    ['２５０００', 25_000],
    ['\u206825\u200b000\u2069', 25_000],
    ['100', 100],
    ['999 999 999 999', 999_999_999_999],
  ])('reads %j as %i', (text, amount) => {
    expect(readTypedAmount(text)).toEqual({ ok: true, amount });
  });

  it.each([
    ['empty', ['', ' ', '\u200b']],
    [
      'characters',
      [
        '-500',
        '+500',
        '1e5',
        '2 x 12 500 Ar',
        '25 000 Ar',
        '2500²',
        '25①00',
        '½',
        '٢٥٠٠',
        '2500\ufffd',
        '25/000',
        '25_000',
      ],
    ],
    [
      'decimals',
      [
        '250,50',
        '2.5',
        '25.5',
        '25,0',
        '25.',
        '25000,50',
        '1.250.000,5',
        '0.250',
        '0,250',
        '00.250',
        '1.00.',
        '25.00,00',
        '.50',
      ],
    ],
    [
      'thousands',
      [
        '1.2500',
        '1,25,000',
        '1.250 000',
        '1 250.000',
        '12 50',
        '2500 000',
        '0 250',
        '025 000',
        '1.250.00.000',
        ',250',
        '25  000',
      ],
    ],
    ['small', ['0', '00', '0,00', '99', '99.00']],
    ['large', ['1000000000000', '1 000 000 000 000', '9'.repeat(400)]],
  ])('is refused because of %s', (fault, texts) => {
    expect(texts.map((text) => [text, readTypedAmount(text)])).toEqual(
      texts.map((text) => [text, { ok: false, fault }]),
    );
  });

  it('may be smaller for a refund', () => {
    expect(readTypedAmount('1', 1)).toEqual({ ok: true, amount: 1 });
    expect(readTypedAmount('0', 1)).toEqual({ ok: false, fault: 'small' });
  });
});
