import { STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedMailKind, seedWebhook } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { release, renew, takeDue, takeOne } from './leasedRows.ts';

const OPTIONS = { leaseMs: 10_000, maxLeaseMs: 10_000 };

describe.each(STORES)('a lease on %s', (kind) => {
  const storages = useStorages(kind);
  let now: number;
  beforeEach(async () => {
    now = storages.clock.now();
  });

  const db = () => storages.storage.store.db;
  const worker = (owner: string, at = now) => ({ owner, now: at, isClockSteady: true });

  async function insertRows() {
    for (const name of ['1', '2']) {
      await seedWebhook(storages.storage.store, `msg_${name}`, { next_attempt_at: now });
      await db()
        .insertInto('tokens')
        .values({ name: `token-${name}`, fence: 0 })
        .execute();
    }
    for (const mails of ['link_paid', 'daily_summary'] as const) await seedMailKind(storages.storage.store, mails);
    return { outbox: 'msg_1', mail_kinds: 'link_paid', tokens: 'token-1' };
  }

  it('is on one row, and no other worker has it before it ends or is released', async () => {
    const keys = await insertRows();
    for (const table of ['outbox', 'mail_kinds', 'tokens'] as const) {
      const taken = await takeOne(db(), table, keys[table], worker('one'), OPTIONS);
      expect(taken).toMatchObject({ lease_owner: 'one', lease_until: now + 10_000, fence: 1 });
      expect(await takeOne(db(), table, keys[table], worker('two', now + 9_999), OPTIONS)).toBeUndefined();
      expect(await takeOne(db(), table, keys[table], worker('two', now + 10_000), OPTIONS)).toMatchObject({
        lease_owner: 'two',
        fence: 2,
      });
      expect(await db().selectFrom(table).select('fence').where('fence', '>', 0).execute()).toEqual([{ fence: 2 }]);
    }
  });

  it('is taken on the rows of a queue that are due', async () => {
    await insertRows();
    const take = (at: number) =>
      takeDue(storages.storage.store, 'outbox', worker('one', at), { leaseMs: 10_000, limit: 9 });
    expect(await take(now - 1)).toEqual([]);
    expect((await take(now)).map(({ id }) => id).sort()).toEqual(['msg_1', 'msg_2']);
  });

  it('stays released when a renewal that was under way comes later', async () => {
    const { tokens } = await insertRows();
    await takeOne(db(), 'tokens', tokens, worker('one'), OPTIONS);
    await release(db(), 'tokens', tokens, 1, {}).execute();
    await renew(db(), 'tokens', sql<boolean>`name = ${tokens} and fence = 1`, now + 10_000);
    expect(await takeOne(db(), 'tokens', tokens, worker('two'), OPTIONS)).toMatchObject({
      lease_owner: 'two',
      fence: 2,
    });
  });

  it('is released by its fencing token, and by no earlier one', async () => {
    const { tokens } = await insertRows();
    await takeOne(db(), 'tokens', tokens, worker('one'), OPTIONS);
    await takeOne(db(), 'tokens', tokens, worker('two', now + 10_000), OPTIONS);
    const token = () => db().selectFrom('tokens').select(['encrypted', 'lease_owner']).orderBy('name').execute();
    await release(db(), 'tokens', tokens, 1, { encrypted: 'late' }).execute();
    expect((await token())[0]).toEqual({ encrypted: null, lease_owner: 'two' });
    await release(db(), 'tokens', tokens, 2, { encrypted: 'new' }).execute();
    expect(await token()).toEqual([
      { encrypted: 'new', lease_owner: null },
      { encrypted: null, lease_owner: null },
    ]);
  });
});
