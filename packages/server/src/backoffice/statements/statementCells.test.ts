import { describe, expect, it } from 'vitest';
import { readAmountCell, readReferenceCell, writeHundredths } from './statementCells.ts';

/** What each cell is read as, to compare with what the table says. */
const readAll = <Result>(cells: Readonly<Record<string, Result>>, read: (cell: string) => Result) =>
  Object.fromEntries(Object.keys(cells).map((cell) => [cell, read(cell)]));

describe('readAmountCell', () => {
  const expectAmounts = (cells: Readonly<Record<string, number | undefined>>) =>
    expect(readAll(cells, (cell) => readAmountCell(cell, null))).toEqual(cells);

  it('reads whole Ariary, decimals, signs on either side, and leaves out the currency and what spreadsheets leave', () => {
    expectAmounts({
      '25000': 2_500_000,
      '25 000': 2_500_000,
      '1,250,000': 125_000_000,
      '1’250’000.50': 125_000_050,
      '25.000': 2_500_000,
      '0': 0,
      '25\u00a0000,00': 2_500_000,
      '1,250,000.50': 125_000_050,
      '1.250.000,5': 125_000_050,
      '5,46': 546,
      '0.500': 50,
      '-5000': -500_000,
      '\u22125 000': -500_000,
      '5 000-': -500_000,
      '+700': 70_000,
      '25 000 Ar': 2_500_000,
      'Ar 25 000': 2_500_000,
      '="25000"': 2_500_000,
      "'-5000": -500_000,
      ' 25000 ': 2_500_000,
      '\u202a25 000\u202c': 2_500_000,
      '\u206825\u00ad000\ufe0e\u2069': 2_500_000,
      '\u200b25\u2060000\ufeff': 2_500_000,
      '999999999999': 99_999_999_999_900,
      '000999999999999': 99_999_999_999_900,
    });
  });

  it.each([
    [
      'in another text',
      [
        '',
        'abc',
        '1e3',
        '1.25E+06',
        'x25000',
        '25000x',
        '25ar000',
        '=25000',
        'x="25000"',
        '="25000"x',
        '5€',
        '٥',
        '2500²',
        '25①0',
        '-',
        '()',
      ],
    ],
    ['above 999,999,999,999', ['1000000000000']],
    [
      'with two signs or half a bracket',
      ['--5', '+-5', '-5-', '+5-', '(-5)', '(5)-', '(5000', '5000)', '5000(', ')5000'],
    ],
    [
      'with other groups',
      ['25 00', '1.2.3', '1,25,000', '12 345 6', '1000 000', '12.345.67', '1.250,000.50', '1 250,000 000'],
    ],
    ['with three decimals, or no whole number', ['0.465', '1234.465', '.5']],
  ])('reads no amount %s', (_what, texts) => {
    expectAmounts(Object.fromEntries(texts.map((text) => [text, undefined])));
  });

  it('takes the decimal separator that the merchant names', () => {
    expect(readAmountCell('25.000', '.')).toBe(2500);
    expect(readAmountCell('25.000', ',')).toBe(2_500_000);
    expect(readAmountCell('1 250,50', ',')).toBe(125_050);
    expect(readAmountCell('1,250.50', ',')).toBeUndefined();
    expect(readAmountCell('25.5', ',')).toBeUndefined();
  });
});

it('writeHundredths writes Ariary with two decimals or none', () => {
  const amounts: readonly (readonly [number, string])[] = [
    [2_500_000, '25000'],
    [546, '5.46'],
    [-500_005, '-5000.05'],
    [0, '0'],
    [5, '0.05'],
    [99_999_999_999_999, '999999999999.99'],
  ];
  for (const [hundredths, text] of amounts) expect(writeHundredths(hundredths)).toBe(text);
});

describe('readReferenceCell', () => {
  it('leaves out spaces, what nobody sees, and the traces of a spreadsheet', () => {
    const cells = {
      ' 636 042 511 ': '636042511',
      '636\u202f042\u00a0511': '636042511',
      "'636042511": '636042511',
      '="636042511"': '636042511',
      '676788307.0': '676788307',
      '676788307,00': '676788307',
      '\u202a676788307\u202c': '676788307',
      '６７６７８８３０７': '676788307',
      cia2400x7: 'cia2400x7',
      'MP241128.1234.A12345': 'MP241128.1234.A12345',
      'MP.0': 'MP.0',
      '': '',
      ' ': '',
      ['x'.repeat(200)]: 'x'.repeat(200),
    };
    expect(readAll<string | undefined>(cells, readReferenceCell)).toEqual(cells);
  });

  it('keeps leading zeros', () => {
    expect(readReferenceCell('0636042511')).toBe('0636042511');
  });

  it('reads no reference that a spreadsheet has rounded, or that is too long', () => {
    for (const cell of [
      '6.36043E+08',
      '6,36043E+08',
      '6.36043e8',
      '6.E+08',
      '6E+08',
      '636E+6',
      'x'.repeat(201),
      '67678830²',
    ]) {
      expect([cell, readReferenceCell(cell)]).toEqual([cell, undefined]);
    }
  });

  it('takes no reference with other letters for a rounded number', () => {
    for (const cell of ['636E8', 'CIA6.3E+08', '6.3E+08X', 'CIA6E+08', '6E+08X'])
      expect(readReferenceCell(cell)).toBe(cell);
  });
});
