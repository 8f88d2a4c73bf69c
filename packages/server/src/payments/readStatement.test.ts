import type { StatementMapping } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { previewStatement, readStatement, StatementUnreadable, suggestMapping } from './readStatement.ts';

const MAPPING: StatementMapping = {
  columns: { date: 'Date', transactionReference: 'Référence', amount: 'Montant', fee: 'Frais', payer: 'Payeur' },
  dateFormat: null,
  decimal: null,
};
const HEADER = 'Date;Référence;Montant;Frais;Payeur';
const ROW = '31/01/2026 23:59;636042511;25 000,00;5,46;0343500003';
const LINE = { line: 2, at: Date.parse('2026-01-31T20:59:00Z'), reference: '636042511', amount: 2_500_000, fee: 546, payer: '0343500003' };

const read = (file: string | Uint8Array, mapping = MAPPING) => readStatement(typeof file === 'string' ? Buffer.from(file) : file, mapping);

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
    ['Windows-1252 with no-break spaces', windows1252(text.replace('25 000', '25\u00a0000'))],
    ['UTF-16 with a byte order mark', utf16le(`\uFEFF${text}`)],
    ['UTF-16, big end first', utf16be(`\uFEFF${text}`)],
    ['UTF-16 without a byte order mark', utf16le(text)],
    ['tabs', text.replaceAll(';', '\t')],
    ['commas and quotation marks', `${HEADER.replaceAll(';', ',')}\n"31/01/2026 23:59",636042511,"25 000,00","5,46",0343500003`],
    ['vertical bars', text.replaceAll(';', '|')],
    ['narrow no-break spaces', text.replace('25 000', '25\u202f000')],
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
    ['a line after a line break in a cell', `${HEADER};Note\n31/01/2026;1;700;;;"a\nb"\n31/01/2026;2;x;;;`, 4, 'Montant'],
    ['a missing column', `Date;Montant;Frais;Payeur\n31/01/2026;1;;`, 1, 'Référence'],
    ['an open quotation mark', `${HEADER}\n"31/01/2026;1;700;;\n${ROW}`, 3, null],
    ['an empty file', '', 1, null],
    ['a spreadsheet’s own format', 'PK\u0003\u0004 and more', 1, null],
  ])('names the line and the column of %s', async (_name, file, line, column) => {
    const error = await read(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StatementUnreadable);
    expect(error).toMatchObject({ line, column });
  });

  it('refuses a date format without day, month and year', async () => {
    await expect(read(`${HEADER}\n${ROW}`, { ...MAPPING, dateFormat: 'HH:mm' })).rejects.toThrow(
      'the date format must name year, month and day',
    );
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

describe('previewStatement', () => {
  it('gives the header, the first rows and nothing before them', async () => {
    expect(await previewStatement(Buffer.from(`Relevé\n\n${HEADER}\n${ROW}`))).toEqual({
      columns: ['Date', 'Référence', 'Montant', 'Frais', 'Payeur'],
      rows: [['31/01/2026 23:59', '636042511', '25 000,00', '5,46', '0343500003']],
    });
  });

  it('reads a file that is cut off in a character', async () => {
    const rows = Buffer.from(`${HEADER}\n${`${ROW} é\n`.repeat(2000)}`);
    const { columns } = await previewStatement(rows.subarray(0, 65_537));
    expect(columns).toEqual(['Date', 'Référence', 'Montant', 'Frais', 'Payeur']);
  });

  it('refuses a file without columns', async () => {
    await expect(previewStatement(Buffer.from('a text\nof two lines'))).rejects.toThrow('the file has no header');
  });
});

describe('suggestMapping', () => {
  it('recognizes columns by their names', () => {
    expect(suggestMapping(['date', 'transactionReference', 'type', 'amount', 'fee', 'payer', 'receiver', 'balance'])).toEqual({
      columns: { date: 'date', transactionReference: 'transactionReference', amount: 'amount', fee: 'fee', payer: 'payer' },
      dateFormat: null,
      decimal: null,
    });
    expect(suggestMapping(['Date', 'Réf', 'Libellé', 'Montant', 'Frais'])?.columns).toEqual({
      date: 'Date',
      transactionReference: 'Réf',
      amount: 'Montant',
      fee: 'Frais',
    });
  });

  it('suggests nothing without date, reference and amount', () => {
    expect(suggestMapping(['Date', 'Montant', 'Solde'])).toBeNull();
  });
});
