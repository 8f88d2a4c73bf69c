import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createCheck, createPayment } from '../testing/fixtures.ts';
import { openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();
const listRequests = () => world.companion.requests.filter(({ path }) => /^\/payments(\?|\/search)/.test(path));

describe('the search for a reference that no payment has', () => {
  const checks = () => world.companion.requests.filter(({ path }) => path === '/references/check');

  it('checks it after a press, and leads to its payment', async () => {
    const payment = createPayment();
    const paid = { amount: '25000', payer: '034 •• ••0 03', createdAt: '2026-11-20T12:00:00.000Z', order: 'A-1' };
    const usedAt = '2026-11-20T12:05:00.000Z';
    world.companion.check = () => createCheck({ verdict: 'used', ...paid, paymentId: payment.id, usedAt });
    const { user } = openPage(world.companion, '#/payments?q=636042511');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('The SMS, or its reference')).value).toBe('636042511');
    expect(checks()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await screen.findByRole('heading', { name: 'Already used' });
    expect(checks().map(({ body }) => body)).toEqual([{ text: '636042511' }]);
    expect(screen.getByRole('link', { name: 'Show its payment' }).getAttribute('href')).toBe(
      `#/payments/${payment.id}`,
    );
  });

  it('says of two letters without a result that a part needs three', async () => {
    openPage(world.companion, '#/payments?q=ZO');
    expect(await screen.findByText(/type at least three characters/)).toBeTruthy();
  });

  it('is not offered while a payment matches', async () => {
    world.companion.list = () => ({ data: [createPayment({ transactionReference: '636042511' })], nextCursor: null });
    openPage(world.companion, '#/payments?q=636042511');
    await screen.findByRole('listitem');
    expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
  });
});

