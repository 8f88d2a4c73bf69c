import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderReference } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { readCsv } from '@tsena/testkit/csv';
import { expect, it } from 'vitest';
import { runCli } from '../../../../test/support/cli.ts';
import { asMerchant } from '../../../../test/support/merchant.ts';
import { readQrPng } from '../../../../test/support/qrCodes.ts';
import { seedPayment } from '../../../../test/support/seed.ts';
import { startStack } from '../../../../test/support/stack.ts';
import { useFolder, useForAll } from '../../../../test/support/use.ts';

const folder = useFolder();
const stack = useForAll(startStack);

const importFile = (text: string, ...options: readonly string[]) => {
  writeFileSync(folder('families.csv'), text);
  return runCli(['links', 'import', folder('families.csv'), ...options], stack.env);
};
const readLinks = (...at: readonly string[]) => {
  const text = readFileSync(folder(...at), 'utf8');
  return { text, rows: readCsv(text.includes('";"') ? text.replaceAll(';', ',') : text) };
};

it('tsena links import writes the addresses and the QR codes, and the same ones again', async () => {
  const file = 'Commande;Montant;Libellé\nIMPORT/RAKOTO;25 000,00;=1+1\nIMPORT/RABE;30000;\n';
  const first = await importFile(file);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toContain(
    'Read from the columns:\n  order        Commande\n  amount       Montant\n  description  Libellé\n  expiresAt    -\n',
  );
  expect(first.stdout).toContain('rows: 2, links created: 2, existing: 0, refused: 0');
  const { text, rows } = readLinks('families-links', 'links.csv');
  const { body } = await stack.get<{ data: Link[] }>('/v1/merchant/links?order=IMPORT%2FRAKOTO', asMerchant);
  const url = body.data[0]?.url ?? '';
  expect(rows).toMatchObject([
    {
      ...{ line: '2', order: 'IMPORT/RAKOTO', amount: '25000', result: 'created', status: 'active' },
      // No spreadsheet takes it for a formula.
      ...{ description: "'=1+1", url, qr_code: 'IMPORT_RAKOTO.png' },
    },
    { line: '3', order: 'IMPORT/RABE', amount: '30000', result: 'created', description: '' },
  ]);
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(readdirSync(folder('families-links', 'qr')).toSorted()).toEqual(['IMPORT_RABE.png', 'IMPORT_RAKOTO.png']);
  expect(readQrPng(readFileSync(folder('families-links', 'qr', 'IMPORT_RAKOTO.png')))).toBe(url);

  await stack.post(`/v1/merchant/links/${body.data[0]?.id}/cancel`, {}, asMerchant);
  const second = await importFile(file, '--semicolon', '--output', folder('october'));
  expect([second.code, second.stdout]).toEqual([
    0,
    expect.stringContaining('rows: 2, links created: 0, existing: 2, refused: 0'),
  ]);
  const again = readLinks('october', 'links.csv');
  expect(again.text).toContain(`;"${url}";`);
  expect(again.text).toContain(';"cancelled";');
  // Nobody can pay a cancelled link.
  expect(readdirSync(folder('october', 'qr'))).toEqual(['IMPORT_RABE.png']);
});

it('tsena links import lists a row with another amount, and ends with 1', async () => {
  await importFile('Commande;Montant\nREFUSED/A;25000');
  const { code, stdout } = await importFile('Commande;Montant\nA;30000\nB;25000', '--order-prefix', 'REFUSED/');
  expect(code).toBe(1);
  expect(stdout).toContain('rows: 2, links created: 1, existing: 0, refused: 1');
  expect(stdout).toMatch(/^2 +REFUSED\/A +30,000 Ar +the order exists with another amount +25,000 Ar$/m);
  const { rows } = readLinks('families-links', 'links.csv');
  expect(rows).toMatchObject([
    { result: 'refused', refusal: 'other_amount', standing_amount: '25000', url: '', qr_code: '' },
    { result: 'created', refusal: '', qr_code: 'REFUSED_B.png' },
  ]);
  const json = await importFile('Commande;Montant\nREFUSED/A;30000', '--json');
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    1,
    {
      columns: { order: 'Commande', amount: 'Montant', description: null, expiresAt: null },
      counts: { rows: 1, created: 0, existing: 0, refused: 1 },
      rows: [
        {
          ...{ line: 2, order: 'REFUSED/A', amount: 30_000 },
          ...{ result: 'refused', refusal: 'other_amount', standingAmount: 25_000 },
        },
      ],
    },
  ]);
});

it('tsena links import creates and writes nothing unless all of the file is right', async () => {
  const wrong = await importFile('Commande;Montant;Échéance\nWRONG/A;25000;\nWRONG/B;2500x;31/02/2099');
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toContain('No link is created.\nline 3, column “Montant”: an amount in Ariary');
  expect(wrong.stderr).toContain('line 3, column “Échéance”: a date');
  const past = await importFile('Commande;Montant;Échéance\nWRONG/A;25000;\nWRONG/B;25000;31/01/2020');
  expect([past.code, past.stderr]).toEqual([
    1,
    expect.stringContaining('No link is created.\nline 3, column “Échéance”: a day that has not passed'),
  ]);
  const { body } = await stack.get<{ data: Link[] }>('/v1/merchant/links?order=WRONG%2FA', asMerchant);
  expect(body.data).toEqual([]);
  expect((await importFile('Famille;Montant\nA;25000')).stderr).toContain(
    'The file cannot be read: line 1, column “order”: the header has no column of this name.',
  );
});

