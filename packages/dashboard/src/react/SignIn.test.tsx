import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KEY } from '../testing/fakeCompanion.ts';
import { expectAccessible, openPage, setUpPages } from '../testing/openPage.tsx';

const world = setUpPages();

describe('sign-in', () => {
  it('with the right key opens the dashboard and keeps the key in this tab only', async () => {
    const { user } = openPage(world.companion, '#/', false);
    expect(document.title).toBe('Sign in · Tsena dashboard');
    await expectAccessible();
    await user.type(screen.getByLabelText('Merchant key'), ` ${KEY} `);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
    expect(screen.getByText('Sandbox: no real money')).toBeTruthy();
    expect(document.title).toBe('Overview · Tsena Boutique');
    expect(Object.values(sessionStorage)).toEqual([KEY]);
    expect(JSON.stringify(localStorage)).not.toContain(KEY);
    expect(location.href).not.toContain(KEY);
    expect(document.body.innerHTML).not.toContain(KEY);
  });

  it('in production shows no sandbox mark', async () => {
    world.companion.merchant = { environment: 'production' };
    openPage(world.companion);
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
    expect(screen.queryByText('Sandbox: no real money')).toBeNull();
  });

  it('with a wrong key shows the companion’s sentence and keeps nothing', async () => {
    const { user } = openPage(world.companion, '#/', false);
    await user.type(screen.getByLabelText('Merchant key'), 'a-wrong-key');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The key is not right.');
    expect(screen.getByLabelText('Merchant key').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBe('false');
    expect(sessionStorage).toHaveLength(0);
    await expectAccessible();
  });

  it('without a key sends no request', async () => {
    const { user } = openPage(world.companion, '#/', false);
    await user.type(screen.getByLabelText('Merchant key'), '   ');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(world.companion.requests).toEqual([]);
  });

  it('without a connection says so and works on the next try', async () => {
    world.companion.isReachable = false;
    const { user } = openPage(world.companion, '#/', false);
    await user.type(screen.getByLabelText('Merchant key'), KEY);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The companion does not answer. Check your internet connection, then try again.',
    );
    world.companion.isReachable = true;
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
  });
});

describe('the language choice', () => {
  it('changes every text and the language of each request, and lasts until the next visit', async () => {
    const { user, page } = openPage(world.companion, '#/', false);
    await user.selectOptions(screen.getByLabelText('Language'), 'Malagasy');
    expect(screen.getByRole('heading', { name: 'Hiditra' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('mg');
    page.unmount();
    openPage(world.companion);
    await screen.findByText('Tsena Boutique');
    expect(screen.getByRole('link', { name: 'Fandoavana' })).toBeTruthy();
    expect(world.companion.requests.length).toBeGreaterThan(0);
    expect(world.companion.requests.map(({ language }) => language)).toEqual(world.companion.requests.map(() => 'mg'));
  });

  it('reads the data again in the new language while the merchant is signed in', async () => {
    const { user } = openPage(world.companion);
    expect(await screen.findByText('Nothing needs review.')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Language'), 'Français');
    expect(await screen.findByText('Rien à vérifier.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Quitter' })).toBeTruthy();
    expect(document.title).toBe('Accueil · Tsena Boutique');
    expect(world.companion.requests.at(-1)?.language).toBe('fr');
  });
});

describe('a session', () => {
  it('ends when the merchant signs out', async () => {
    const { user } = openPage(world.companion);
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('ends with a reason when the companion no longer accepts the key', async () => {
    world.companion.key = 'another-key-since-this-morning';
    openPage(world.companion);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This key is no longer valid. Sign in with the current key.'));
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(sessionStorage).toHaveLength(0);
  });

  it('ends with a reason when the key becomes invalid while the dashboard is open', async () => {
    const { user } = openPage(world.companion);
    await screen.findByText('Nothing needs review.');
    world.companion.key = 'another-key-since-this-morning';
    await user.click(screen.getByRole('link', { name: 'Payments' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This key is no longer valid. Sign in with the current key.'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('lasts while the companion does not answer, and continues with "Try again"', async () => {
    world.companion.isReachable = false;
    const { user } = openPage(world.companion);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The companion does not answer. Check your internet connection, then try again.Try again',
    );
    expect(Object.values(sessionStorage)).toEqual([KEY]);
    world.companion.isReachable = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
  });
});
