import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { testClock, testSettings } from '../../../test/support/operatorFixture.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { createTokenCache, type FetchedToken } from '../operator/tokenCache.ts';
import { createTokenStore } from './tokenStore.ts';

const clock = testClock();
const token = (text: string) => ({ token: text, renewAt: clock.now() + 3_000_000, expiresAt: clock.now() + 3_600_000 });

describe('the operator’s token, shared by instances', () => {
  const storages = useStorages('postgres', 3);

  const instance = (index: number, env: Record<string, string> = {}) =>
    createTokenStore({
      store: storages.at(index).store,
      owner: `instance-${index}`,
      settings: testSettings('http://127.0.0.1:1', env),
    });

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

  it('is encrypted in the database, and decrypts with the consumer secret only', async () => {
    await instance(0).update(async () => token('the-operators-token'));
    const { rows } = await sql<{ row: string }>`select t::text as row from tokens t`.execute(storages.storage.store.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain('the-operators-token');
    expect(rows[0]?.row).not.toContain('test-consumer-key');
    expect(await instance(1).read()).toEqual(token('the-operators-token'));
    expect(await instance(1, { CONSUMER_SECRET: 'another-secret' }).read()).toBeNull();
    expect(await instance(1, { CONSUMER_KEY: 'another-key' }).read()).toBeNull();
    expect(await instance(1, { OPERATOR_DEVICE_SCOPE: 'device_shop1' }).read()).toBeNull();
    expect(await instance(1, { OPERATOR_SERVICE: 'mvola' }).read()).toBeNull();
    expect(await instance(1, { OPERATOR_BASE_URL: 'http://127.0.0.1:2' }).read()).toBeNull();
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
    await storages.storage.store.db.updateTable('tokens').set({ lease_until: sql`lease_until - 60000` }).execute();
    await instance(1).update(async (current) => {
      expect(current).toBeNull();
      return token('second');
    });
    expect(await instance(2).read()).toEqual(token('second'));
  });
});
