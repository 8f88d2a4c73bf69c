import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createPayment, createSetup } from '../testing/fixtures.ts';
import { getToast, openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();

const titles = (list: HTMLElement) => within(list).getAllByRole('heading').map(textOf);

describe('the setup page', () => {
  it('shows what does not work first, then what is left, each with what to do, then what is done', async () => {
    world.companion.setup = createSetup({
      first_payment: { result: 'warning', reason: 'payment_none' },
      credentials: { result: 'failed', reason: 'service_wrong' },
      callbacks_accepted: { result: 'warning', reason: 'callbacks_declined' },
    });
    openPage(world.companion, '#/setup');
    const setup = await screen.findByRole('region', { name: 'Set up your companion' });
    const [todo] = await within(setup).findAllByRole('list');
    // What is done is one line until it is opened.
    const folded = within(setup).getByText('Done: 11').closest('details');
    expect(folded?.open).toBe(false);
    const done = folded?.querySelector('ul');
    expect(todo === undefined ? [] : titles(todo)).toEqual([
      'Operator’s credentials (does not work)',
      'Callback address accepted (to do)',
      'A first payment (to do)',
    ]);
    expect(
      within(setup).getByText('Correct OPERATOR_SERVICE (for MVola: mvola). If the companion runs, restart it.'),
    ).toBeTruthy();
    expect(
      within(setup).getByText(
        'A callback address was sent, but the operator answered notificationMethod “polling” to 1 of the last 2 payments.',
      ),
    ).toBeTruthy();
    expect(done?.querySelectorAll('h3')).toHaveLength(11);
    expect(within(setup).getByText('11 of 14 done')).toBeTruthy();
    expect(within(setup).getByText('The newest backup is 7 h old.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Setup' }).getAttribute('aria-current')).toBe('page');
    await waitFor(() => expect(document.title).toBe('Setup · Tsena Boutique'));
  });

  it('leads to the counter for a first payment, if the merchant has a name', async () => {
    world.companion.setup = createSetup({ first_payment: { result: 'warning', reason: 'payment_none' } });
    openPage(world.companion, '#/setup');
    expect((await screen.findByRole('link', { name: 'Try it at the counter' })).getAttribute('href')).toBe('./counter');
  });

  it('says so if everything is done, and how to go on from the sandbox to real money', async () => {
    openPage(world.companion, '#/setup');
    expect(await screen.findByText('Everything is set up and tested.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Then: real money' })).toBeTruthy();
    expect(screen.getByText('14 of 14 done')).toBeTruthy();
  });

  it('sends a test webhook, and shows that the shop accepted it', async () => {
    world.companion.setup = createSetup({ webhook_answered: { result: 'warning', reason: 'webhook_none' } });
    const { user } = openPage(world.companion, '#/setup');
    await user.click(await screen.findByRole('button', { name: 'Send a test webhook' }));
    expect(world.companion.posts).toMatchObject([{ path: '/webhooks/test', body: { type: 'tsena.ping' } }]);
    await waitFor(() => expect(getToast()).toBe('Test webhook is on its way.'));
    world.companion.setup = createSetup();
    expect(await screen.findByText('Your shop accepted the newest webhook.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send a test webhook' })).toBeNull();
  });

  it('offers a key that may only read no test webhook', async () => {
    world.companion.merchant = { key: { name: 'reader', scope: 'read' } };
    world.companion.setup = createSetup({ webhook_answered: { result: 'failed', reason: 'webhook_failing' } });
    openPage(world.companion, '#/setup');
    expect(await screen.findByText('Your shop did not accept the newest webhook.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send a test webhook' })).toBeNull();
  });
});

describe('the overview', () => {
  it('without a payment shows the setup first; with the first payment it is gone', async () => {
    openPage(world.companion);
    const setup = await screen.findByRole('heading', { name: 'Set up your companion' });
    const today = await screen.findByRole('heading', { name: 'Received today' });
    expect(setup.compareDocumentPosition(today) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    const paid = createPayment();
    world.companion.list = () => ({ data: [paid], nextCursor: null });
    world.companion.streams.change();
    await screen.findByText(paid.order);
    expect(screen.queryByRole('heading', { name: 'Set up your companion' })).toBeNull();
  });
});
