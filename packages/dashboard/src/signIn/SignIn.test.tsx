import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { KEY } from '../testing/companionStub.ts';
import { createTotals, MERCHANT } from '../testing/fixtures.ts';
import { getToast, openLoaded, openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();
const ENDED =
  'You have been signed out: your key was revoked or has expired, or you signed in more than 12 hours ago. What you had typed and not yet saved is not recorded. Sign in again.';
const signInHeading = () => screen.findByRole('heading', { name: 'Sign in' });

/** Opens the sign-in page, and enters a key there. */
async function openSignIn(key = KEY, hash = '#/') {
  const { user } = openPage(world.companion, hash, false);
  await user.type(await screen.findByLabelText('Merchant key'), key);
  const submit = () => user.click(screen.getByRole('button', { name: 'Sign in' }));
  return { submit, alert: async () => (await screen.findByRole('alert')).textContent };
}

describe('sign-in', () => {
  it('with the right key opens the dashboard', async () => {
    const { user } = openPage(world.companion, '#/', false);
    await signInHeading();
    await waitFor(() => expect(document.title).toBe('Sign in · Tsena dashboard'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(screen.getByLabelText('Merchant key'), ` ${KEY} `);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
    expect(screen.getByText('Sandbox: no real money')).toBeTruthy();
    expect(document.title).toBe('Overview · Tsena Boutique');
    expect(document.activeElement?.localName).toBe('main');
    expect(world.companion.posts).toMatchObject([{ path: '/session', body: { key: KEY } }]);
  });

  it('opens the page that was asked for', async () => {
    const { submit } = await openSignIn(KEY, '#/links');
    await submit();
    expect(await screen.findByRole('heading', { name: 'Payment links' })).toBeTruthy();
  });

  it('shows nothing of a merchant who signed out, also not what was there before the application', async () => {
    const { companion } = world;
    companion.totals = () => createTotals([10_000, 20_000]);
    const user = openLoaded(companion, {
      merchant: { ...MERCHANT, partnerName: 'Lamba' },
      totals: createTotals([240_000, 125_500]),
    });
    expect(screen.getByText('Lamba')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await user.type(await screen.findByLabelText('Merchant key'), KEY);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('region', { name: 'Received today' });
    expect(textOf(document.body)).not.toMatch(/Lamba|125,500/);
    await waitFor(() => expect(textOf(document.querySelector('.today .total'))).toBe('20,000 Ar'));
    expect(screen.getByText('Tsena Boutique')).toBeTruthy();
  });

  it('in production shows no sandbox mark', async () => {
    world.companion.merchant = { environment: 'production' };
    openPage(world.companion);
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
    expect(screen.queryByText('Sandbox: no real money')).toBeNull();
  });

  it('says what to do in a browser that keeps no cookie', async () => {
    world.companion.keepsCookies = false;
    const { submit, alert } = await openSignIn();
    await submit();
    expect(await alert()).toContain('your browser did not keep the session');
  });

  it('without a connection says so and works on the next try', async () => {
    const { submit, alert } = await openSignIn();
    world.companion.isReachable = false;
    await submit();
    expect(await alert()).toBe('The companion does not answer. Check your internet connection, then try again.');
    world.companion.isReachable = true;
    await submit();
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
  });
});

describe('the language choice', () => {
  it('changes every text and the language of each request, and lasts until the next visit', async () => {
    const { user, page } = openPage(world.companion, '#/', false);
    await user.selectOptions(await screen.findByLabelText('Language'), 'Malagasy');
    expect(await screen.findByRole('heading', { name: 'Hiditra' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('mg');
    page.unmount();
    world.companion.requests.length = 0;
    openPage(world.companion);
    await screen.findByText('Tsena Boutique');
    expect(screen.getByRole('link', { name: 'Fandoavana' })).toBeTruthy();
    expect(world.companion.requests.length).toBeGreaterThan(0);
    expect(world.companion.requests.map(({ language }) => language)).toEqual(world.companion.requests.map(() => 'mg'));
  });
});

describe('who is signed in', () => {
  it.each([
    [{ name: 'owner', scope: 'admin' }, 'Signed in as the owner · Can do everything'],
    [{ name: 'Hanta', scope: 'operate' }, 'Signed in as Hanta · Can look and act'],
    [{ name: 'Rivo', scope: 'read' }, 'Signed in as Rivo · Can look'],
  ] as const)('%j is shown', async (key, text) => {
    world.companion.merchant = { key };
    openPage(world.companion);
    await screen.findByText('Tsena Boutique');
    expect(document.querySelector('.signed-in-as')?.textContent).toBe(text);
  });
});

describe('a session', () => {
  it.each([
    ['nothing answers', () => Promise.reject(new TypeError('network error'))],
    [
      'a proxy answers with a page',
      async () => new Response('<h1>Hello</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ],
  ])('does not seem to end while the companion could not end it: %s', async (_how, answer) => {
    const { user } = openPage(world.companion);
    await screen.findByText('Nothing needs review.');
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
      init.method === 'DELETE' ? answer() : fetch(input, init),
    );
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(getToast()).toContain('You are still signed in. The companion does not answer.'));
    expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull();
    vi.stubGlobal('fetch', fetch);
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await signInHeading();
  });

  it('ends with a reason when a page reads and the key is revoked', async () => {
    const { user } = openPage(world.companion);
    await screen.findByText('Nothing needs review.');
    world.companion.isSignedIn = false;
    await user.click(screen.getByRole('link', { name: 'Payments' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(ENDED));
  });

  it('ends with a reason when the event stream ends and does not open again', async () => {
    openPage(world.companion);
    await screen.findByText('Nothing needs review.');
    await waitFor(() => expect(world.companion.streams.size).toBe(1));
    world.companion.isSignedIn = false;
    world.companion.streams.endAll();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(ENDED));
  });

  it('lasts while the companion does not answer, and continues with "Try again"', async () => {
    world.companion.isReachable = false;
    const { user } = openPage(world.companion);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The companion does not answer. Check your internet connection, then try again.Try again',
    );
    world.companion.isReachable = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Tsena Boutique')).toBeTruthy();
  });

  it('that another tab of the browser begins or ends is read again here', async () => {
    openPage(world.companion);
    await screen.findByText('Nothing needs review.');
    const otherTab = new BroadcastChannel('tsena-session');
    world.companion.merchant = { key: { name: 'Rivo', scope: 'read' } };
    otherTab.postMessage('changed');
    await waitFor(() =>
      expect(document.querySelector('.signed-in-as')?.textContent).toBe('Signed in as Rivo · Can look'),
    );
    world.companion.isSignedIn = false;
    otherTab.postMessage('changed');
    await signInHeading();
    expect(screen.queryByRole('alert')).toBeNull();
    otherTab.close();
  });
});