it.skipIf(process.platform !== 'linux')('tsena links import creates nothing if its folder takes no files', async () => {
  // Nobody can write files to /proc, not even the administrator.
  const output = folder('locked');
  mkdirSync(output);
  symlinkSync('/proc', join(output, 'qr'));
  const { code, stdout, stderr } = await importFile('Commande;Montant\nLOCKED/A;25000', '--output', output);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`No link is created. No file can be written to ${join(output, 'qr')}: `);
  expect(readdirSync(output)).toEqual(['qr']);
  const { body } = await stack.get<{ data: Link[] }>('/v1/merchant/links?order=LOCKED%2FA', asMerchant);
  expect(body.data).toEqual([]);
});

it('tsena links import does not replace the file that it reads, also by another name', async () => {
  const output = folder('own');
  const links = join(output, 'links.csv');
  mkdirSync(output);
  writeFileSync(links, 'Commande;Montant\nOWN/A;25000');
  symlinkSync(links, folder('other-name.csv'));
  for (const file of [links, folder('other-name.csv')]) {
    const { code, stdout, stderr } = await runCli(['links', 'import', file, '--output', output], stack.env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`No link is created. links.csv would replace ${file}: name another folder with --output.\n`);
  }
  expect(readFileSync(links, 'utf8')).toBe('Commande;Montant\nOWN/A;25000');
  expect(readdirSync(output)).toEqual(['links.csv']);
  const { body } = await stack.get<{ data: Link[] }>('/v1/merchant/links?order=OWN%2FA', asMerchant);
  expect(body.data).toEqual([]);
});

it('tsena links import leaves no picture of a link that links.csv does not have', async () => {
  const output = folder('pictures');
  const pictures = () => readdirSync(join(output, 'qr')).toSorted();
  const file = 'Commande;Montant\nPICTURE/A;25000\nPICTURE/B;30000\nPICTURE/C;35000';
  await importFile(file, '--output', output);
  writeFileSync(join(output, 'qr', 'photo.png'), '');
  expect(pictures()).toEqual(['PICTURE_A.png', 'PICTURE_B.png', 'PICTURE_C.png', 'photo.png']);

  const { body } = await stack.get<{ data: Link[] }>('/v1/merchant/links?order=PICTURE%2FA', asMerchant);
  await stack.post(`/v1/merchant/links/${body.data[0]?.id}/cancel`, {}, asMerchant);
  await importFile('Commande;Montant\nPICTURE/A;25000\nPICTURE/B;31000', '--output', output);
  expect(pictures()).toEqual(['PICTURE_C.png', 'photo.png']);
  expect(readLinks('pictures', 'links.csv').rows.map(({ qr_code }) => qr_code)).toEqual(['', '']);
});

it('tsena links import writes the last day as a day', async () => {
  await importFile('Commande;Montant;Échéance\nLAST/A;25000;31/12/2099\nLAST/B;25000;31/12/2099 18:00');
  expect(readLinks('families-links', 'links.csv').rows).toMatchObject([
    { expires_at: '2099-12-31' },
    { expires_at: '2099-12-31 18:00:00' },
  ]);
});

it('tsena links list --unpaid says who owes and how much', async () => {
  await importFile('Commande;Montant\nRAKOTO;25000\nRABE;30000', '--order-prefix', 'UNPAID/');
  await seedPayment(stack.served.companion.storage.store, {
    order_reference: 'UNPAID/RABE' as OrderReference,
    amount: 30_000,
    status: 'unresolved',
  });
  const list = (...options: readonly string[]) => runCli(['links', 'list', '--unpaid', ...options], stack.env);
  const { code, stdout } = await list('--order-prefix', 'UNPAID/', '--limit', '1');
  expect(code).toBe(0);
  expect(stdout).toMatch(/ UNPAID\/RABE +30,000 Ar +active +unresolved +-$/m);
  expect(stdout).toContain('There are more orders.');
  expect(stdout).toContain('unpaid orders: 2, together 55,000 Ar\n');
  expect(stdout).toContain('whose result is not known: 1, together 30,000 Ar. Do not ask for that money again');
  expect(JSON.parse((await list('--order-prefix', 'UNPAID/', '--json')).stdout)).toMatchObject({
    data: [
      { order: 'UNPAID/RABE', view: 'unresolved' },
      { order: 'UNPAID/RAKOTO', view: null },
    ],
    unpaid: { orders: 2, amount: '55000' },
    withoutResult: { orders: 1, amount: '30000' },
  });
  const cancelled = await list('--status', 'cancelled');
  expect([cancelled.code, cancelled.stdout]).toEqual([1, '']);
  expect(cancelled.stderr).toContain('--unpaid has no paid and no cancelled links');
  expect((await list('--order-prefix', 'NOBODY/')).stdout).toBe('No order is unpaid among these links.\n');
});
