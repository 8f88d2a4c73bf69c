import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '@tsena/testkit/postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { testClock, testSettings } from '../../test/support/operatorFixture.ts';
import { together } from '../../test/support/storages.ts';
import { Secret } from '../config/secret.ts';
import { createTokenCache, type FetchedToken } from '../operator/tokenCache.ts';
import { createEncryption } from './encryption.ts';
import { openStore, type Store } from './store.ts';
import { createTokenStore } from './tokenStore.ts';

const clock = testClock();
const token = (text: string) => ({ token: text, renewAt: clock.now() + 3_000_000, expiresAt: clock.now() + 3_600_000 });

describe('the operator’s token, shared by instances', () => {
  let stores: Store[];
  beforeAll(async () => {
    const url = await createDatabase(inject('postgres'));
    stores = await together(3, () => openStore(url));
  });
  beforeEach(async () => {
    await stores[0]?.db.deleteFrom('tokens').execute();
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });

  function instance(index: number, env: Record<string, string> = {}) {
    const store = stores[index % stores.length];
    if (store === undefined) throw new RangeError('no such store');
    return createTokenStore({ store, owner: `instance-${index}`, operator: testSettings('http://127.0.0.1:1', env).operator });
  }

  it('is fetched once when several instances need it at the same time', async () => {
    let fetched = 0;
    const fetchToken = async (): Promise<FetchedToken> => {
      fetched += 1;
      await sleep(20);
      return { ok: true, token: `token-${fetched}`, lifetimeMs: 3_600_000 };
    };
    const caches = Array.from({ length: 9 }, (_, index) => createTokenCache(fetchToken, clock, instance(index)));
    const readings = await Promise.all(caches.map((cache) => cache.get()));
    expect(fetched).toBe(1);
    expect(readings).toEqual(readings.map(() => ({ ok: true, token: 'token-1' })));
  });

  it('is replaced once when the operator refused it to several instances', async () => {
    let fetched = 0;
    const fetchToken = async (): Promise<FetchedToken> => {
      fetched += 1;
      return { ok: true, token: `token-${fetched}`, lifetimeMs: 3_600_000 };
    };
    const caches = Array.from({ length: 6 }, (_, index) => createTokenCache(fetchToken, clock, instance(index)));
    await caches[0]?.get();
    const readings = await Promise.all(caches.map((cache) => cache.renew('token-1')));
    expect(fetched).toBe(2);
    expect(new Set(readings.map((reading) => (reading.ok ? reading.token : reading.code)))).toEqual(new Set(['token-2']));
  });

  it('is encrypted in the database, and decrypts with the consumer secret only', async () => {
    await instance(0).update(async () => token('the-operators-token'));
    const { rows } = await sql<{ row: string }>`select t::text as row from tokens t`.execute((stores[0] as Store).db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain('the-operators-token');
    expect(rows[0]?.row).not.toContain('test-consumer-key');
    expect(await instance(1).read()).toEqual(token('the-operators-token'));
    expect(await instance(1, { CONSUMER_SECRET: 'another-secret' }).read()).toBeNull();
    expect(await instance(1, { CONSUMER_KEY: 'another-key' }).read()).toBeNull();
    expect(await instance(1, { OPERATOR_DEVICE_SCOPE: 'device_shop1' }).read()).toBeNull();
  });

  it('stays stored when fetching a new one fails', async () => {
    await instance(0).update(async () => token('first'));
    await expect(
      instance(1).update(async () => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    await instance(2).update(async (current) => {
      expect(current).toEqual(token('first'));
      return current;
    });
  });

  it('is fetched by another instance after the one that was fetching it has ended', async () => {
    let begun = false;
    const gone = instance(0).update(() => {
      begun = true;
      return new Promise(() => undefined);
    });
    gone.catch(() => undefined);
    await vi.waitFor(() => expect(begun).toBe(true));
    // As after a lease without renewal.
    await stores[0]?.db.updateTable('tokens').set({ lease_until: sql`lease_until - 60000` }).execute();
    await instance(1).update(async (current) => {
      expect(current).toBeNull();
      return token('second');
    });
    expect(await instance(2).read()).toEqual(token('second'));
  });
});

describe('the encryption of stored texts', () => {
  const secret = new Secret('a-secret');
  it('decrypts what it encrypted, and encrypts the same text differently each time', () => {
    const { encrypt, decrypt } = createEncryption(secret, 'here');
    const [one, two] = [encrypt('é token'), encrypt('é token')];
    expect(one).not.toBe(two);
    expect([decrypt(one), decrypt(two)]).toEqual(['é token', 'é token']);
  });

  it('decrypts nothing that was encrypted for another purpose or with another secret, cut, or changed in any byte', () => {
    const { encrypt, decrypt } = createEncryption(secret, 'here');
    const encrypted = encrypt('token');
    expect(createEncryption(secret, 'there').decrypt(encrypted)).toBeNull();
    expect(createEncryption(new Secret('another'), 'here').decrypt(encrypted)).toBeNull();
    const bytes = Buffer.from(encrypted.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(decrypt(`v1.${changed.toString('base64url')}`)).toBeNull();
      expect(decrypt(`v1.${bytes.subarray(0, index).toString('base64url')}`)).toBeNull();
    }
    expect(decrypt('')).toBeNull();
    expect(decrypt('the token in clear')).toBeNull();
  });
});
