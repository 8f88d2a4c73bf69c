import { screen, waitFor, within } from '@testing-library/react';
import type { PreviewedStatement, Statement, StatementRow } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { getToast, openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();
const ID = `stm_${'s'.repeat(22)}`;
const PAYMENT = `pay_${'p'.repeat(22)}`;
const COLUMNS = { date: 'Date', transactionReference: 'Réf', amount: 'Montant' };

const STATEMENT = {
  id: ID,
  rows: 4,
  matched: 1,
  onlyHere: 1,
  onlyAtOperator: 1,
  different: 1,
  refund: 0,
  ignored: 1,
  from: '2026-01-30T21:00:00.000Z',
  to: '2026-01-31T21:00:00.000Z',
  columns: COLUMNS,
  dateFormat: null,
  decimal: null,
  createdAt: '2026-02-01T09:00:00.000Z',
  createdBy: 'Hanta',
} as unknown as Statement;

const PREVIEW: PreviewedStatement = {
  columns: ['Date', 'Réf', 'Montant', 'Frais'],
  rows: [['31/01/2026', '600000001', '25 000', '375']],
  mapping: { columns: COLUMNS, dateFormat: 'DD/MM/YYYY', decimal: null },
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

const FILE = new File(['Date;Réf;Montant;Frais\n'], 'statement.csv', { type: 'text/csv' });

/** Opens the statements page, and chooses a file there. */
async function chooseFile(preview = PREVIEW) {
  world.companion.preview = preview;
  const { user } = openPage(world.companion, '#/statements');
  await user.upload(await screen.findByLabelText('Statement (CSV file)'), FILE);
  return { user, compare: await screen.findByRole('button', { name: 'Compare' }) };
}

describe('the statements page', () => {
  it('imports a file once, also after a double press', async () => {
    world.companion.statements = [STATEMENT];
    const { compare } = await chooseFile();
    // Both before the page is drawn again.
    compare.click();
    compare.click();
    await waitFor(() => expect(location.hash).toBe(`#/statements/${ID}`));
    expect(world.companion.posts.filter(({ path }) => path === '/statements')).toHaveLength(1);
  });

  it('shows the first rows of a file, maps its columns as last time, and opens the result', async () => {
    world.companion.statements = [STATEMENT];
    const { user, compare } = await chooseFile();
    expect(await screen.findByRole('cell', { name: '25 000' })).toBeTruthy();
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', 'Montant');
    await user.selectOptions(screen.getByLabelText('Fees (optional)'), 'Frais');
    await user.click(compare);
    await waitFor(() => expect(location.hash).toBe(`#/statements/${ID}`));
    const form = world.companion.posts.at(-1)?.body as FormData;
    expect(JSON.parse(String(form.get('columns')))).toEqual({ ...COLUMNS, fee: 'Frais' });
    expect([form.get('dateFormat'), form.has('decimal'), form.has('from')]).toEqual(['DD/MM/YYYY', false, false]);
    // The message belongs to the result.
    await waitFor(() => expect(getToast()).toMatch(/compared/));
    await user.click(screen.getByRole('link', { name: 'Statements' }));
    await waitFor(() => expect(getToast()).toBe(''));
  });

  it('sends the same request with the same key again after a lost answer, and a new key for other dates', async () => {
    const { user, compare } = await chooseFile();
    const keys = () =>
      world.companion.posts.filter(({ path }) => path === '/statements').map(({ idempotencyKey }) => idempotencyKey);
    for (const [index, from] of ['', '', '2026-01-01'].entries()) {
      if (from !== '') await user.type(screen.getByLabelText(/^From/), from);
      await user.click(compare);
      await waitFor(() => expect(keys()).toHaveLength(index + 1));
      await screen.findByRole('alert');
    }
    const [first, second, third] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it('lists the statements with who imported them, and says one row of one', async () => {
    world.companion.statements = [{ ...STATEMENT, rows: 1, createdBy: 'owner' }];
    openPage(world.companion, '#/statements');
    const statement = await screen.findByRole('link', { name: /Imported by/ });
    expect(textOf(statement)).toMatch(/^Imported by the owner · .*1 row · Only here: 1/);
  });

  it('sends nothing without the columns of date, reference and amount', async () => {
    const { user, compare } = await chooseFile({ ...PREVIEW, mapping: null });
    await user.click(compare);
    expect((await screen.findByRole('alert')).textContent).toContain('Choose the columns');
    expect(world.companion.posts.map(({ path }) => path)).toEqual(['/statements/preview']);
  });
});

describe('a statement', () => {
  it('begins with what needs review, and each result has its action', async () => {
    world.companion.statements = [STATEMENT];
    world.companion.statementRows = [
      row({}),
      row({
        result: 'different',
        paymentId: PAYMENT,
        differences: ['amount'],
        payment: payment('ORDER-1', '25000', '600000001'),
      }),
      row({ result: 'onlyHere', row: null, paymentId: PAYMENT, payment: payment('ORDER-2', '31000', '600000002') }),
    ];
    const { user } = openPage(world.companion, `#/statements/${ID}`);
    expect((await screen.findByRole('link', { name: 'Look up this transaction' })).getAttribute('href')).toBe(
      '#/payments?q=600000009',
    );
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
});
