import { describe, expect, it } from 'vitest';
import { createDateReader } from './dateCells.ts';

/** What each cell is read as, to compare with what the table says. */
const readAll = <Result>(cells: Readonly<Record<string, Result>>, read: (cell: string) => Result) =>
  Object.fromEntries(Object.keys(cells).map((cell) => [cell, read(cell)]));

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
