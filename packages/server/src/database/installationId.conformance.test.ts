import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { untilTestEnds, useForEach } from '../../test/support/use.ts';
import { openInstallationId, readInstallationId } from './installationId.ts';
import { openStore } from './store.ts';

describe.each(STORES)('the installation id of a database on %s', (kind) => {
  const database = useForEach(async () => {
    const { url, remove } = await emptyDatabase(kind);
    return { url, close: remove };
  });

  it('is random, made at the first start, and the same for all who start at the same time or later', async () => {
    const store = await untilTestEnds(openStore(database.url));
    expect(await readInstallationId(store.db)).toBeUndefined();
    const [one, other] = await Promise.all([openInstallationId(store), openInstallationId(store)]);
    expect(one).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const later = await untilTestEnds(openStore(database.url));
    expect([other, await openInstallationId(later)]).toEqual([one, one]);
  });
});
