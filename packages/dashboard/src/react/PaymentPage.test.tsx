import { screen, waitFor, within } from '@testing-library/react';
import type { OperatorView } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { anEvent, aPayment, aWebhook } from '../testing/fixtures.ts';
import { expectAccessible, freshPages, openPage } from '../testing/open.tsx';

const world = freshPages();

const SAID: OperatorView = {
  state: 'known',
  askedAt: new Date().toISOString(),
  reason: null,
  status: { state: 'completed', word: 'completed', transactionReference: '636042511' },
  details: {
    amount: '25000.00',
    currency: 'Ar',
    transactionStatus: 'completed',
    debitParty: '034 •• ••0 03',
    creditParty: '034 •• ••0 04',
    createdAt: null,
    fees: '250',
    differs: [],
  },
};

describe('one payment', () => {
  it('tells its story in words, in order, with what the operator and the shop know', async () => {
    const payment = world.companion.know(aPayment({ order: 'A-1', description: 'Two lambas' }), {
      history: [
        anEvent('created', { after: null }, 1),
        anEvent('sending', {}, 2),
        anEvent('completed', { transactionId: '636042511', verified: true }, 3),
      ],
      webhooks: [aWebhook({ state: 'delivered', deliveredAt: new Date().toISOString() })],
      operator: SAID,
    });
    openPage(world.companion, `#/payments/${payment.id}`);
    expect((await screen.findByRole('heading', { level: 1 })).textContent?.replace('\u00a0', ' ')).toBe('25,000 Ar');
    const story = within(screen.getByRole('region', { name: 'What happened' })).getAllByRole('listitem');
    expect(story.map((item) => item.querySelector('p')?.textContent)).toEqual([
      'The customer asked to pay.',
      'The request went out to the operator.',
      'Paid. The operator’s record was compared and agrees. Ref 636042511.',
    ]);
    expect(story[0]?.querySelector('time')?.getAttribute('datetime')).toBe('2026-03-08T21:15:07.000Z');
    expect(await screen.findByText('This agrees with ours.')).toBeTruthy();
    expect(screen.getByText(/Delivered:/)).toBeTruthy();
    expect(screen.getByText('Two lambas')).toBeTruthy();
    await expectAccessible();
  });

  it('says where the operator’s record differs, or that the operator could not be asked', async () => {
    const differs = world.companion.know(aPayment({ status: 'pending' }), {
      operator: { ...SAID, details: SAID.details && { ...SAID.details, amount: '20000', differs: ['amount'] } },
    });
    const away = world.companion.know(aPayment({ status: 'pending' }), {
      operator: { ...SAID, state: 'unavailable', reason: 'no answer within 5 s', status: null, details: null },
    });
    const { page } = openPage(world.companion, `#/payments/${differs.id}`);
    expect(await screen.findByText('This differs from ours: amount.')).toBeTruthy();
    page.unmount();
    openPage(world.companion, `#/payments/${away.id}`);
    expect(await screen.findByText('The operator could not be asked just now (no answer within 5 s).')).toBeTruthy();
    await expectAccessible();
  });

  it('asks the operator when it is opened, not all the time', async () => {
    const payment = world.companion.know(aPayment({ status: 'pending', followed: true }), { operator: SAID });
    const { user } = openPage(world.companion, `#/payments/${payment.id}`);
    await screen.findByText('This agrees with ours.');
    const asked = () => world.companion.asked.filter(({ path }) => path.endsWith('operator=1')).length;
    expect(asked()).toBe(1);
    world.companion.act = () => payment;
    await user.click(screen.getByRole('button', { name: 'Ask the operator' }));
    await waitFor(() => expect(asked()).toBe(2));
    expect(document.querySelector('.toast')?.textContent).toBe('The operator was asked. State: Waiting.');
  });

  it('shows every attempt of its order', async () => {
    const first = aPayment({ order: 'A-1' });
    const second = aPayment({ order: 'A-1', attempt: 2, attention: ['overpaid'] });
    world.companion.know(second, { attempts: [first, second], operator: SAID });
    openPage(world.companion, `#/payments/${second.id}`);
    const attempts = await screen.findByRole('region', { name: 'All attempts of this order' });
    expect(
      within(attempts)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([`#/payments/${first.id}`, `#/payments/${second.id}`]);
    expect(screen.getByText('This order had been paid already. Refund one of the payments.')).toBeTruthy();
  });

  it('that is not known says so, with a way back', async () => {
    openPage(world.companion, '#/payments/pay_none');
    expect((await screen.findByRole('alert')).textContent).toContain('This payment was not found.');
    expect(screen.getByRole('link', { name: 'Back to the payments' }).getAttribute('href')).toBe('#/payments');
  });
});
