import { describe, expect, it } from 'vitest';
import { CsvUnreadable } from '../shared/spreadsheet/csvUnreadable.ts';
import { decodeCsv } from '../shared/spreadsheet/decodeCsv.ts';
import { readBeginning, readStatement, type StatementMapping, suggestColumns } from './readStatement.ts';

const MAPPING: StatementMapping = {
  columns: { date: 'Date', transactionReference: 'Référence', amount: 'Montant', fee: 'Frais', payer: 'Payeur' },
  dateFormat: null,
  decimal: null,
};
const HEADER = 'Date;Référence;Montant;Frais;Payeur';
const ROW = '31/01/2026 23:59;636042511;25 000,00;5,46;0343500003';
const LINE = {
  line: 2,
  at: Date.parse('2026-01-31T20:59:00Z'),
  reference: '636042511',
  amount: 2_500_000,
  fee: 546,
  payer: '0343500003',
};

async function decode(bytes: Uint8Array): Promise<string> {
  let all = '';
  for await (const text of decodeCsv(bytes)) all += text;
  return all;
}
const read = (file: string | Uint8Array, mapping = MAPPING) =>
  readStatement(typeof file === 'string' ? Buffer.from(file) : file, mapping);

/** Latin letters in Windows-1252 have the numbers of Unicode. */
const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();

describe('readStatement', () => {
  const text = `${HEADER}\r\n${ROW}\r\n`;
  it.each<[string, string | Uint8Array]>([
    ['UTF-8', text],
    ['UTF-8 with a byte order mark', `\uFEFF${text}`],
    ['Windows-1252', windows1252(text)],
    ['UTF-16 with a byte order mark', utf16le(`\uFEFF${text}`)],
    ['UTF-16 without a byte order mark, big end first', utf16be(text)],
    ['tabs', text.replaceAll(';', '\t')],
    ['vertical bars', text.replaceAll(';', '|')],
    [
      'commas and quotation marks',
      `${HEADER.replaceAll(';', ',')}\n"31/01/2026 23:59",636042511,"25 000,00","5,46",0343500003`,
    ],
    ['line ends of old Macs', text.replaceAll('\r\n', '\r')],
    [
      'a column order of its own and other letters',
      'MONTANT;frais; référence ;payeur;DATE\n25 000,00;5,46;636042511;0343500003;31/01/2026 23:59',
    ],
  ])('reads a file with %s', async (_name, file) => {
    expect(await read(file)).toEqual([LINE]);
  });

  it('skips titles before the header and empty lines, and gives the lines of the file', async () => {
    const file = `sep=;\nRelevé de compte;;;;\n\n${HEADER}\n\n${ROW}\n;;;;\n${ROW}\n`;
    expect((await read(file)).map(({ line }) => line)).toEqual([6, 8]);
  });

  it('keeps a row without date and reference as a row without values', async () => {
    expect(await read(`${HEADER}\n${ROW}\n;;25 000,00;;Total`)).toEqual([
      LINE,
      { line: 3, at: null, reference: null, amount: null, fee: null, payer: null },
    ]);
  });

  it.each([
    ['an amount', `${HEADER}\n${ROW}\n31/01/2026;1;beaucoup;;`, 3, 'Montant'],
    ['a fee', `${HEADER}\n31/01/2026;1;700;5.46.5;`, 2, 'Frais'],
    ['a date', `${HEADER}\n31/02/2026;1;700;;`, 2, 'Date'],
    ['no date', `${HEADER}\n;1;700;;`, 2, 'Date'],
    ['a rounded reference', `${HEADER}\n31/01/2026;6,36E+08;700;;`, 2, 'Référence'],
    [
      'a line after a line break in a cell',
      `${HEADER};Note\n31/01/2026;1;700;;;"a\nb"\n31/01/2026;2;x;;;`,
      4,
      'Montant',
    ],
    ['a missing column', `Date;Montant;Frais;Payeur\n31/01/2026;1;;`, 1, 'Référence'],
    ['an open quotation mark', `${HEADER}\n"31/01/2026;1;700;;\n${ROW}`, 3, null],
  ])('names the line and the column of %s', async (_name, file, line, column) => {
    const error = await read(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CsvUnreadable);
    expect(error).toMatchObject({ place: { line, column } });
  });

  it('finds the header after 29 titles, and not after 30', async () => {
    const titles = (count: number) => Array.from({ length: count }, (_, index) => `Relevé ${index}`).join('\n');
    expect(await read(`${titles(29)}\n${HEADER}\n${ROW}`)).toEqual([{ ...LINE, line: 31 }]);
    await expect(read(`${titles(30)}\n${HEADER}\n${ROW}`)).rejects.toMatchObject({
      place: { line: 1, column: 'Date' },
    });
  });

  it('refuses a column that is chosen for two purposes', async () => {
    const columns = { ...MAPPING.columns, fee: ' montant' };
    await expect(read(`${HEADER}\n${ROW}`, { ...MAPPING, columns })).rejects.toMatchObject({
      fault: 'column_chosen_twice',
      place: { line: 1, column: ' montant' },
    });
  });

  it('reads amounts by the decimal separator of the mapping, and dates by its format', async () => {
    const file = `${HEADER}\n05/04/2026;1;1.234;2.500;`;
    expect(await read(file, { ...MAPPING, decimal: ',' })).toMatchObject([{ amount: 123_400, fee: 250_000 }]);
    await expect(read(file, { ...MAPPING, decimal: '.' })).rejects.toMatchObject({
      place: { line: 2, column: 'Montant' },
    });
    const [line] = await read(file, { ...MAPPING, dateFormat: 'MM/DD/YYYY' });
    expect(line?.at).toBe(Date.parse('2026-05-03T21:00:00Z'));
  });

  it('refuses a cell of more than 200 characters in a column that it reads', async () => {
    const row = (payer: string, note = '') => `${HEADER};Note\n31/01/2026 23:59;1;700;;${payer};${note}`;
    expect(await read(row('x'.repeat(200), 'y'.repeat(300)))).toMatchObject([{ payer: 'x'.repeat(200) }]);
    await expect(read(row('x'.repeat(201)))).rejects.toMatchObject({
      fault: 'cell_too_long',
      place: { line: 2, column: 'Payeur', limit: 200 },
    });
  });

  it('refuses a row of more than 100 cells', async () => {
    const row = (cells: number) => `${HEADER}\n31/01/2026 23:59;1;700;;${';'.repeat(cells - 5)}`;
    expect(await read(row(100))).toHaveLength(1);
    await expect(read(row(101))).rejects.toMatchObject({
      fault: 'too_many_cells',
      place: { line: 2, column: null, limit: 100 },
    });
  });

  it.each([0, 1, 1500])('refuses a line of more than 32 KiB, after %i others', async (others) => {
    const rows = `${ROW}\n`.repeat(others);
    await expect(read(`${HEADER}\n${rows}31/01/2026;1;700;;"${'x'.repeat(33_000)}"`)).rejects.toMatchObject({
      fault: 'line_not_csv',
      place: { line: others + 2, column: null },
    });
  });

  it('reads a file that has more than its header beyond the first 64 KiB', async () => {
    const rows = await read(`${HEADER}\n${`${ROW}\n`.repeat(3000)}`);
    expect(rows).toHaveLength(3000);
    expect(rows.at(-1)).toEqual({ ...LINE, line: 3001 });
  });

  it('refuses more than 100,000 rows', async () => {
    const file = `${HEADER}\n${'31/01/2026;1;700;;\n'.repeat(100_001)}`;
    await expect(read(file)).rejects.toThrow('line 100002: the file has more than 100000 rows');
  });

  it('lets other work run between its parts', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    await read(`${HEADER}\n${'31/01/2026;1;700;;\n'.repeat(20_000)}`);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });
});

