import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Payment } from '@tsena/shared/checkout';
import { readCsv } from '@tsena/testkit/csv';
import { type MailServer, startMailServer } from '@tsena/testkit/mailServer';
import { test as base, expect } from './fixtures.ts';
import { type Dashboard, openDashboard } from './openDashboard.ts';
import { createKey, openBrowser } from './people.ts';

const DAY_MS = 24 * 60 * 60_000;
const PAID_AT_ONCE = 6;

const test = base.extend<{ mailServer: MailServer }>({
  mailServer: async ({ browserName: _ }, use) => {
    const mailServer = await startMailServer();
    await use(mailServer);
    await mailServer.close();
  },
  dashboard: async ({ mailServer }, use) => {
    const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`;
    const dashboard = await openDashboard({ SMTP_URL, NOTIFY_EMAIL: 'owner@shop.example', NOTIFY_LANGUAGE: 'en' });
    await use(dashboard);
    await dashboard.close();
  },
});

/** A paid order. */
interface Sale {
  readonly order: string;
  readonly amount: number;
  readonly payment: Payment;
}

/**
 * Forty payments: ZOMA-1 to ZOMA-36 are paid, ZOMA-37 and ZOMA-38 declined, and ZOMA-39 is paid twice.
 *
 * @returns the paid ones by their amount, and the second one of ZOMA-39
 */
async function sell(dashboard: Dashboard): Promise<{ sales: ReadonlyMap<number, Sale>; second: Payment }> {
  const first = await dashboard.pay('ZOMA-39', 25_100);
  const sales = new Map<number, Sale>();
  const numbers = Array.from({ length: 36 }, (_, index) => index + 1);
  for (let from = 0; from < numbers.length; from += PAID_AT_ONCE) {
    await Promise.all(
      numbers.slice(from, from + PAID_AT_ONCE).map(async (number) => {
        const order = `ZOMA-${number}`;
        const amount = 5000 + number * 1250;
        const payment = await dashboard.pay(order, amount);
        await dashboard.finish(payment, 'approve');
        sales.set(amount, { order, amount, payment });
      }),
    );
  }
  for (const [order, amount] of [
    ['ZOMA-37', 7000],
    ['ZOMA-38', 8000],
  ] as const) {
    await dashboard.finish(await dashboard.pay(order, amount), 'reject');
  }
  let second = first;
  // Until the cool-down is over, the companion answers with the first attempt.
  await expect
    .poll(async () => {
      second = await dashboard.pay('ZOMA-39', 25_100);
      return second.id;
    })
    .not.toBe(first.id);
  await dashboard.finish(first, 'approve');
  await dashboard.finish(second, 'approve');
  return { sales, second };
}

async function recordRefund(page: Page, amount: string, reason: string, reference: string): Promise<void> {
  await page.getByRole('button', { name: 'Record a refund' }).click();
  await page.getByLabel('Amount sent back, in Ariary').fill(amount);
  await page.getByLabel('Why?').fill(reason);
  await page.getByLabel(/^Reference \(Ref\) of the money/).fill(reference);
  await page.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText(reason);
}

/**
 * The operator's statement as a spreadsheet saves it, with the two refunds and five discrepancies: the row of 7 500 is missing, a row of
 * 12 345 belongs to nobody, 8 750 is 8 700, the fee of 10 000 is 151, and the row of 12 500 is there twice.
 */
async function writeStatement(dashboard: Dashboard): Promise<Buffer> {
  const rows = readCsv(await (await fetch(`${dashboard.sandbox.url}/portal/api/statement.csv`)).text());
  const date = rows.at(-1)?.date ?? '';
  const lines = rows.flatMap(({ date, transactionReference, amount, fee, payer }) => {
    if (amount === '7500') return [];
    const line = [date, transactionReference, amount === '8750' ? '8700' : amount, amount === '10000' ? '151' : fee, payer];
    return amount === '12500' ? [line, line] : [line];
  });
  const other = [
    [date, '699999001', '12345', '186', '0340000001'],
    [date, '636900001', '-2500', '0', '0343500004'],
    [date, '636900002', '-25100', '0', '0343500004'],
  ];
  const text = [['Quand', 'Numéro', 'Combien', 'Retenu', 'Qui'], ...lines, ...other].map((cells) => cells.join(';')).join('\r\n');
  // Windows-1252: here, the same bytes as Latin-1.
  return Buffer.from(text, 'latin1');
}

const STATEMENT = { name: 'statement.csv', mimeType: 'text/csv' };

/** Presses a button, and returns the rows of the CSV file that it saves. */
async function download(button: Locator): Promise<Record<string, string>[]> {
  const saved = button.page().waitForEvent('download');
  await button.click();
  return readCsv(await readFile(await (await saved).path(), 'utf8'));
}

const sum = (rows: readonly Record<string, string>[], column: string) => rows.reduce((all, row) => all + Number(row[column]), 0);

test('a merchant’s evening: every figure agrees to the Ariary', async ({
  page,
  browser,
  viewport,
  dashboard,
  mailServer,
  signIn,
  browserErrors,
}) => {
  // Four browsers are open at once.
  test.slow();
  const { sales, second } = await sell(dashboard);
  await signIn('#/keys');
  const hantaKey = await createKey(page, 'Hanta', /^Can look and act/);
  const rivoKey = await createKey(page, 'Rivo', /^Can look and act/);
  const voahangyKey = await createKey(page, 'Voahangy', /^Can look and act/);
  const addressOf = (payment: Payment | undefined) => `${dashboard.url}#/payments/${payment?.id}`;

  // Hanta sends a part back; Rivo sends back what an order was paid too much.
  const hanta = await openBrowser(browser, { viewport }, addressOf(sales.get(11_250)?.payment), hantaKey);
  await recordRefund(hanta, '2500', 'One item out of stock', '636900001');
  const rivo = await openBrowser(browser, { viewport }, addressOf(second), rivoKey);
  await expect(rivo.getByText('Needs review').first()).toBeVisible();
  await recordRefund(rivo, '25100', 'Paid twice', '636900002');
  await expect(rivo.getByText('Needs review')).toHaveCount(0);

  // Voahangy compares the operator's statement. She says once which column has what.
  const voahangy = await openBrowser(browser, { viewport, acceptDownloads: true }, `${dashboard.url}#/statements`, voahangyKey);
  const buffer = await writeStatement(dashboard);
  const columns = { Date: 'Quand', 'Transaction reference': 'Numéro', Amount: 'Combien', 'Fees (optional)': 'Retenu' };
  await voahangy.getByLabel('Statement (CSV file)').setInputFiles({ ...STATEMENT, buffer });
  for (const [label, column] of Object.entries(columns)) await voahangy.getByLabel(label, { exact: true }).selectOption(column);
  await voahangy.getByRole('button', { name: 'Compare' }).click();
  const results = voahangy.getByRole('group', { name: 'Statements' }).getByRole('button');
  await expect(results).toHaveText(['35 Matched', '1 Only here', '1 Only at the operator', '3 Different', '2 Refunds', '0 Ignored']);
  await expect(voahangy.getByText(/Imported by Voahangy · Today, \d\d:\d\d · 41 rows/)).toBeVisible();
  const rows = (result: string) => voahangy.getByRole('region', { name: result }).getByRole('listitem');
  await expect(rows('Only at the operator')).toHaveText([/Operator: 12,345\sAr.*699999001/]);
  await results.filter({ hasText: 'Only here' }).click();
  await expect(rows('Only here')).toHaveText([/Here: 7,500\sAr.*ZOMA-2/]);
  await results.filter({ hasText: 'Different' }).click();
  const different = rows('Different');
  await expect(different).toHaveCount(3);
  await expect(different.filter({ hasText: 'other amount' })).toHaveText(/Operator: 8,700\sAr.*Here: 8,750\sAr.*ZOMA-3/);
  await expect(different.filter({ hasText: 'other fees' })).toHaveText(/Operator: 10,000\sAr.*Fees: 151\sAr \/ 150\sAr.*ZOMA-4/);
  await expect(different.filter({ hasText: 'listed twice' })).toHaveText(/Operator: 12,500\sAr.*ZOMA-6/);
  const exported = await download(voahangy.getByRole('button', { name: 'Export all' }));
  expect(exported.map(({ result }) => result).toSorted()).toEqual(
    [Array(35).fill('matched'), 'onlyHere', 'onlyAtOperator', Array(3).fill('different'), Array(2).fill('refund')].flat().toSorted(),
  );
  // The next evening's file has the same columns.
  await voahangy.getByRole('link', { name: 'Statements' }).click();
  await voahangy.getByLabel('Statement (CSV file)').setInputFiles({ ...STATEMENT, buffer });
  for (const [label, column] of Object.entries(columns)) await expect(voahangy.getByLabel(label, { exact: true })).toHaveValue(column);

  // The owner sees the day, the month and who did what.
  await page.getByRole('link', { name: 'Overview' }).click();
  const today = page.getByRole('region', { name: 'Received today' });
  await expect(today).toContainText(/1,062,700\sAr/);
  await expect(today).toContainText('38 payments');
  await expect(today).toContainText('2 payments failed');
  await expect(today).toContainText(/Refunded: 27,600\sAr · Net: 1,035,100\sAr/);
  await expect(today).toContainText(/Operator’s fees: 15,955\sAr/);
  await page.getByRole('link', { name: 'Totals by month' }).click();
  await expect(page.locator('.facts')).toHaveText(
    /Received1,062,700\sArRefunded27,600\sArNet1,035,100\sArPayments38Operator’s fees15,955\sAr/,
  );
  await page.goto(`${dashboard.url}#/refunds`);
  await expect(page.getByRole('article')).toHaveText([/25,100\sAr.*Paid twice.*· Rivo/s, /2,500\sAr.*One item out of stock.*· Hanta/s]);
  await page.goto(`${dashboard.url}#/statements`);
  const books = await download(page.getByRole('button', { name: 'Export the month as CSV' }));
  expect(books).toHaveLength(40);
  expect([sum(books, 'received'), sum(books, 'refunded'), sum(books, 'fees')]).toEqual([1_062_700, 27_600, 15_955]);
  expect(browserErrors).toEqual([]);
  for (const other of [hanta, rivo, voahangy]) await other.context().close();

  // The next day begins, and the companion sends the summary once, although it starts twice.
  await dashboard.restartLater(DAY_MS);
  await dashboard.restartLater(DAY_MS + 1000);
  const summaries = () => mailServer.received.filter(({ headers }) => headers.subject?.includes('Summary'));
  await expect.poll(() => summaries().length).toBe(1);
  const text = summaries()[0]?.text ?? '';
  for (const line of [
    'Completed payments: 38',
    'Received: 1,062,700 Ar',
    'Refunded: 27,600 Ar',
    'Net: 1,035,100 Ar',
    'Operator’s fees: 15,955 Ar',
    'Failed payments: 2',
    'Payments that need review now, in total: 0',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(dashboard.sandbox.audit()).toEqual([]);
});
