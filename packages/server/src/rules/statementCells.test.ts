import { describe, expect, it } from 'vitest';
import { createDateReader, readAmountCell, readReferenceCell, writeHundredths } from './statementCells.ts';

describe('readAmountCell', () => {
  it.each([
    ['25000', 2_500_000],
    ['25 000', 2_500_000],
    ['25\u202f000', 2_500_000],
    ['25\u00a0000,00', 2_500_000],
    ['1.250.000', 125_000_000],
    ['1,250,000.50', 125_000_050],
    ['1.250.000,5', 125_000_050],
    ['25.000', 2_500_000],
    ['25,000', 2_500_000],
    ['5,46', 546],
    ['5.46', 546],
    ['0,5', 50],
    ['0.500', 50],
    ["1'250'000", 125_000_000],
    ['25000.00', 2_500_000],
    ['-5000', -500_000],
    ['\u22125 000', -500_000],
    ['(5 000)', -500_000],
    ['5 000-', -500_000],
    ["'-5000", -500_000],
    ['+700', 70_000],
    ['25 000 Ar', 2_500_000],
    ['Ar 25 000', 2_500_000],
    ['25000 MGA', 2_500_000],
    ['="25000"', 2_500_000],
    ['999999999999', 99_999_999_999_900],
    ['0', 0],
    ['-0', 0],
  ])('reads %j', (cell, hundredths) => {
    expect(readAmountCell(cell, null)).toBe(hundredths);
  });

  it.each([
    '',
    'abc',
    '1.25E+06',
    '25 00',
    '1.2.3',
    '1,25,000',
    '0.465',
    '1234.465',
    '--5',
    '(-5)',
    '1e3',
    '9999999999999',
    '12 345 6',
    '5€',
    '٥',
  ])('reads no amount in %j', (cell) => {
    expect(readAmountCell(cell, null)).toBeUndefined();
  });

  it('takes the decimal separator that the merchant names', () => {
    expect(readAmountCell('25.000', '.')).toBe(2500);
    expect(readAmountCell('25.000', ',')).toBe(2_500_000);
    expect(readAmountCell('1 250,50', ',')).toBe(125_050);
    expect(readAmountCell('1,250.50', ',')).toBeUndefined();
  });
});

it.each([
  [2_500_000, '25000'],
  [546, '5.46'],
  [-500_005, '-5000.05'],
  [0, '0'],
])('writeHundredths(%i) writes %s', (hundredths, text) => {
  expect(writeHundredths(hundredths)).toBe(text);
});

describe('readReferenceCell', () => {
  it.each([
    [' 636 042 511 ', '636042511'],
    ['636\u202f042\u00a0511', '636042511'],
    ["'636042511", '636042511'],
    ['="636042511"', '636042511'],
    ['cia2400x7', 'CIA2400X7'],
    ['', ''],
  ])('reads %j as %j', (cell, reference) => {
    expect(readReferenceCell(cell)).toBe(reference);
  });

  it('keeps leading zeros: another reference is not the same transaction', () => {
    expect(readReferenceCell('0636042511')).toBe('0636042511');
  });

  it.each(['6.36043E+08', '6,36043E+08', '6E+08', 'x'.repeat(65)])(
    'reads no reference in %j, which a spreadsheet has rounded or is too long',
    (cell) => {
      expect(readReferenceCell(cell)).toBeUndefined();
    },
  );
});

describe('createDateReader', () => {
  const read = (cell: string, format: string | null = null) => {
    const at = createDateReader(format)?.(cell);
    return at === undefined ? undefined : new Date(at).toISOString();
  };

  it.each([
    ['2026-01-31 23:59:59', '2026-01-31T20:59:59.000Z'],
    ['2026-01-31', '2026-01-30T21:00:00.000Z'],
    ['31/01/2026', '2026-01-30T21:00:00.000Z'],
    ['1/2/2026 08:05', '2026-02-01T05:05:00.000Z'],
    ['31.01.26 08:05:09', '2026-01-31T05:05:09.000Z'],
    ['31-01-2026 à 8h05', '2026-01-31T05:05:00.000Z'],
    ['31/01/2026 11:59 PM', '2026-01-31T20:59:00.000Z'],
    ['31/01/2026 12:30 am', '2026-01-30T21:30:00.000Z'],
    ['2026-01-31T23:59:59Z', '2026-01-31T23:59:59.000Z'],
    ['2026-01-31T23:59:59.123+03:00', '2026-01-31T20:59:59.123Z'],
    ['2026-01-31 23:59:59 +0300', '2026-01-31T20:59:59.000Z'],
  ])('reads %j in Madagascar’s time', (cell, time) => {
    expect(read(cell)).toBe(time);
  });

  it.each(['', '31/13/2026', '2026-02-30', '46053', 'hier', '1899-12-31', '31/01/2026 24:00', '31/01/2026 13:00 PM'])(
    'reads no date in %j',
    (cell) => {
      expect(read(cell)).toBeUndefined();
    },
  );

  it.each([
    ['MM/DD/YYYY', '01/31/2026', '2026-01-30T21:00:00.000Z'],
    ['DD/MM/YYYY HH:mm', '03/04/2026 07:08', '2026-04-03T04:08:00.000Z'],
    ['dd/mm/yyyy hh:mm:ss', '03/04/2026 07:08:09', '2026-04-03T04:08:09.000Z'],
    ['JJ/MM/AAAA HH:mm', '03/04/2026 07:08', '2026-04-03T04:08:00.000Z'],
    ['YYYYMMDD', '20260403', '2026-04-02T21:00:00.000Z'],
    ['YYYY-MM-DDTHH:mm:ss', '2026-04-03T07:08:09', '2026-04-03T04:08:09.000Z'],
    ['M/D/YY h:mm A', '4/3/26 7:08 PM', '2026-04-03T16:08:00.000Z'],
  ])('reads %s', (format, cell, time) => {
    expect(read(cell, format)).toBe(time);
  });

  it('reads only the format that is named', () => {
    expect(read('2026-04-03', 'DD/MM/YYYY')).toBeUndefined();
  });

  it.each(['HH:mm', 'DD/MM', 'DD/DD/YYYY', ''])('refuses the format %j, which names no day, month and year once', (format) => {
    expect(createDateReader(format)).toBeUndefined();
  });
});
