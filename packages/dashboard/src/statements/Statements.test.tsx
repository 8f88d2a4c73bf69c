import { screen, waitFor, within } from '@testing-library/react';
import type { PreviewedStatement, StatementReport, StatementRow } from '@tsena/shared/merchant';
import { describe, expect, it, vi } from 'vitest';
import { getToast, openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();
const PAYMENT = `pay_${'p'.repeat(22)}`;
const COLUMNS = { date: 'Date', transactionReference: 'Réf', amount: 'Montant' };

const PREVIEW: PreviewedStatement = {
  columns: ['Date', 'Réf', 'Montant', 'Frais'],
  rows: [['31/01/2026', '600000001', '25 000', '375']],
  suggestion: COLUMNS,
};

const row = (values: object): StatementRow =>
  ({
    result: 'onlyAtOperator',
    row: {
      line: 2,
      date: '2026-01-31T09:00:00.000Z',
      transactionReference: '600000009',
      amount: '700',
      fee: null,
      payer: '034 •• ••0 03',
    },
    paymentId: null,
    refundId: null,
    differences: [],
    payment: null,
    ...values,
  }) as StatementRow;

const payment = (order: string, amount: string, transactionReference: string) => ({
  order,
  status: 'completed',
  amount,
  fees: null,
  payer: '034 •• ••0 03',
  transactionReference,
  finalAt: null,
});

const REPORT = {
  from: '2026-01-30T21:00:00.000Z',
  to: '2026-01-31T21:00:00.000Z',
  counts: { rows: 5005, matched: 1, onlyHere: 1, onlyAtOperator: 5003, different: 1, refund: 0, ignored: 0 },
  rows: [
    row({}),
    row({
      result: 'different',
      paymentId: PAYMENT,
      differences: ['amount'],
      payment: payment('ORDER-1', '25000', '600000001'),
    }),
    row({ result: 'onlyHere', row: null, paymentId: PAYMENT, payment: payment('ORDER-2', '31000', '600000002') }),
  ],
  more: 5002,
} as StatementReport;

const FILE = new File(['Date;Réf;Montant;Frais\n'], 'statement.csv', { type: 'text/csv' });

/** Opens the statements page, and chooses a file there. */
async function chooseFile(preview = PREVIEW) {
  world.companion.preview = preview;
  world.companion.report = REPORT;
  const { user } = openPage(world.companion, '#/statements');
  await user.upload(await screen.findByLabelText('Statement (CSV file)'), FILE);
  return { user, compare: await screen.findByRole('button', { name: 'Compare' }) };
}

/** Opens the report. */
async function compareFile() {
  const { user, compare } = await chooseFile();
  await user.click(compare);
  await screen.findByRole('heading', { name: /31\sJanuary/ });
  return user;
}

const sent = () => world.companion.requests.filter(({ method, path }) => method === 'POST' && path === '/statements');

describe('the statements page', () => {
  it('compares a file once, also after a double press', async () => {
    const { compare } = await chooseFile();
    // Both before the page is drawn again.
    compare.click();
    compare.click();
    await waitFor(() => expect(location.hash).toBe('#/statements/result'));
    expect(sent()).toHaveLength(1);
  });

  it('shows the first rows of a file, suggests its columns, and opens the result', async () => {
    const { user, compare } = await chooseFile();
    expect(await screen.findByRole('cell', { name: '25 000' })).toBeTruthy();
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', 'Montant');
    await user.selectOptions(screen.getByLabelText('Fees (optional)'), 'Frais');
    await user.click(compare);
    await waitFor(() => expect(location.hash).toBe('#/statements/result'));
    const form = sent()[0]?.body as FormData;
    expect(JSON.parse(String(form.get('columns')))).toEqual({ ...COLUMNS, fee: 'Frais' });
    expect(form.has('from')).toBe(false);
    // The message belongs to the result.
    await waitFor(() => expect(getToast()).toMatch(/compared/));
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Statements' }));
    await waitFor(() => expect(getToast()).toBe(''));
  });

  it('sends nothing without the columns of date, reference and amount', async () => {
    const { user, compare } = await chooseFile({ ...PREVIEW, suggestion: null });
    await user.click(compare);
    expect((await screen.findByRole('alert')).textContent).toContain('Choose the columns');
    expect(sent()).toEqual([]);
  });
});

describe('the result of a comparison', () => {
  it('begins with what needs review, says what is only in the file, and each result has its action', async () => {
    const user = await compareFile();
    expect(screen.getByRole('link', { name: 'Look up this transaction' }).getAttribute('href')).toBe(
      '#/payments?q=600000009',
    );
    expect(screen.getByText(/^5002\srows are only in the CSV file\.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Different/ }));
    const different = await screen.findByText('other amount');
    const item = different.closest('li') ?? document.body;
    expect(textOf(item)).toContain('Operator: 700 ArHere: 25,000 Ar');
    expect(within(item).getByRole('link', { name: 'Open the payment' }).getAttribute('href')).toBe(
      `#/payments/${PAYMENT}`,
    );
    await user.click(screen.getByRole('button', { name: /Only here/ }));
    expect((await screen.findByRole('link', { name: 'Verify the payment' })).getAttribute('href')).toBe(
      `#/payments/${PAYMENT}`,
    );
  });

  it('is still there when the merchant has opened a payment and comes back, and is asked for once', async () => {
    const user = await compareFile();
    await user.click(screen.getByRole('button', { name: /Different/ }));
    location.hash = '#/payments';
    await screen.findByRole('heading', { name: 'Payments' });
    location.hash = '#/statements/result';
    expect(await screen.findByText('other amount')).toBeTruthy();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Statements' }));
    await user.click(await screen.findByRole('link', { name: 'Open the last result' }));
    expect(await screen.findByText('other amount')).toBeTruthy();
    expect(sent()).toHaveLength(1);
  });

  it('says that it is not stored, and is saved as CSV', async () => {
    const user = await compareFile();
    expect(screen.getByText(/^This result is not stored\. Save it as CSV before you close/)).toBeTruthy();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    world.companion.report = 'result,differences\r\n';
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^statement-\d{4}-\d\d-\d\d\.csv$/)]));
    expect(sent().map(({ accept, body }) => [accept, (body as FormData).get('separator')])).toEqual([
      [null, null],
      ['text/csv', 'comma'],
    ]);
  });

  it('is gone after the page was loaded again', async () => {
    openPage(world.companion, '#/statements/result');
    expect(await screen.findByLabelText('Statement (CSV file)')).toBeTruthy();
  });
});
