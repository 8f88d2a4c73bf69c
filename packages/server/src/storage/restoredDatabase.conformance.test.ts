import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { attempt, opened, pending } from '../../test/support/storages.ts';
import { useStorages } from '../../test/support/useStorages.ts';
import { findPayment, historyOf } from './reads.ts';
import { markUnsentUnresolved } from './restoredDatabase.ts';

describe.each(STORES)('a restored database on %s', (kind) => {
  const storages = useStorages(kind);

  it('has every unsent payment as sent: it may have been sent after the backup', async () => {
    const { clock, storage } = storages;
    const { db } = storage.store;
    const unsent = [await opened(storage, attempt('ORDER-1')), await opened(storage, attempt('ORDER-2'))];
    const sent = await pending(storage, 'ORDER-3');
    const createdAt = clock.now();
    clock.advance(60_000);
    expect(await markUnsentUnresolved(storage)).toBe(2);
    for (const before of unsent) {
      expect(await findPayment(db, before.id)).toEqual({
        ...before,
        ...{ status: 'sending', sent_at: createdAt, updated_at: clock.now(), version: 2 },
        // Without a lease and due: the poller finds that its outcome is unknown.
        ...{ lease_owner: null, lease_until: null, next_check_at: clock.now() },
      });
      expect((await historyOf(db, before.id)).slice(1)).toMatchObject([
        { kind: 'restored', data: '{"reason":"a restored database had it as not sent; it may have been sent after the backup"}' },
      ]);
    }
    expect(await findPayment(db, sent.id)).toEqual(sent);
    expect(await markUnsentUnresolved(storage)).toBe(0);
  });
});