describe('the payment list', () => {
  it('reads the next page with "Show more", until all payments are shown', async () => {
    const all = Array.from({ length: 60 }, (_, index) => createPayment({ order: `O-${index}` }));
    world.companion.list = (query) => {
      const start = Number(query.get('cursor') ?? 0);
      const end = start + Number(query.get('limit'));
      return { data: all.slice(start, end), nextCursor: end < all.length ? String(end) : null };
    };
    const { user } = openPage(world.companion, '#/payments');
    const list = await screen.findByRole('region', { name: 'Payments' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(25));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(50));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('All payments are shown.');
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => textOf(link.querySelector('.order'))),
    ).toEqual(all.map(({ order }) => order));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('filtered by the operator’s answer shows it beside what is true of the order', async () => {
    const paidByAnother = createPayment({ status: 'failed', view: 'paid_by_another' });
    world.companion.list = () => ({ data: [paidByAnother], nextCursor: null });
    openPage(world.companion, '#/payments?status=failed');
    const row = await screen.findByRole('listitem');
    expect(textOf(row.querySelector('.status'))).toBe('Order already paidOperator’s answer: Failed');
  });

  it('applies each filter at once and writes it into the page’s address', async () => {
    const { user } = openPage(world.companion, '#/payments');
    expect(await screen.findByText('There are no payments yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('Operator’s answer'), 'No clear answer');
    await waitFor(() => expect(listRequests().at(-1)?.path).toBe('/payments?status=unresolved&limit=25'));
    await user.click(screen.getByLabelText('Only payments that need review'));
    await waitFor(() =>
      expect(listRequests().at(-1)?.path).toBe('/payments?status=unresolved&needsReview=true&limit=25'),
    );
    await user.type(screen.getByLabelText('From'), '2026-03-01');
    await user.type(screen.getByLabelText('To'), '2026-03-09');
    await waitFor(() =>
      expect(listRequests().at(-1)?.path).toBe(
        '/payments?status=unresolved&from=2026-03-01&to=2026-03-09&needsReview=true&limit=25',
      ),
    );
    expect(location.hash).toBe('#/payments?status=unresolved&from=2026-03-01&to=2026-03-09&needsReview=true');
    expect(await screen.findByText('No payments match this search and these filters.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
    expect(await screen.findByText('There are no payments yet.')).toBeTruthy();
  });

  it('says which days it filters by, and offers those by which the totals count', async () => {
    world.companion.list = () => ({
      data: [createPayment({ createdAt: '2020-03-08T20:00:00.000Z', finalAt: '2020-03-08T21:30:00.000Z' })],
      nextCursor: null,
    });
    const { user } = openPage(world.companion, '#/payments?from=2020-03-09&to=2020-03-09');
    const days = await screen.findByLabelText('Days');
    expect(days).toHaveProperty('value', 'created');
    await screen.findByRole('listitem');
    expect(textOf(document.querySelector('.headings .when'))).toBe('Started');
    await user.selectOptions(days, 'on which they finished, as in the totals');
    await waitFor(() =>
      expect(listRequests().at(-1)?.path).toBe('/payments?from=2020-03-09&to=2020-03-09&by=final&limit=25'),
    );
    expect(location.hash).toBe('#/payments?from=2020-03-09&to=2020-03-09&by=final');
    expect(textOf(document.querySelector('.headings .when'))).toBe('Finished');
    expect(textOf(document.querySelector('.row .when'))).toBe('9 March 2020, 00:30');
  });

  it('searches for an order or a reference in the address', async () => {
    const { user } = openPage(world.companion, '#/payments');
    await user.type(await screen.findByLabelText('Search'), ' ORDER-7 {Enter}');
    await waitFor(() =>
      expect(listRequests().at(-1)).toMatchObject({ method: 'GET', path: '/payments?q=ORDER-7&limit=25' }),
    );
    expect(location.hash).toBe('#/payments?q=ORDER-7');
  });

  it.each(['tel:+261343500003', '\u2068034\u200b35 000 03\u2069', '034/35/000/03'])(
    'searches for the number %j in a request body, too',
    async (number) => {
      const { user } = openPage(world.companion, '#/payments');
      await user.type(await screen.findByLabelText('Search'), `${number}{Enter}`);
      await waitFor(() =>
        expect(listRequests().at(-1)).toMatchObject({ path: '/payments/search', body: { msisdn: number } }),
      );
      expect(location.hash).toBe('#/payments');
    },
  );

  it('searches for a customer’s number in a request body, never in an address', async () => {
    const { user } = openPage(world.companion, '#/payments?status=completed');
    await user.type(await screen.findByLabelText('Search'), '+261 34 35 000 03{Enter}');
    await waitFor(() =>
      expect(listRequests().at(-1)).toMatchObject({
        method: 'POST',
        path: '/payments/search',
        body: { status: 'completed', limit: '25', msisdn: '+261 34 35 000 03' },
      }),
    );
    expect(world.companion.requests.map(({ path }) => path).join()).not.toMatch(/35.?000/);
    expect(location.href).not.toMatch(/35.?000/);
    expect(await screen.findByText('No payments match this search and these filters.')).toBeTruthy();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() =>
      expect(world.companion.posts.at(-1)).toMatchObject({
        path: '/payments.csv',
        body: { status: 'completed', separator: 'comma', msisdn: '+261 34 35 000 03' },
      }),
    );
  });

  it('keeps a part of a number out of every address, too', async () => {
    const { user } = openPage(world.companion, '#/payments');
    await user.type(await screen.findByLabelText('Search'), '034 35 00{Enter}');
    await waitFor(() =>
      expect(listRequests().at(-1)).toMatchObject({
        method: 'POST',
        path: '/payments/search',
        body: { q: '034 35 00' },
      }),
    );
    expect(location.hash).toBe('#/payments');
  });
});

describe('the CSV export', () => {
  it.each([
    ['fr', 'Exporter en CSV', '/payments.csv?status=completed&separator=semicolon'],
    ['en', 'Export as CSV', '/payments.csv?status=completed&separator=comma'],
  ])(
    'in %s saves a file with the filters of the list and the separator of that language',
    async (language, button, path) => {
      const saved: string[] = [];
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        saved.push(this.download);
      });
      document.documentElement.lang = language;
      const { user } = openPage(world.companion, '#/payments?status=completed');
      await user.click(await screen.findByRole('button', { name: button }));
      await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^payments-\d{4}-\d\d-\d\d\.csv$/)]));
      expect(
        world.companion.requests.filter(({ path: one }) => one.includes('.csv')).map(({ path: one }) => one),
      ).toEqual([path]);
    },
  );

  it('shows the companion’s error and saves nothing', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    world.companion.csv = () => ({ problem: 'storage_unavailable', detail: 'The database is locked.' });
    const { user } = openPage(world.companion, '#/payments');
    await user.click(await screen.findByRole('button', { name: 'Export as CSV' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The database is locked.');
    expect(click).not.toHaveBeenCalled();
  });
});