describe('decodeCsv', () => {
  it.each([
    ['zeros', Buffer.from('Date;Montant\0'), 'not_csv'],
    ['zeros in both bytes of its letters', utf16le('Date;Montant\u2000'), 'not_csv'],
    ['a spreadsheet’s own format', Buffer.from('PK\u0003\u0004 and more'), 'not_csv'],
  ])('refuses a file of %s', async (_name, bytes, fault) => {
    await expect(decode(bytes)).rejects.toMatchObject({
      name: 'CsvUnreadable',
      fault,
      place: { line: 1, column: null },
    });
  });

  it('reads the letters that Windows-1252 has in place of control characters', async () => {
    const bytes = Buffer.from([0xe9, ...Array.from({ length: 32 }, (_, index) => 0x80 + index), 0xa0]);
    expect(await decode(bytes)).toBe('é€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0');
  });
});

describe('readBeginning', () => {
  it('takes the line with the most names for the header, the first of several', async () => {
    const file = 'Relevé;2026\nDate ; Réf;Montant;Solde\n31/01/2026;1;700;900\n31/01/2026;2;700;800;a note';
    expect(await readBeginning(Buffer.from(`${file.replace(';a note', ';700')}`))).toEqual({
      columns: ['Date', 'Réf', 'Montant', 'Solde'],
      rows: [
        ['31/01/2026', '1', '700', '900'],
        ['31/01/2026', '2', '700', '800', '700'],
      ],
    });
  });

  it('needs a header of three names', async () => {
    expect((await readBeginning(Buffer.from('a;b;c'))).columns).toEqual(['a', 'b', 'c']);
    for (const file of ['a;b', 'a;b;b', 'a;b; ']) {
      await expect(readBeginning(Buffer.from(file))).rejects.toMatchObject({
        fault: 'no_header',
        place: { line: 1, column: null },
      });
    }
  });
});

describe('suggestColumns', () => {
  it.each([
    ['date', ['Date', 'DATE DE VALEUR', 'Daty', 'Andro']],
    [
      'transactionReference',
      ['transactionReference', 'Référence', 'Ref', 'Réf. opération', 'Transaction ID', 'Laharana'],
    ],
    ['amount', ['Amount', 'Montant (Ar)', 'Vola']],
    ['fee', ['Fee', 'Frais', 'Commission', 'Sarany']],
    ['payer', ['Payer', 'Payeur', 'Sender', 'Expéditeur', 'Expediteur', 'MSISDN', 'Client', 'Mpandoa']],
  ] as const)('recognizes the column of %s by the names %j', (column, names) => {
    const others = {
      date: 'Date',
      transactionReference: 'Référence',
      amount: 'Montant',
      fee: 'Frais',
      payer: 'Payeur',
    };
    for (const name of names) {
      const columns = { ...others, [column]: name };
      expect(suggestColumns(['Solde', ...Object.values(columns)])).toEqual(columns);
    }
  });

  it('takes the first column that fits, and each column once', () => {
    expect(suggestColumns(['Date', 'Date de valeur', 'Référence client', 'Montant', 'Montant des frais'])).toEqual({
      date: 'Date',
      transactionReference: 'Référence client',
      amount: 'Montant',
      fee: 'Montant des frais',
    });
  });
});
