import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, openPayment, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();
const today = () => screen.findByRole('region', { name: 'Received today' });

/** Opens the overview and waits until it shows its data and reads the event stream. */
async function openOverview() {
  const opened = openPage(world.companion);
  await waitFor(async () => expect(textOf(await today())).toContain('Ar'));
  await waitFor(() => expect(world.companion.streams.size).toBe(1));
  return opened;
}

describe('while the companion is connected', () => {
  it('an open payment follows its changes, and the operator is asked only when its status changes', async () => {
    const { payment } = openPayment(world.companion, { status: 'pending', transactionReference: null });
    await waitFor(() => expect(document.querySelector('.summary .badge')?.textContent).toBe('Pending'));
    const asked = () => world.companion.requests.filter(({ path }) => path.endsWith('?operator=1')).length;
    await waitFor(() => expect(asked()).toBe(1));
    const read = () => world.companion.requests.filter(({ path }) => path === `/payments/${payment.id}`).length;
    for (let change = 1; change <= 3; change += 1) {
      const before = read();
      world.companion.streams.change();
      await waitFor(() => expect(read()).toBeGreaterThan(before));
    }
    expect(asked()).toBe(1);
    world.companion.addPayment({ ...payment, status: 'completed', view: 'paid' });
    world.companion.streams.change();
    await waitFor(() => expect(document.querySelector('.summary .badge')?.textContent).toBe('Paid'));
    await waitFor(() => expect(asked()).toBe(2));
  });
});

describe('while the companion is away', () => {
  it('the page says so, and since when, keeps its figures, and reads everything again with "Refresh"', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-09T17:41:00Z'));
    const { user } = await openOverview();
    const amount = textOf((await today()).querySelector('.total'));
    world.companion.goAway();
    const notice = await screen.findByText('Not connected, as of 20:41');
    expect(textOf((await today()).querySelector('.total'))).toBe(amount);

    world.companion.isReachable = true;
    const refresh = within(notice.closest<HTMLElement>('.notice') ?? document.body).getByRole('button', {
      name: 'Refresh',
    });
    await waitFor(() => expect(refresh.getAttribute('aria-disabled')).toBe('false'));
    await user.click(refresh);
    await waitFor(() => expect(screen.queryByText(/Not connected/)).toBeNull());
  });
});

it('without an event stream the page shows its data and no notice', async () => {
  world.companion.hasEvents = false;
  openPage(world.companion);
  expect(textOf(await today())).toContain('Received today');
  expect(screen.queryByText(/Not connected/)).toBeNull();
});
