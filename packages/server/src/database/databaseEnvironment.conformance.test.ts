import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment, requireEnvironment } from './databaseEnvironment.ts';
import { openStore, type Store } from './store.ts';

describe.each(STORES)('the environment of a database on %s', (kind) => {
  let store: Store;
  let url: string;
  let remove: () => void;

  beforeEach(async () => {
    ({ url, remove } = await emptyDatabase(kind));
    store = await openStore(url);
  });
  afterEach(async () => {
    await store.close();
    remove();
  });

  it('is the one of the first start, and stays after a restart', async () => {
    expect(await readEnvironment(store.db)).toBeUndefined();
    await requireEnvironment(store, 'sandbox');
    await store.close();
    store = await openStore(url);
    await requireEnvironment(store, 'sandbox');
    expect(await readEnvironment(store.db)).toBe('sandbox');
  });

  it.each([
    ['sandbox', 'production'],
    ['production', 'sandbox'],
  ] as const)('is %s: a start with %s is refused, and changes nothing', async (first, second) => {
    await requireEnvironment(store, first);
    await expect(requireEnvironment(store, second)).rejects.toThrow(
      `The database belongs to OPERATOR_ENVIRONMENT=${first}, but the setting is ${second}.`,
    );
    expect(await readEnvironment(store.db)).toBe(first);
  });

  it('is that of one companion if two with different ones start at the same time', async () => {
    const results = await Promise.allSettled([requireEnvironment(store, 'sandbox'), requireEnvironment(store, 'production')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = results[0]?.status === 'fulfilled' ? 'sandbox' : 'production';
    expect(await readEnvironment(store.db)).toBe(winner);
  });
});
