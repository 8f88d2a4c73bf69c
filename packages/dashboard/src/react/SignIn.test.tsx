import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KEY } from '../testing/companion.ts';
import { expectAccessible, freshPages, openPage } from '../testing/open.tsx';

const world = freshPages();

describe('signing in', () => {
  it('with the right key opens the desk; the key is kept for this tab alone', async () => {
    const { user } = openPage(world.companion, '#/', false);
    await expectAccessible();
    await user.type(screen.getByLabelText('Merchant key'), ` ${KEY} `);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
    expect(screen.getByText('Sandbox, not real money')).toBeTruthy();
    expect(Object.values(sessionStorage)).toEqual([KEY]);
    expect(JSON.stringify(localStorage)).not.toContain(KEY);
    expect(location.href).not.toContain(KEY);
    expect(document.body.innerHTML).not.toContain(KEY);
  });

  it('with a wrong key says so in the companion’s words and keeps nothing', async () => {
    const { user } = openPage(world.companion, '#/', false);
    await user.type(screen.getByLabelText('Merchant key'), 'a-wrong-key');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The key is not right.');
    expect(screen.getByLabelText('Merchant key').getAttribute('aria-invalid')).toBe('true');
    expect(sessionStorage).toHaveLength(0);
    await expectAccessible();
  });

  it('without a connection says what to do', async () => {
    world.companion.reachable = false;
    const { user } = openPage(world.companion, '#/', false);
    await user.type(screen.getByLabelText('Merchant key'), KEY);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  });

  it('speaks the language that was chosen, to the companion too, and remembers it', async () => {
    const { user, page } = openPage(world.companion, '#/', false);
    await user.selectOptions(screen.getByLabelText('Language'), 'Malagasy');
    expect(screen.getByRole('heading', { name: 'Hiditra' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('mg');
    page.unmount();
    openPage(world.companion);
    await screen.findByText('Tsena Boutique');
    expect(screen.getByRole('link', { name: 'Fandoavana' })).toBeTruthy();
    expect(world.companion.asked.every(({ language }) => language === 'mg')).toBe(true);
  });
});

describe('a session', () => {
  it('ends when the merchant signs out', async () => {
    const { user } = openPage(world.companion);
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(sessionStorage).toHaveLength(0);
  });

  it('ends, and says so, when the key no longer holds', async () => {
    world.companion.key = 'another-key-since-this-morning';
    openPage(world.companion);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The key no longer holds. Sign in again.'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('outlives a companion that is away', async () => {
    world.companion.reachable = false;
    const { user } = openPage(world.companion);
    expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('cannot be reached');
    world.companion.reachable = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
  });
});
