import type { Dashboard } from './openDashboard.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Inserts the keys of a shop: two cashiers, an accountant, and somebody who left. Nobody knows them. */
export async function insertKeys(dashboard: Dashboard): Promise<void> {
  const { db } = dashboard.companion.storage.store;
  const now = Date.now();
  const insert = (index: number, name: string, scope: 'read' | 'operate' | 'admin', more: Readonly<Record<string, string | number>> = {}) =>
    db
      .insertInto('keys')
      .values({
        id: `key_${String(index).padStart(22, '0')}`,
        name,
        scope,
        hash: `no-hash-${index}`,
        hint: `tsena_test_${'abcdefgh'.slice(index, index + 4)}…`,
        created_at: now - (40 - index) * DAY_MS,
        created_by: index === 1 ? 'command line' : 'owner',
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
        revoked_by: null,
        ...more,
      })
      .execute();
  await insert(1, 'Voahangy', 'admin', { last_used_at: now - 3 * HOUR_MS });
  await insert(2, 'Solo', 'operate', { last_used_at: now - 20 * DAY_MS, revoked_at: now - 19 * DAY_MS, revoked_by: 'Voahangy' });
  await insert(3, 'Hanta', 'operate', { last_used_at: now - 60_000 });
  await insert(4, 'Rivo', 'read', { expires_at: now + 30 * DAY_MS });
}
