import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aPayment, aReview, aWebhook, someTotals } from '../testing/fixtures.ts';
import { expectAccessible, freshPages, openPage, taskNamed } from '../testing/open.tsx';

const world = freshPages();
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

describe('the overview', () => {
  it('says what was taken today, and how that compares with yesterday', async () => {
    world.companion.totals = (days) => someTotals([...Array(days - 2).fill(0), 240_000, 125_500]);
    openPage(world.companion);
    const today = await screen.findByRole('region', { name: 'Taken today' });
    await waitFor(() => expect(plain(today.textContent)).toContain('125,500 Ar'));
    expect(plain(today.textContent)).toContain('2 payments');
    expect(plain(today.textContent)).toContain('1 did not go through');
    expect(plain(today.textContent)).toContain('Operator’s fees: 1,255 Ar');
    expect(plain(today.textContent)).toContain('Yesterday: 240,000 Ar');
    await expectAccessible();
  });

  it('shows takings over time as a chart that can be heard, or as a table', async () => {
    world.companion.totals = (days) => someTotals([...Array(days - 3).fill(0), 50_000, 240_000, 125_500]);
    const { user } = openPage(world.companion);
    const chart = await screen.findByRole('img', { name: /Best day/ });
    expect(plain(chart.getAttribute('aria-label'))).toBe('415,500 Ar in 30 days. Best day: 8 March 2026 with 240,000 Ar.');
    expect(chart.querySelectorAll('.bar')).toHaveLength(30);

    await user.click(screen.getByRole('button', { name: '7 days' }));
    await waitFor(() => expect(screen.getByRole('img').querySelectorAll('.bar')).toHaveLength(7));
    await user.click(screen.getByRole('button', { name: 'Table' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(1 + 7 + 1);
    expect(plain(rows[1]?.textContent)).toBe('9 March 2026125,500 Ar21,255 Ar1');
    expect(plain(rows.at(-1)?.textContent)).toContain('Total415,500 Ar');
    await expectAccessible();
  });

  it('does not draw a chart of nothing', async () => {
    world.companion.totals = (days) => someTotals(Array(days).fill(0));
    openPage(world.companion);
    expect(await screen.findByText('Nothing was taken in these 30 days.')).toBeTruthy();
  });

  it('is calm when nothing needs a person', async () => {
    openPage(world.companion);
    expect(await screen.findByText(/Nothing needs you/)).toBeTruthy();
  });

  it('says so and offers to try again when a part does not come', async () => {
    openPage(world.companion);
    await screen.findByText(/Nothing needs you/);
    world.companion.totals = () => ({ ...someTotals([1]), days: 'nonsense' }) as never;
    const { user } = openPage(world.companion);
    const alerts = await screen.findAllByRole('alert');
    expect(alerts[0]?.textContent).toContain('does not understand');
    world.companion.totals = () => someTotals([1, 2]);
    await user.click(within(alerts[0] ?? document.body).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryAllByRole('alert').length).toBeLessThan(alerts.length));
  });
});

describe('what needs a person', () => {
  it('stands on top with its reason and the action beside it', async () => {
    world.companion.attention = aReview([
      aPayment({ order: 'A-1', status: 'unresolved', attention: ['unresolved'] }),
      aPayment({ order: 'A-2', status: 'pending', mismatch: ['amount', 'debitParty'], attention: ['details_mismatch'], followed: true }),
      aPayment({ order: 'A-3', attention: ['overpaid'] }),
    ]);
    openPage(world.companion);
    const buttons = async (name: RegExp) =>
      within(await taskNamed(name))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(await buttons(/A-1/)).toEqual(['Enter a reference', 'Record a decision']);
    expect(await buttons(/A-2/)).toEqual(['Ask the operator', 'Enter a reference', 'Record a decision']);
    expect(await buttons(/A-3/)).toEqual(['Dealt with']);
    expect((await taskNamed(/A-2/)).textContent).toContain('differs from the order: amount, payer.');
    expect(screen.getByRole('heading', { name: /Needs you/ }).textContent).toBe('Needs you3');
    await expectAccessible();
  });

  it('is settled by a reference; a wrong one is told beside the field', async () => {
    const payment = aPayment({ order: 'A-1', status: 'unresolved', attention: ['unresolved'] });
    world.companion.attention = aReview([payment]);
    world.companion.act = () => ({ problem: 'reference_mismatch', detail: 'That reference does not match.' });
    const { user } = openPage(world.companion);
    await user.click(within(await taskNamed(/A-1/)).getByRole('button', { name: 'Enter a reference' }));
    const field = screen.getByLabelText('Reference (Ref)');
    expect(document.activeElement).toBe(field);
    await user.type(field, 'no/reference');
    await user.click(screen.getByRole('button', { name: 'Check it' }));
    expect(screen.getByRole('alert').textContent).toBe('Letters and digits, as in 636042511.');
    await user.clear(field);
    await user.type(field, ' 636042511 ');
    await user.click(screen.getByRole('button', { name: 'Check it' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That reference does not match.'));
    await expectAccessible();

    world.companion.act = () => {
      world.companion.attention = aReview();
      return { ...payment, status: 'completed', attention: [] };
    };
    await user.click(screen.getByRole('button', { name: 'Check it' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /A-1/ })).toBeNull());
    expect(document.querySelector('.toast')?.textContent).toBe('The record matches: the payment is paid.');
    expect(document.activeElement?.textContent).toContain('Needs you');
    expect(world.companion.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { transactionReference: '636042511' },
      { transactionReference: '636042511' },
    ]);
  });

  it('takes a decision only with a finding and a reason', async () => {
    const payment = aPayment({ order: 'A-1', status: 'unresolved', attention: ['unresolved'] });
    world.companion.attention = aReview([payment]);
    const { user } = openPage(world.companion);
    await user.click(within(await taskNamed(/A-1/)).getByRole('button', { name: 'Record a decision' }));
    await user.click(screen.getByRole('button', { name: 'Record' }));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Choose one of the two.',
      'Write at least three characters.',
    ]);
    await expectAccessible();
    await user.click(screen.getByLabelText('No money was taken'));
    await user.type(screen.getByLabelText('How you know'), 'Not in the portal');
    await user.click(screen.getByRole('button', { name: 'Record' }));
    await waitFor(() => expect(document.querySelector('.toast')?.textContent).toBe('Recorded.'));
    expect(world.companion.asked.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/payments/${payment.id}/resolve`,
      body: { resolution: 'not_received', reason: 'Not in the portal' },
    });
  });

  it('can be left as it is: cancelling brings the focus back', async () => {
    world.companion.attention = aReview([aPayment({ order: 'A-3', attention: ['overpaid'] })]);
    const { user } = openPage(world.companion);
    const opener = within(await taskNamed(/A-3/)).getByRole('button', { name: 'Dealt with' });
    await user.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(opener);
    expect(world.companion.asked.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('includes webhooks that were given up, which can be sent again', async () => {
    world.companion.attention = aReview([], [aWebhook({ order: 'A-9', type: 'payment.failed' })]);
    const { user } = openPage(world.companion);
    const task = await taskNamed(/A-9/);
    expect(task.textContent).toContain('Your shop was never told: not paid. Last answer: the endpoint answered 500.');
    await user.click(within(task).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(document.querySelector('.toast')?.textContent).toContain('on its way'));
    expect(world.companion.asked.find(({ method }) => method === 'POST')?.path).toBe('/webhooks/msg_1/replay');
  });

  it('is shown in part at first, that the day’s takings stay in sight', async () => {
    world.companion.attention = aReview(
      [1, 2].map((index) => aPayment({ order: `A-${index}`, attention: ['overpaid'] })),
      [aWebhook({ id: 'msg_1' }), aWebhook({ id: 'msg_2' }), aWebhook({ id: 'msg_3' })],
    );
    const { user } = openPage(world.companion);
    const needs = await screen.findByRole('region', { name: /Needs you/ });
    expect(await within(needs).findAllByRole('article')).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Show all 5' }));
    expect(within(needs).getAllByRole('article')).toHaveLength(5);
  });
});
