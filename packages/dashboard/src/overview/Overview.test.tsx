import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createPayment, createTotals, MERCHANT } from '../testing/fixtures.ts';
import { openLoaded, openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();

describe('the overview', () => {
  it('shows today’s amount, payments, refunds and fees, and yesterday’s amount', async () => {
    world.companion.totals = (days) => {
      const totals = createTotals([...Array(days - 2).fill(0), 240_000, 125_500]);
      return {
        ...totals,
        days: totals.days.map((day) => ({ ...day, refunded: '5000', net: '120500', unknownFees: 1 })),
      };
    };
    openPage(world.companion);
    const today = await screen.findByRole('region', { name: 'Received today' });
    await waitFor(() => expect(textOf(today.querySelector('.total'))).toBe('125,500 Ar'));
    expect(within(today).getAllByRole('listitem').map(textOf)).toEqual([
      '2 payments',
      '1 payment failed',
      'Refunded: 5,000 Ar · Net: 120,500 Ar',
      'Operator’s fees: 1,255 Ar, unknown for 1 payment',
      'Yesterday: 240,000 Ar',
    ]);
  });

  const FAILURE = {
    since: '2020-03-08T21:02:00.000Z',
    waiting: 3,
    receiver: 'endpoint' as const,
    answered: false,
    error: 'no answer within 15 s',
    lastAttempt: null,
  };

  it.each([
    [{}, '3 webhooks are waiting. Your shop does not answer since 9 March 2020, 00:02.'],
    [{ waiting: 1 }, '1 webhook is waiting. Your shop does not answer since 9 March 2020, 00:02.'],
    [{ answered: true }, '3 webhooks are waiting. Your shop accepts none since 9 March 2020, 00:02.'],
    [
      { receiver: 'handler' as const },
      '3 webhooks are waiting. The code of your shop that takes them (onEvent) accepts none since 9 March 2020, 00:02.',
    ],
  ])('says that webhooks wait, and since when the shop accepts none: %j', async (fields, text) => {
    world.companion.merchant = { ...MERCHANT, shopFailure: { ...FAILURE, ...fields } };
    openPage(world.companion);
    expect(textOf(await screen.findByRole('heading', { name: /waiting/ }))).toBe(text);
  });

  it('shows what the shop’s server answered last', async () => {
    const lastAttempt = { at: FAILURE.since, ms: 120, status: 500, body: 'Fatal', error: 'the endpoint answered 500' };
    world.companion.merchant = {
      ...MERCHANT,
      shopFailure: { ...FAILURE, answered: true, error: lastAttempt.error, lastAttempt },
    };
    openPage(world.companion);
    const notice = await screen.findByRole('region', { name: /waiting/ });
    expect(textOf(notice.querySelector('.answers'))).toBe('9 March 2020, 00:02:00 · answer 500 · 120 msFatal');
  });

  it('shows what the host’s own handler threw, and calls it no answer of a server', async () => {
    const error = 'connect ECONNREFUSED 127.0.0.1:5432';
    const lastAttempt = { at: FAILURE.since, ms: 3, status: null, body: null, error };
    world.companion.merchant = { ...MERCHANT, shopFailure: { ...FAILURE, receiver: 'handler', error, lastAttempt } };
    openPage(world.companion);
    const notice = await screen.findByRole('region', { name: /waiting/ });
    expect(textOf(notice.querySelector('.reason'))).toBe(`Technical details${error}`);
  });

  it('is drawn with today’s amount at first, without asking again, if the answers arrived before the application', async () => {
    const { companion } = world;
    openLoaded(companion, {
      merchant: { ...MERCHANT, partnerName: 'Lamba' },
      totals: createTotals([240_000, 125_500]),
    });
    expect(textOf(screen.getByRole('region', { name: 'Received today' }).querySelector('.total'))).toBe('125,500 Ar');
    expect(screen.getByText('Lamba')).toBeDefined();
    await screen.findByText('Nothing needs review.');
    const paths = companion.requests.map(({ path }) => path);
    expect(paths).toContain('/payments?limit=6');
    expect(paths).not.toContain('');
    expect(paths).not.toContain('/totals?days=2');
  });

  it('shows the totals by day as a chart with a summary, or as a table', async () => {
    world.companion.totals = (days) => createTotals([...Array(days - 3).fill(0), 50_000, 240_000, 125_500]);
    const { user } = openPage(world.companion);
    const chart = await screen.findByRole('img', { name: /Best day/ });
    expect(chart.getAttribute('aria-label')?.replaceAll('\u00a0', ' ')).toBe(
      '415,500 Ar in 30 days. Best day: 8 March 2026 with 240,000 Ar.',
    );
    // A week at least, for the days before the first payment are empty.
    expect(chart.querySelectorAll('.bar')).toHaveLength(7);

    await user.click(screen.getByRole('button', { name: '7 days' }));
    await user.click(screen.getByRole('button', { name: 'Table' }));
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(1 + 7 + 1);
    expect(textOf(rows[1])).toBe('9 March 2026125,500 Ar21,255 Ar1');
    expect(textOf(rows.at(-1))).toBe('Total415,500 Ar144,155 Ar7');
  });

  it('lists the latest payments, newest first, with a link to each and to all of them', async () => {
    const newest = createPayment({ order: 'A-2', amount: '1250000' });
    const older = createPayment({ order: 'A-1', status: 'unresolved', reviewReasons: ['unresolved'] });
    world.companion.list = (query) => ({ data: query.get('limit') === '6' ? [newest, older] : [], nextCursor: null });
    openPage(world.companion);
    const latest = await screen.findByRole('region', { name: 'Latest payments' });
    await within(latest).findByText('A-1');
    const links = within(latest).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '#/payments',
      `#/payments/${newest.id}`,
      `#/payments/${older.id}`,
    ]);
    expect(textOf(links[1])).toMatch(/^1,250,000 ArA-2Paid034 •• ••0 03Today, \d\d:\d\d$/);
    expect(textOf(links[2])).toMatch(/^25,000 ArA-1UnresolvedNeeds review034 •• ••0 03Today, \d\d:\d\d$/);
  });

  it('without any payment shows no chart and says that there is nothing yet', async () => {
    world.companion.totals = (days) => createTotals(Array(days).fill(0));
    openPage(world.companion);
    expect(await screen.findByText('No payment completed in these 30 days.')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    expect(await screen.findByText('Nothing needs review.')).toBeTruthy();
    expect(await screen.findByText('There are no payments yet.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Needs review' }).textContent).toBe('Needs review ');
  });

  it('shows the companion’s error in the part that failed, and reads that part again with "Try again"', async () => {
    world.companion.totals = () => ({ problem: 'storage_unavailable', detail: 'The database is locked.' });
    const { user } = openPage(world.companion);
    const today = await screen.findByRole('region', { name: 'Received today' });
    expect((await within(today).findByRole('alert')).textContent).toBe('The database is locked.Try again');
    expect(await screen.findByText('Nothing needs review.')).toBeTruthy();
    world.companion.totals = () => createTotals([0, 1000]);
    await user.click(within(today).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(textOf(today.querySelector('.total'))).toBe('1,000 Ar'));
    expect(within(today).queryByRole('alert')).toBeNull();
  });

  it('asks for a reload when the companion’s answer has another shape', async () => {
    world.companion.totals = () => ({ ...createTotals([1]), days: 'nonsense' }) as never;
    openPage(world.companion);
    const today = await screen.findByRole('region', { name: 'Received today' });
    expect((await within(today).findByRole('alert')).textContent).toBe(
      'This page cannot read the companion’s answer. Reload the page.Try again',
    );
  });
});
