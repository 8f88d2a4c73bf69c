import { screen, within } from '@testing-library/react';
import type { Scope } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import {
  createDelivery,
  createEvent,
  createLink,
  createPayment,
  createRefund,
  OPERATOR_MATCHES,
} from '../testing/fixtures.ts';
import { openPage, openPayment, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();
const REASON =
  'You can look, but not act here: your key does not allow it. Ask the owner of the shop for a key that can act.';

function signInWith(scope: Scope) {
  world.companion.merchant = { key: { name: 'Hanta', scope } };
}

describe('a key that can look', () => {
  it('sees what needs review and why it cannot act, and has no action', async () => {
    signInWith('read');
    world.companion.needsReview = [
      createPayment({ order: 'A-1', status: 'unresolved', reviewReasons: ['unresolved'] }),
    ];
    world.companion.failedWebhooks = [createDelivery()];
    openPage(world.companion);
    const review = await screen.findByRole('region', { name: /Needs review/ });
    await within(review).findByText(REASON);
    expect(within(review).getAllByRole('article')).toHaveLength(2);
    expect(within(review).getAllByRole('button').map(textOf)).toEqual(['Copy']);
  });

  it('sees a payment with its history and refunds, asks the operator nothing, and has no action', async () => {
    signInWith('read');
    openPayment(world.companion, {
      operator: OPERATOR_MATCHES,
      refunds: [createRefund()],
      webhooks: [createDelivery()],
    });
    expect(await screen.findAllByText(REASON)).toHaveLength(2);
    expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([]);
    expect(world.companion.requests.filter(({ path }) => path.includes('operator=1'))).toEqual([]);
  });

  it('sees and shares links, and cannot create or cancel one', async () => {
    signInWith('read');
    const link = createLink();
    world.companion.links = [link];
    const { page } = openPage(world.companion, '#/links');
    expect(await screen.findByText(REASON)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
    page.unmount();
    openPage(world.companion, `#/links/${link.id}`);
    await screen.findByRole('link', { name: 'Show QR' });
    expect(screen.queryByRole('button', { name: 'Cancel link' })).toBeNull();
  });

  it('searches no transaction at the operator', async () => {
    signInWith('read');
    openPage(world.companion, '#/payments?q=AB636042511');
    await screen.findByText('No payments match this search and these filters.');
    expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
  });
});

describe.each(['read', 'operate'] as const)('a key with the scope %s', (scope) => {
  it('sees no keys', async () => {
    signInWith(scope);
    openPage(world.companion, '#/keys');
    expect(
      await screen.findByText('Only a key that can do everything shows and changes keys. Ask the owner of the shop.'),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Keys' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create key' })).toBeNull();
    expect(world.companion.requests.filter(({ path }) => path.startsWith('/keys'))).toEqual([]);
  });
});

it('a key that can act has the actions of a payment', async () => {
  signInWith('operate');
  openPayment(world.companion);
  expect(await screen.findByRole('button', { name: 'Record a refund' })).toBeTruthy();
  expect(screen.queryByText(REASON)).toBeNull();
});

describe('who did what', () => {
  it('is shown in a payment’s history for people of the shop, not for customers or callbacks', async () => {
    openPayment(world.companion, {
      history: [
        createEvent('created', {}, 1),
        createEvent('completed', { transactionId: '1', by: 'payer' }, 2),
        createEvent('completed', { transactionId: '1', by: 'callback' }, 3),
        createEvent('resolved', { resolution: 'closed', reason: 'Seen', by: 'owner' }, 4),
        createEvent('refunded', { amount: 100, reason: 'Cancelled', by: 'Rivo' }, 5),
        createEvent('refund_voided', { amount: 100, reason: 'Twice', by: 'command line' }, 6),
      ],
    });
    const items = within(await screen.findByRole('region', { name: 'What happened' })).getAllByRole('listitem');
    expect(items.map((item) => item.querySelector('.by')?.textContent ?? null)).toEqual([
      null,
      null,
      null,
      'By the owner',
      'By Rivo',
      'By the command line',
    ]);
  });

  it('is in the list of links and on a link’s page', async () => {
    const link = createLink({
      createdBy: 'Hanta',
      status: 'cancelled',
      createdAt: '2020-03-08T21:05:00Z',
      cancelledAt: '2020-03-09T05:00:00Z',
      cancelledBy: 'owner',
    });
    world.companion.links = [link];
    const { page } = openPage(world.companion, '#/links');
    expect(textOf((await screen.findAllByRole('listitem'))[0])).toContain('By Hanta');
    page.unmount();
    openPage(world.companion, `#/links/${link.id}`);
    await screen.findByText('Cancelled', { selector: 'dt' });
    expect(textOf(document.querySelector('.facts'))).toContain(
      'Created9 March 2020, 00:05 · HantaCancelled9 March 2020, 08:00 · the owner',
    );
  });
});
