import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createKey } from '../testing/fixtures.ts';
import { getToast, openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();
const SECRET = 'tsena_test_0123456789abcdefghijABCDEFGHIJ012345';

async function findKey(name: string): Promise<HTMLElement> {
  const article = (await screen.findByRole('heading', { name })).closest('article');
  if (article === null) throw new Error(`The key of ${name} is not in the list.`);
  return article;
}

describe('the keys page', () => {
  it('lists the keys with scope, last use, expiry, and who created and revoked them', async () => {
    world.companion.keys = [
      createKey({ id: 'key_1', name: 'Hanta', lastUsedAt: '2020-03-09T05:00:00Z', createdAt: '2020-03-08T21:05:00Z' }),
      createKey({
        id: 'key_2',
        name: 'Rivo',
        scope: 'read',
        createdBy: 'command line',
        expiresAt: '2999-03-09T21:00:00Z',
        createdAt: '2020-03-08T21:05:00Z',
      }),
      createKey({
        id: 'key_3',
        name: 'Voahangy',
        expiresAt: '2020-03-10T21:00:00Z',
        createdAt: '2020-03-08T21:05:00Z',
      }),
      createKey({
        id: 'key_4',
        name: 'Solo',
        revokedAt: '2020-03-11T09:00:00Z',
        revokedBy: 'Hanta',
        createdAt: '2020-03-08T21:05:00Z',
      }),
    ];
    openPage(world.companion, '#/keys');
    expect(textOf(await findKey('Hanta'))).toBe(
      'HantaCan look and acttsena_test_0123… · key_1Last used: 9 March 2020, 08:00Created: 9 March 2020, 00:05 · the ownerRevoke',
    );
    expect(textOf(await findKey('Rivo'))).toBe(
      'RivoCan looktsena_test_0123… · key_2Never usedCreated: 9 March 2020, 00:05 · the command lineValid until: 10 March 2999, 00:00Revoke',
    );
    expect(textOf(await findKey('Voahangy'))).toBe(
      'VoahangyExpiredCan look and acttsena_test_0123… · key_3Never usedCreated: 9 March 2020, 00:05 · the ownerWas valid until: 11 March 2020, 00:00',
    );
    expect(textOf(await findKey('Solo'))).toBe(
      'SoloRevokedCan look and acttsena_test_0123… · key_4Never usedCreated: 9 March 2020, 00:05 · the ownerRevoked: 11 March 2020, 12:00 · Hanta',
    );
    expect(document.title).toBe('Keys · Tsena Boutique');
  });

  it('creates a key, shows it once, and copies it', async () => {
    const { user } = openPage(world.companion, '#/keys');
    await user.type(await screen.findByLabelText('For whom?'), ' Hanta ');
    await user.click(screen.getByLabelText(/^Can look Sees/));
    fireEvent.change(screen.getByLabelText('Last day (optional)'), { target: { value: '2999-03-09' } });
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText(SECRET)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'The key of Hanta' })).toBe(document.activeElement);
    expect(world.companion.posts).toMatchObject([
      { path: '/keys', body: { name: 'Hanta', scope: 'read', expiresAt: '2999-03-09T21:00:00.000Z' } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(getToast()).toBe('Copied.'));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await findKey('Hanta');

    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(document.body.innerHTML).not.toContain(SECRET);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])).not.toContain(SECRET);
    expect(screen.getByLabelText('For whom?')).toHaveProperty('value', '');
  });

  it.each([
    ['', '', 'Enter a name of at most 50 Latin letters and digits. The words owner, payer and shop are taken.'],
    ['Owner', '', 'Enter a name of at most 50 Latin letters and digits. The words owner, payer and shop are taken.'],
    ['Hanta', '2020-01-01', 'Choose today or a later day.'],
  ])('with the name %j and the last day %j sends nothing', async (name, day, sentence) => {
    const { user } = openPage(world.companion, '#/keys');
    const field = await screen.findByLabelText('For whom?');
    if (name !== '') await user.type(field, name);
    if (day !== '') fireEvent.change(screen.getByLabelText('Last day (optional)'), { target: { value: day } });
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(world.companion.posts).toEqual([]);
  });

  it('says what to do when the answer to a new key is lost', async () => {
    const { user } = openPage(world.companion, '#/keys');
    await user.type(await screen.findByLabelText('For whom?'), 'Hanta');
    world.companion.lostAnswers = 1;
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'If the list shows it, revoke it, because nobody knows it.',
    );
    await findKey('Hanta');
  });

  it('revokes a key after a second press, which says what follows', async () => {
    world.companion.keys = [createKey({ name: 'Hanta' })];
    const { user } = openPage(world.companion, '#/keys');
    const key = within(await findKey('Hanta'));
    await user.click(key.getByRole('button', { name: 'Revoke' }));
    expect(key.getByText(/Hanta is signed out everywhere\. You cannot undo this\./)).toBeTruthy();
    expect(world.companion.keys[0]?.revokedAt).toBeNull();
    await user.click(key.getByRole('button', { name: 'Revoke for good' }));
    await waitFor(() => expect(getToast()).toBe('The key of Hanta is revoked.'));
    expect(world.companion.requests.find(({ method }) => method === 'DELETE')?.path).toBe(
      `/keys/${world.companion.keys[0]?.id}`,
    );
    await waitFor(() => expect(textOf(document.querySelector('.record'))).toContain('Revoked: today'));
    expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull();
  });

  it('warns before the key of the person who is signed in is revoked', async () => {
    world.companion.merchant = { key: { name: 'Hanta', scope: 'admin' } };
    world.companion.keys = [createKey({ name: 'Hanta', scope: 'admin' }), createKey({ name: 'Rivo' })];
    const { user } = openPage(world.companion, '#/keys');
    for (const [name, isWarned] of [
      ['Hanta', true],
      ['Rivo', false],
    ] as const) {
      const key = within(await findKey(name));
      await user.click(key.getByRole('button', { name: 'Revoke' }));
      expect(key.queryByText('If you are signed in with this key, you are signed out too.') !== null).toBe(isWarned);
    }
  });
});
