import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { useStorages } from '../../../test/support/useStorages.ts';
import { Secret } from '../../config/secret.ts';
import { createKey } from './keyRows.ts';
import { createSession, endSession, findSession } from './sessions.ts';

const HOUR = 3_600_000;
const OWNER = new Secret('the-owner’s-key');
const HANTA = { name: 'Hanta', keyId: null, address: null };

describe.each(STORES)('a session on %s', (kind) => {
  const storages = useStorages(kind);

  const storage = () => storages.storage;
  const key = (expiresAt: number | null = null, name = 'Hanta') =>
    createKey(storage(), 'sandbox', { name, scope: 'read', expiresAt }, HANTA);
  const create = (token: string, keyId: string | null, forMs = HOUR) =>
    createSession(storage(), token, OWNER, { forMs, by: { ...HANTA, keyId } });
  const find = (token: string, owner = OWNER) => findSession(storage(), token, owner);
  const stored = () => storage().store.db.selectFrom('sessions').selectAll().orderBy('hash').execute();

  it('of a stored key leads to that key', async () => {
    const [one, other] = [await key(), await key(null, 'Rivo')];
    await create('token', one.id);
    await create('another token', other.id);
    expect(await find('token')).toMatchObject({ kind: 'key', key: { id: one.id } });
    expect(await find('another token')).toMatchObject({ kind: 'key', key: { id: other.id } });
    expect(await find('no token')).toBeUndefined();
  });

  it('of the owner ends when MERCHANT_API_KEY becomes another', async () => {
    await create('token', null);
    expect(await find('token')).toEqual({ kind: 'owner' });
    expect(await find('token', new Secret('another-key'))).toBeUndefined();
  });

  it('does not become the owner’s when its key is gone', async () => {
    const one = await key();
    await create('token', one.id);
    await storage().store.db.updateTable('sessions').set({ key_id: null }).execute();
    expect(await find('token')).toBeUndefined();
  });

  it('is stored as a hash, and lasts as long as it was created for', async () => {
    const one = await key();
    await create('token', one.id, HOUR);
    const now = storages.clock.now();
    expect(await stored()).toEqual([
      { hash: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), key_id: one.id, created_at: now, expires_at: now + HOUR },
    ]);
    storages.clock.advance(HOUR - 1);
    expect(await find('token')).toMatchObject({ kind: 'key' });
    storages.clock.advance(1);
    expect(await find('token')).toBeUndefined();
  });

  it('lasts no longer than its key', async () => {
    const expiring = await key(storages.clock.now() + 1000);
    const revoked = await key(null, 'Rivo');
    await create('token', expiring.id);
    await create('another token', revoked.id);
    storages.clock.advance(999);
    expect(await find('token')).toMatchObject({ kind: 'key' });
    storages.clock.advance(1);
    expect(await find('token')).toBeUndefined();
    await storage().store.db.updateTable('keys').set({ revoked_at: 1 }).where('id', '=', revoked.id).execute();
    expect(await find('another token')).toBeUndefined();
  });

  it('ends alone, whether it is of a key or of the owner', async () => {
    const one = await key();
    await create('token', one.id);
    await create('owner token', null);
    await create('another token', one.id);
    await endSession(storage(), 'token', OWNER);
    await endSession(storage(), 'owner token', OWNER);
    expect([await find('token'), await find('owner token')]).toEqual([undefined, undefined]);
    expect(await find('another token')).toMatchObject({ kind: 'key' });
  });

  it.each([['a stored key'], ['the owner']])('is one of at most 20 of %s, of which the oldest end', async (whose) => {
    const one = await key();
    const keyId = whose === 'the owner' ? null : one.id;
    await create('token of another', whose === 'the owner' ? one.id : null);
    for (let index = 1; index <= 20; index += 1) {
      await create(`token ${index}`, keyId);
      storages.clock.advance(1);
    }
    expect(await find('token 1')).toMatchObject({ kind: keyId === null ? 'owner' : 'key' });
    await create('token 21', keyId);
    expect(await find('token 1')).toBeUndefined();
    for (const token of ['token 2', 'token 20', 'token 21', 'token of another'])
      expect(await find(token)).toBeDefined();
    expect(await stored()).toHaveLength(21);
  });
});
