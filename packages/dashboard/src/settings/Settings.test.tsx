import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createSettings } from '../testing/fixtures.ts';
import { getToast, openPage, setUpPages } from '../testing/openPage.tsx';

const world = setUpPages();
const form = (name: string) => screen.findByRole('form', { name });
const patches = () => world.companion.requests.filter(({ method }) => method === 'PATCH');

describe('the settings', () => {
  it('send what was changed, and nothing else', async () => {
    const { user } = openPage(world.companion, '#/settings');
    const shop = await form('Your shop');
    const name = within(shop).getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Epicerie Soa');
    expect(within(shop).getByText('Not saved yet.')).toBeTruthy();
    await user.click(within(shop).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(getToast()).toBe('Saved. It takes effect at once.'));
    expect(patches()).toMatchObject([{ path: '/settings', body: { partnerName: 'Epicerie Soa' } }]);
  });

  it('show what the server sets, without a field', async () => {
    openPage(world.companion, '#/settings');
    const shop = await form('Your shop');
    expect(within(shop).getByText('MVola')).toBeTruthy();
    expect(within(shop).getByText('Set on the server.')).toBeTruthy();
    expect(within(shop).queryByLabelText('Operator’s name')).toBeNull();
  });

  it('say beside the field why an address is refused', async () => {
    world.companion.act = () => ({
      problem: 'setting_refused',
      detail: 'Tried, and does not work.',
      errors: [{ pointer: '/publicUrl', detail: 'This address is private.' }],
    });
    const { user } = openPage(world.companion, '#/settings');
    const addresses = await form('Addresses');
    await user.type(within(addresses).getByLabelText('Public address'), 'http://10.0.0.1');
    await user.click(within(addresses).getByRole('button', { name: 'Save' }));
    expect(await within(addresses).findByText('This address is private.')).toBeTruthy();
    const field = within(addresses).getByLabelText('Public address');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('say no longer that something was saved once something else is refused', async () => {
    const { user } = openPage(world.companion, '#/settings');
    const shop = await form('Your shop');
    await user.type(within(shop).getByLabelText('Name'), ' 2');
    await user.click(within(shop).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(getToast()).toBe('Saved. It takes effect at once.'));
    world.companion.act = () => ({ problem: 'setting_refused', detail: 'Tried, and does not work.' });
    const addresses = await form('Addresses');
    await user.type(within(addresses).getByLabelText('Public address'), 'http://10.0.0.1');
    await user.click(within(addresses).getByRole('button', { name: 'Save' }));
    expect(await within(addresses).findByText('Tried, and does not work.')).toBeTruthy();
    expect(getToast()).toBe('');
  });

  it('have a place of their own in the navigation, for the owner', async () => {
    openPage(world.companion, '#/settings');
    expect((await screen.findByRole('link', { name: 'Settings' })).getAttribute('aria-current')).toBe('page');
    await waitFor(() => expect(document.title).toBe('Settings · Tsena Boutique'));
  });

  it('can be tried, and taken back', async () => {
    world.companion.settings = createSettings({
      publicUrl: 'https://pay.example',
      previous: { publicUrl: 'https://old.example' },
    });
    const { user } = openPage(world.companion, '#/settings');
    const addresses = await form('Addresses');
    await user.click(within(addresses).getByRole('button', { name: 'Test the address' }));
    await waitFor(() => expect(getToast()).toBe('It works.'));
    await user.click(within(addresses).getByRole('button', { name: 'Take back: https://old.example' }));
    await waitFor(() => expect(patches()).toMatchObject([{ body: { publicUrl: 'https://old.example' } }]));
  });

  it('show a new webhook secret once', async () => {
    const { user } = openPage(world.companion, '#/settings');
    const webhooks = await form('Webhooks to your shop');
    await user.click(within(webhooks).getByRole('button', { name: 'Make a secret' }));
    expect(await within(webhooks).findByText('whsec_0123456789')).toBeTruthy();
    await user.click(within(webhooks).getByRole('button', { name: 'I have copied it' }));
    expect(within(webhooks).queryByText('whsec_0123456789')).toBeNull();
    expect(await within(webhooks).findByText('1 secret signs the webhooks.')).toBeTruthy();
  });

  it('are for the owner', async () => {
    world.companion.merchant = { key: { name: 'seller', scope: 'operate' } };
    openPage(world.companion, '#/settings');
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
    expect(screen.queryByRole('form')).toBeNull();
    expect(world.companion.requests.some(({ path }) => path === '/settings')).toBe(false);
  });
});
