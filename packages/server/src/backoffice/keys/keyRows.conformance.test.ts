import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredKey } from '../../database/schema.ts';
import { createKey, findValidKey, recordKeyUse, revokeKey } from './keyRows.ts';

const OWNER = { name: 'owner', keyId: null, address: null };

describe.each(STORES)('a merchant key on %s', (kind) => {
  const storages = useStorages(kind);

  const storage = () => storages.storage;
  const db = () => storages.storage.store.db;
  const create = (expiresAt: number | null = null, name = 'Hanta') =>
    createKey(storage(), 'sandbox', { name, scope: 'operate', expiresAt }, OWNER);
  const read = async (id: string): Promise<StoredKey> =>
    db().selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const sessionOf = (key_id: string | null, hash: string) =>
    db().insertInto('sessions').values({ hash, key_id, created_at: 1, expires_at: 2 }).execute();

  it('is valid until it expires', async () => {
    const { secret } = await create(storages.clock.now() + 1);
    expect(await findValidKey(storage(), secret)).toMatchObject({ name: 'Hanta' });
    storages.clock.advance(1);
    expect(await findValidKey(storage(), secret)).toBeUndefined();
  });

  it('has a name that no other valid key has, nor one that looks like it', async () => {
    const taken = { code: 'key_name_taken' };
    const key = await create(storages.clock.now() + 1000, 'Caisse 1');
    for (const name of ['Caisse 1', 'CAISSE I', 'caisse l'])
      await expect(create(null, name)).rejects.toMatchObject(taken);
    await create(null, 'Caisse 2');
    storages.clock.advance(1000);
    const second = await create(null, 'Caisse 1');
    await revokeKey(storage(), second.id, OWNER);
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => create(null, 'Caisse 1')));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.code)).toEqual(
      Array(3).fill('key_name_taken'),
    );
    expect((await db().selectFrom('keys').select('id').execute()).length).toBe(4);
    expect(key.id).not.toBe(second.id);
  });

  it('is not valid once it is revoked, and its sessions end', async () => {
    const [key, other] = [await create(), await create(null, 'Rivo')];
    await sessionOf(key.id, 'session');
    await sessionOf(other.id, 'session of another');
    await sessionOf(null, 'session of the owner');
    const at = storages.clock.now();
    await revokeKey(storage(), key.id, OWNER);
    expect(await findValidKey(storage(), key.secret)).toBeUndefined();
    expect(await findValidKey(storage(), other.secret)).toMatchObject({ id: other.id });
    expect(
      (await db().selectFrom('sessions').select('hash').orderBy('hash').execute()).map(({ hash }) => hash),
    ).toEqual(['session of another', 'session of the owner']);
    storages.clock.advance(1000);
    await revokeKey(storage(), key.id, { ...OWNER, name: 'Rado' });
    expect(await read(key.id)).toMatchObject({ revoked_at: at, revoked_by: 'owner' });
  });

  it('has the time of its last use, to the minute', async () => {
    const [key, other] = [await create(), await create(null, 'Rivo')];
    const first = storages.clock.now();
    await recordKeyUse(storage(), await read(key.id));
    expect((await read(key.id)).last_used_at).toBe(first);
    storages.clock.advance(59_999);
    await recordKeyUse(storage(), await read(key.id));
    expect((await read(key.id)).last_used_at).toBe(first);
    storages.clock.advance(1);
    await recordKeyUse(storage(), await read(key.id));
    expect((await read(key.id)).last_used_at).toBe(first + 60_000);
    expect((await read(other.id)).last_used_at).toBeNull();
  });
});
