import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntry } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();

const ENTRY: AuditEntry = {
  id: 'aud_1',
  at: '2026-11-20T09:00:00.000Z',
  by: 'Hanta',
  keyId: 'key_7Hs',
  action: 'refund_recorded',
  subject: 'ref_1',
  address: '197.12.34.x',
  changes: { payment: { before: null, after: 'pay_1' }, amount: { before: null, after: '25000' } },
};

describe('who did what', () => {
  it('names the person, the time, the network and what changed', async () => {
    world.companion.audit = [
      ENTRY,
      {
        ...ENTRY,
        id: 'aud_2',
        by: 'owner',
        action: 'settings_changed',
        changes: { partnerName: { before: 'Old', after: 'New' } },
      },
    ];
    openPage(world.companion, '#/audit');
    const list = await screen.findByRole('region', { name: 'Who did what' });
    const [refund, change] = await within(list).findAllByRole('article');
    expect(textOf(refund)).toContain('Refund recorded');
    expect(textOf(refund)).toContain('Hanta · 20 November, 12:00:00 · 197.12.34.x · key_7Hs');
    expect(textOf(refund)).toContain('Amount: 25,000 Ar');
    expect(textOf(change)).toContain('Name: Old → New');
  });

  it('erases a payer’s number after a press on a second button', async () => {
    const { user } = openPage(world.companion, '#/audit');
    const form = await screen.findByRole('form', { name: 'Erase a payer’s number' });
    await user.type(within(form).getByLabelText('The customer’s number'), '032 12 345 67');
    await user.click(within(form).getByRole('button', { name: 'Erase' }));
    expect(within(form).getByText('Enter a number that starts with 034, 037 or 038.')).toBeTruthy();
    await user.clear(within(form).getByLabelText('The customer’s number'));
    // Who keeps pressing Enter only asks again.
    await user.type(within(form).getByLabelText('The customer’s number'), '034 12 345 67{Enter}{Enter}');
    expect(world.companion.posts).toEqual([]);
    await user.click(within(form).getByRole('button', { name: 'Erase for good' }));
    await waitFor(() => expect(textOf(document.querySelector('.toast'))).toBe('The number is erased from 2 payments.'));
    expect(world.companion.posts).toMatchObject([{ path: '/payers/erase', body: { msisdn: '034 12 345 67' } }]);
    expect(await within(form).findByText(/^1 payment keeps it/)).toBeTruthy();
  });
});
