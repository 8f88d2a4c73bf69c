import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aPayment } from '../testing/fixtures.ts';
import { expectAccessible, freshPages, openPage } from '../testing/open.tsx';

const world = freshPages();
const lists = () => world.companion.asked.filter(({ path }) => /^\/payments(\?|\/search)/.test(path));

describe('the payments', () => {
  it('are read page by page', async () => {
    const all = Array.from({ length: 60 }, (_, index) => aPayment({ order: `O-${index}` }));
    world.companion.list = (query) => {
      const start = Number(query.get('cursor') ?? 0);
      const next = start + Number(query.get('limit'));
      return { payments: all.slice(start, next), nextCursor: next < all.length ? String(next) : null };
    };
    const { user } = openPage(world.companion, '#/payments');
    const list = await screen.findByRole('region', { name: 'Payments' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(25));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(50));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('That is all.');
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.querySelector('.order')?.textContent),
    ).toEqual(all.map(({ order }) => order));
    await expectAccessible();
  });

  it('are narrowed at once by a filter, which stands in the address', async () => {
    const { user } = openPage(world.companion, '#/payments');
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('State'), 'Unclear');
    await waitFor(() => expect(lists().at(-1)?.path).toContain('status=unresolved'));
    await user.click(screen.getByLabelText('Only what needs you'));
    await waitFor(() => expect(lists().at(-1)?.path).toContain('attention=1'));
    await user.type(screen.getByLabelText('From'), '2026-03-01');
    await waitFor(() => expect(lists().at(-1)?.path).toContain('from=2026-03-01'));
    expect(location.hash).toBe('#/payments?status=unresolved&from=2026-03-01&attention=1');
    expect(await screen.findByText('No payment fits.')).toBeTruthy();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(location.hash).toBe('#/payments'));
  });

  it('are filtered as the address says when it is opened anew', async () => {
    openPage(world.companion, '#/payments?status=failed&q=ORDER-7');
    await waitFor(() => expect(lists().at(-1)?.path).toContain('status=failed&q=ORDER-7'));
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('ORDER-7');
    expect(screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('are searched by order or reference', async () => {
    const { user } = openPage(world.companion, '#/payments');
    await user.type(await screen.findByLabelText('Search'), ' ORDER-7 {Enter}');
    await waitFor(() => expect(lists().at(-1)?.path).toContain('q=ORDER-7'));
  });

  it('are searched by a customer’s number without its standing in any address', async () => {
    const { user } = openPage(world.companion, '#/payments');
    await user.type(await screen.findByLabelText('Search'), '+261 34 35 000 03{Enter}');
    await waitFor(() =>
      expect(lists().at(-1)).toMatchObject({ method: 'POST', path: '/payments/search', body: { msisdn: '+261 34 35 000 03' } }),
    );
    expect(world.companion.asked.map(({ path }) => path).join()).not.toMatch(/35.?000/);
    expect(location.href).not.toMatch(/35.?000/);
    expect(screen.getByText('The export leaves the number out of its filter.')).toBeTruthy();
  });

  it('are exported with the same filter, for the spreadsheets of the language', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    localStorage.setItem('tsena.language', 'fr');
    const { user } = openPage(world.companion, '#/payments?status=completed');
    await user.click(await screen.findByRole('button', { name: 'Exporter en CSV' }));
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^payments-\d{4}-\d\d-\d\d\.csv$/)]));
    expect(world.companion.asked.at(-1)?.path).toBe('/payments.csv?status=completed&separator=semicolon');
  });
});
