import { describe, expect, it } from 'vitest';
import { createDateReader, isEmptyCell, readAmountCell, readReferenceCell, writeHundredths } from './statementCells.ts';

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

it('a cell is empty if it has no visible text', () => {
  for (const cell of [undefined, '', ' \u00a0', '\u200b', "'", '=""'])
    expect([cell, isEmptyCell(cell)]).toEqual([cell, true]);
  for (const cell of ['0', '-', 'a']) expect([cell, isEmptyCell(cell)]).toEqual([cell, false]);
});

describe('createDateReader', () => {
  const read = (cell: string, format: string | null = null) => {
    const at = createDateReader(format)?.(cell);
    return at === undefined ? undefined : new Date(at).toISOString();
  };

  const expectDates = (cells: Readonly<Record<string, string | undefined>>, format: string | null = null) =>
    expect(readAll(cells, (cell) => read(cell, format))).toEqual(cells);

  it('reads days, times in Madagascar, halves of a day, and timestamps in their own zone', () => {
    expectDates({
      '2026-01-31': '2026-01-30T21:00:00.000Z',
      '31/01/2026': '2026-01-30T21:00:00.000Z',
      '\u202a31/01/2026\u202c': '2026-01-30T21:00:00.000Z',
      '29/02/2028': '2028-02-28T21:00:00.000Z',
      '2026-01-31 23:59:59': '2026-01-31T20:59:59.000Z',
      '31/01/2026, 08:05': '2026-01-31T05:05:00.000Z',
      '31-01-2026 à 8h05': '2026-01-31T05:05:00.000Z',
      '31/01/2026 08:05:09,123456': '2026-01-31T05:05:09.123Z',
      '01/01/2000 00:00:00': '1999-12-31T21:00:00.000Z',
      '31/01/2026 11:59 PM': '2026-01-31T20:59:00.000Z',
      '31/01/2026 12:00 P.M.': '2026-01-31T09:00:00.000Z',
      '2026-01-31 1:00 pm': '2026-01-31T10:00:00.000Z',
      '31/01/2026 12:30 am': '2026-01-30T21:30:00.000Z',
      '2026-01-31T23:59:59Z': '2026-01-31T23:59:59.000Z',
      '2026-01-31T23:59:59+0300': '2026-01-31T20:59:59.000Z',
      '2026-01-31T23:59:59.123+03:00': '2026-01-31T20:59:59.123Z',
    });
  });

  it.each([
    [
      'that the calendar does not have',
      ['31/13/2026', '31/00/2026', '00/01/2026', '32/01/2026', '31/04/2026', '2026-02-30', '29/02/2026'],
    ],
    ['before 2000 or after 2099', ['1899-12-31', '31/12/1999', '01/01/2100']],
    [
      'with a time that no day has',
      ['30/01/2026 24:00', '30/01/2026 24:00:00', '30/01/2026 12:60', '30/01/2026 12:00:60', '31/01/2026 13:00 PM'],
    ],
    [
      'in another text',
      ['', '46053', 'hier', '31/01-2026', '2026-01/31', 'le 31/01/2026', 'le 2026-01-31', '31/01/2026 08:05 environ'],
    ],
    ['in a wrong timestamp', ['2026-13-31T23:59:59Z', 'le 2026-01-31T23:59:59Z']],
  ])('reads no date %s', (_what, texts) => {
    expectDates(Object.fromEntries(texts.map((text) => [text, undefined])));
  });

  it('reads the format that the merchant names, in English or French', () => {
    const cells: readonly (readonly [string, string, string])[] = [
      ['MM/DD/YYYY', '01/31/2026', '2026-01-30T21:00:00.000Z'],
      ['dd/mm/yyyy hh:mm:ss', '03/04/2026 07:08:09', '2026-04-03T04:08:09.000Z'],
      ['JJ/MM/AAAA HH:mm', '03/04/2026 07:08', '2026-04-03T04:08:00.000Z'],
      ['YYYY-MM-DDTHH:mm:ss', '2026-04-03T07:08:09', '2026-04-03T04:08:09.000Z'],
      ['DD/MM/YYYY HH:mm', "'03/04/2026   07:08", '2026-04-03T04:08:00.000Z'],
      ['JJ/MM/AA', '03/04/26', '2026-04-02T21:00:00.000Z'],
      ['M/D/YY h:mm A', '4/3/26 7:08 PM', '2026-04-03T16:08:00.000Z'],
      ['DD/MM/YYYY HH:mm:ss.SSS', '03/04/2026 07:08:09.123', '2026-04-03T04:08:09.123Z'],
    ];
    for (const [format, cell, time] of cells) expect([format, read(cell, format)]).toEqual([format, time]);
  });

  it('takes other characters of the format as they are', () => {
    expectDates(
      { '03.04.2026': '2026-04-02T21:00:00.000Z', '03x04x2026': undefined, '03/04/2026': undefined },
      'DD.MM.YYYY',
    );
    expectDates({ '(3) 4 [2026]': '2026-04-02T21:00:00.000Z' }, '(DD) MM [YYYY]');
  });

  it('reads only the format that is named, from the beginning to the end of the cell', () => {
    const cells = ['2026-04-03', 'le 03/04/2026', '03/04/2026 07:08', '03/04/26'];
    expectDates(Object.fromEntries(cells.map((cell) => [cell, undefined])), 'DD/MM/YYYY');
    expectDates({ '03/04/2026': undefined }, 'DD/MM/YY');
  });

  it('refuses a format that does not name day, month and year once', () => {
    for (const format of ['HH:mm', 'DD/MM', 'MM/YYYY', 'DD/YYYY', 'DD/DD/YYYY', 'DD/MM/YYYY DD', 'DD/MM/YYYY YY', '']) {
      expect([format, createDateReader(format)]).toEqual([format, undefined]);
    }
  });
});
