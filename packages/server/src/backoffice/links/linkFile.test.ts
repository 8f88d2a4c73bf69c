import { describe, expect, it } from 'vitest';
import { type LinkMapping, linkColumnsSchema, readLinkFile } from './linkFile.ts';

const read = async (text: string, mapping: Partial<LinkMapping> = {}) =>
  (await readLinkFile(Buffer.from(text), { columns: {}, dateFormat: null, orderPrefix: '', ...mapping })).rows;
const faultsOf = (text: string, mapping: Partial<LinkMapping> = {}) =>
  read(text, mapping).then(
    () => [],
    (error: Error) => error.message.split('\n'),
  );

describe('readLinkFile', () => {
  it('reads what a French spreadsheet writes: semicolons, spaces in amounts, days', async () => {
    const file = Buffer.from(
      'École Sainte-Marie\r\n\r\nCommande;Libellé;Montant;Échéance\r\n2026-10/RAKOTO;Écolage m²;25\u00a0000,00;31/10/2026\r\n;;;\r\n2026-10/RABE;;30.000;31/10/2026 18:00\r\n',
      'latin1',
    );
    expect((await readLinkFile(file, { columns: {}, dateFormat: null, orderPrefix: '' })).rows).toEqual([
      {
        ...{ line: 4, order: '2026-10/RAKOTO', amount: 25_000, description: 'Écolage m²' },
        // To the end of that day in Madagascar.
        expiresAt: Date.parse('2026-10-31T21:00:00Z'),
      },
      {
        ...{ line: 6, order: '2026-10/RABE', amount: 30_000, description: undefined },
        expiresAt: Date.parse('2026-10-31T15:00:00Z'),
      },
    ]);
  });

  it.each([
    ['order,amount,description,expiresAt'],
    ['Référence,Vola,Motif,Date limite'],
    ['Laharana,Montant,Antony,Daty'],
  ])('recognizes the columns of %s', async (header) => {
    expect(await read(`${header}\nA,25000,Lamba,2026-10-31`)).toMatchObject([
      { order: 'A', amount: 25_000, description: 'Lamba', expiresAt: Date.parse('2026-10-31T21:00:00Z') },
    ]);
  });

  it.each([
    ['Date;Commande;Montant;Échéance', '01/02/2026;A;25000;31/10/2026'],
    ['Nom;Commande;Montant total dû;Montant;Échéance', 'Rakoto;A;90000;25000;31/10/2026'],
    ['Date de commande;Commande;Montant;Échéance', '01/02/2026;A;25000;31/10/2026'],
    ['Préférence;Commande;Montant;Date limite', 'matin;A;25000;31/10/2026'],
    ['Date d’échéance;Montant de la commande;N° de commande', '31/10/2026;25000;A'],
    ['Order date,Order amount,Order number,Due date', '2026-02-01,25000,A,2026-10-31'],
  ])('prefers an exact heading, and compares whole words: %s', async (header, row) => {
    expect(await read(`${header}\n${row}`)).toMatchObject([
      { order: 'A', amount: 25_000, description: undefined, expiresAt: Date.parse('2026-10-31T21:00:00Z') },
    ]);
  });

  it.each([
    ['Date de naissance;Commande;Montant', '01/02/2016;A;25000'],
    ['Date de commande;Commande;Montant', '01/02/2026;A;25000'],
  ])('takes no other date for the last day: %s', async (header, row) => {
    expect(await read(`${header}\n${row}`)).toMatchObject([{ order: 'A', amount: 25_000, expiresAt: undefined }]);
  });

  it('refuses two columns that fit equally well, and takes the one that is named', async () => {
    const two = 'Commande;Montant payé;Montant dû\nA;5000;25000';
    expect(await faultsOf(two)).toEqual([
      'line 1, column “Montant payé”: the column “Montant dû” fits amount as well. Choose one: --columns "amount=Montant payé"',
    ]);
    expect(await read(two, { columns: { amount: 'Montant dû' } })).toMatchObject([{ amount: 25_000 }]);
    expect(await faultsOf('Réf;Commande;Montant\nA;B;25000')).toEqual([
      'line 1, column “Réf”: the column “Commande” fits order as well. Choose one: --columns "order=Réf"',
    ]);
    const same = 'line 1, column “Montant”: another column has this name too. Give one of them another name';
    expect(await faultsOf('Commande;Montant;montant\nA;5000;25000')).toEqual([same]);
    expect(await faultsOf('Commande;Montant;montant\nA;5000;25000', { columns: { amount: 'Montant' } })).toEqual([
      same,
    ]);
  });

  it('says which column was read as what', async () => {
    const bytes = Buffer.from('Nom; Commande ;Montant total dû;Montant\nRakoto;A;90000;25000');
    const { columns } = await readLinkFile(bytes, { columns: {}, dateFormat: null, orderPrefix: '' });
    expect(columns).toEqual({ order: 'Commande', amount: 'Montant', description: null, expiresAt: null });
  });

  it('refuses a row with more cells than the header, whose amount is then cut', async () => {
    const fault = (line: number) =>
      `line ${line}: the row has more cells than the header. An amount with commas needs quotation marks: "1,250,000"`;
    expect(await faultsOf('Commande,Montant\nA,25000\nB,1,250,000\n,1,250,000')).toEqual([fault(3), fault(4)]);
    expect(await faultsOf('Commande,Montant,,\nA,1,250,000')).toEqual([fault(2)]);
    expect(await read('Commande,Montant,\nA,"1,250,000",,, \nB,25000')).toMatchObject([
      { order: 'A', amount: 1_250_000 },
      { order: 'B', amount: 25_000 },
    ]);
  });

  it('reads no last day and no description if no column is named for them', async () => {
    const file = 'Date,Commande,Montant,Motif\n01/02/2016,A,25000,Lamba';
    const columns = linkColumnsSchema.parse({ description: '', expiresAt: ' ' });
    expect(await read(file, { columns })).toMatchObject([
      { order: 'A', amount: 25_000, description: undefined, expiresAt: undefined },
    ]);
    expect(linkColumnsSchema.safeParse({ order: '' }).success).toBe(false);
  });

  it('takes the columns that are named, and recognizes the others', async () => {
    const columns = { order: 'élève' };
    expect(await read('Commande;Élève;Montant\nX;Rakoto;25000', { columns })).toMatchObject([{ order: 'Rakoto' }]);
    expect(await faultsOf('Commande;Montant\nX;25000', { columns: { description: 'Note' } })).toEqual([
      'line 1, column “Note”: the header has no column of this name',
    ]);
    expect(await faultsOf('Commande;Montant\nX;25000', { columns: { order: 'Montant', amount: 'Montant' } })).toEqual([
      'line 1, column “Montant”: this column is chosen twice',
    ]);
    expect(await faultsOf('Famille;Montant\nX;25000')).toEqual([
      'line 1, column “order”: the header has no column of this name',
    ]);
  });

  it('puts the prefix before each order', async () => {
    expect(await read('Commande;Montant\nRAKOTO;25000', { orderPrefix: '2026-10/' })).toMatchObject([
      { order: '2026-10/RAKOTO' },
    ]);
  });

  it('takes text that a spreadsheet protects, as this companion’s own CSV files do', async () => {
    expect(await read('Commande;Montant\n="0123";25000\n\'=A;"25000"')).toMatchObject([
      { order: '0123' },
      { order: '=A' },
    ]);
  });

  it('names every wrong cell with its line and its column, and repeats nothing of it', async () => {
    const rows = [
      ['A', 'plenty', '', ''],
      ['B', '25000,50', '', ''],
      ['C', '25 00', '', ''],
      ['D', '99', '', ''],
      ['E', '', '', ''],
      ['', '25000', '', ''],
      ['LNK-1', '25000', '', ''],
      ['F', '25000', 'x'.repeat(51), ''],
      ['G', '25000', '', '31/11/2026'],
      ['H', '99', '', 'tomorrow'],
      ['good', '25000', 'Lamba', '31/10/2026'],
      ['x'.repeat(51), '25000', '', ''],
    ];
    expect(
      await faultsOf(['Commande;Montant;Libellé;Échéance', ...rows.map((cells) => cells.join(';'))].join('\n')),
    ).toEqual([
      'line 2, column “Montant”: an amount in Ariary, such as 25000 or 25 000,00',
      'line 3, column “Montant”: whole Ariary, without decimals',
      'line 4, column “Montant”: thousands in groups of three',
      'line 5, column “Montant”: at least 100 Ar',
      'line 6, column “Montant”: the row has no amount',
      'line 7, column “Commande”: the row has no order',
      'line 8, column “Commande”: must not begin with LNK- or CTR-, as the companion’s own references do',
      'line 9, column “Libellé”: at most 50 characters',
      'line 10, column “Échéance”: a date, such as 31/10/2026; --date-format says how others are written',
      'line 11, column “Montant”: at least 100 Ar',
      'line 11, column “Échéance”: a date, such as 31/10/2026; --date-format says how others are written',
      'line 13, column “Commande”: at most 50 characters',
    ]);
  });

  it('refuses an order that is in the file already, or that looks like one', async () => {
    expect(await faultsOf('Commande;Montant\na/Rakoto;25000\nB;25000\nA_RAKOTO;25000\nB;25000')).toEqual([
      'line 4, column “Commande”: line 2 has this order already, or one that looks like it',
      'line 5, column “Commande”: line 3 has this order already, or one that looks like it',
    ]);
  });

  it.each(['Total', 'TOTAL :', 'totaly', 'Totals'])('makes no link of a total: %s', async (label) => {
    const fault = (line: number) =>
      `line ${line}, column “Commande”: a total is no order. Take the row out, or name the order otherwise`;
    expect(await faultsOf(`Commande;Montant\nA;25000\n${label};25000`)).toEqual([fault(3)]);
    expect(await faultsOf(`Commande;Montant\n${label};99000\nB;30000`, { orderPrefix: '10/' })).toEqual([fault(2)]);
  });

  it.each(['Le total', 'Grand-total', 'T O T A L', 'Cumul', 'Net à payer', 'Σ', 'Totalin’ny vola', 'Total octobre'])(
    'makes no link of a last row that is the sum of the rows above: %s',
    async (label) => {
      const file = (amount: string) => `Commande;Montant\nA;25000\nB;30000\n;;\n${label};${amount}`;
      expect(await faultsOf(file('55 000'))).toEqual([
        'line 5, column “Montant”: the amount is the sum of the rows above. Take the row out if it is their total; if it is an order, import it in a file of its own',
      ]);
      expect(await read(file('55 001'))).toHaveLength(3);
    },
  );

  it('takes a row with the amount of the only row above, and a sum that is not last', async () => {
    expect(await read('Commande;Montant\nA;25000\nB;25000')).toHaveLength(2);
    expect(await read('Commande;Montant\nA;25000\nB;25000\nC;50000\nD;25000')).toHaveLength(4);
  });

  it.each(['Montant Fmg', 'Montant (FMG)', 'Montant en francs', 'Montant €', 'Montant EUR', 'Amount in USD', 'Vola $'])(
    'refuses amounts in another currency: %s',
    async (heading) => {
      expect(await faultsOf(`Commande;${heading}\nA;25000`)).toEqual([
        `line 1, column “${heading}”: the amounts must be in Ariary`,
      ]);
      expect(await read(`Commande;Montant Ar;Prix en EUR\nA;25000;5`)).toMatchObject([{ amount: 25_000 }]);
      expect(await faultsOf('Commande;Fmg\nA;25000', { columns: { amount: 'Fmg' } })).toHaveLength(1);
    },
  );

  it('says that no row follows the header', async () => {
    const says = ['line 3: no row follows this header'];
    expect(await faultsOf('Sainte-Marie\n\nCommande;Montant\n;\n')).toEqual(says);
    expect(await faultsOf('Sainte-Marie\n\nCommande;Montant')).toEqual(says);
  });

  it.each([
    // Élève, Bâtiment, maître, hôtel: as Mac OS and DOS write them.
    ['Mac Roman', 'R\x83ne R\x8ene R\x8fne R\x90ne R\x88ne R\x99ne R\x9dne'],
    ['DOS', 'R\x82ne R\x8ane R\x88ne R\x93ne'],
    [
      'DOS, at the beginning or the end of a word',
      'Andr\x82 Voil\x85 \x82cole \x88tre \x90tienne d\x96 ma\x8ctre Ao\x96t',
    ],
    ['UTF-8 beside a wrong byte', 'Andr\xc3\xa9 \xc3\x89l\xe8ve r\xc3\xb4le'],
  ])('takes no letters of %s for others', async (_what, names) => {
    for (const name of names.split(' ')) {
      // One byte that is not UTF-8, and is certain.
      const bytes = Buffer.from(`Commande;Montant;M\xe8re\n${name};25000;`, 'latin1');
      await expect(readLinkFile(bytes, { columns: {}, dateFormat: null, orderPrefix: '' })).rejects.toThrow(
        'the file is not UTF-8, and which letters it has is not certain: save it as “CSV UTF-8”',
      );
    }
  });

  it.each(['utf8', 'utf16le'] as const)('refuses letters that are lost already, in %s', async (encoding) => {
    const bytes = Buffer.from('\ufeffCommande;Montant;Libell\ufffd\nAndr\ufffd;25000;', encoding);
    const fault = 'a letter of the row is lost, and � stands for it. Save the spreadsheet as “CSV UTF-8”';
    await expect(readLinkFile(bytes, { columns: {}, dateFormat: null, orderPrefix: '' })).rejects.toThrow(
      `line 1: ${fault}\nline 2: ${fault}`,
    );
  });

  it('reads what Windows writes: œ, typographic signs and the euro', async () => {
    const text =
      'Commande;Montant;Libellé\nS\x9cur d\x92Ana\xefs;25000;\x93Lamba 2\x94 \x96 2 \x80\x85\n\x8cUVRE RENÉ;30000;\x97 \xabCAFÉ\xa0\xbb';
    expect(
      (await readLinkFile(Buffer.from(text, 'latin1'), { columns: {}, dateFormat: null, orderPrefix: '' })).rows,
    ).toMatchObject([
      { order: 'Sœur d’Anaïs', description: '“Lamba 2” – 2 €…' },
      { order: 'ŒUVRE RENÉ', description: '— «CAFÉ\u00a0»' },
    ]);
  });

  it('reads dates in another format if it is named', async () => {
    const file = 'Commande;Montant;Date\nA;25000;10/31/2026';
    expect(await faultsOf(file)).toHaveLength(1);
    expect(await read(file, { dateFormat: 'MM/DD/YYYY' })).toMatchObject([
      { expiresAt: Date.parse('2026-10-31T21:00:00Z') },
    ]);
    expect(await faultsOf(file, { dateFormat: 'MM/DD' })).toEqual([
      'line 1, column “Date”: the date format must name year, month and day',
    ]);
  });

  it('refuses more than 5,000 rows', async () => {
    const rows = Array.from({ length: 5001 }, (_, index) => `A${index};25000`);
    expect(await faultsOf(['Commande;Montant', ...rows].join('\n'))).toEqual([
      'line 5002: the file has more than 5000 rows',
    ]);
  });
});
