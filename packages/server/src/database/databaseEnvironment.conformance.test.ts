import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { untilTestEnds, useForEach } from '../../test/support/use.ts';
import { readEnvironment, requireEnvironment } from './databaseEnvironment.ts';
import { openStore } from './store.ts';

describe.each(STORES)('the environment of a database on %s', (kind) => {
  const database = useForEach(async () => {
    const { url, remove } = await emptyDatabase(kind);
    return { url, close: remove };
  });
  const store = useForEach(() => openStore(database.url));

  it('is set by the first start, and stays the same after a restart', async () => {
    expect(await readEnvironment(store.db)).toBeUndefined();
    await requireEnvironment(store, 'sandbox');
    await store.close();
    const again = await untilTestEnds(openStore(database.url));
    await requireEnvironment(again, 'sandbox');
    expect(await readEnvironment(again.db)).toBe('sandbox');
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
    const results = await Promise.allSettled([
      requireEnvironment(store, 'sandbox'),
      requireEnvironment(store, 'production'),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = results[0]?.status === 'fulfilled' ? 'sandbox' : 'production';
    expect(await readEnvironment(store.db)).toBe(winner);
  });
});
