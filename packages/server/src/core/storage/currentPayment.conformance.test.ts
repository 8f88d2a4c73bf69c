import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { attempt, changed, pending } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

describe.each(STORES)('changes decide which payment of an order is current, on %s', (kind) => {
  const storages = useStorages(kind, 3);
  const { storage } = storages;

  const twoOf = async (order: string) => {
    const first = await pending(storage, order);
    storages.clock.advance(90_000);
    return { first, second: await pending(storage, order) };
  };

  const positions = async (order: string) => {
    const rows = await storage.store.db
      .selectFrom('payments')
      .select(['superseded', 'sent_attempt_number'])
      .where('order_reference', '=', attempt(order).claims.sub)
      .orderBy('attempt_number')
      .execute();
    return rows.map(({ superseded, sent_attempt_number }) => `${superseded} ${sent_attempt_number}`);
  };

  it('the older one if it completes', async () => {
    const { first } = await twoOf('ORDER-1');
    await twoOf('ORDER-2');
    expect(await positions('ORDER-1')).toEqual(['1 1', 'null 2']);
    expect(await changed(storage, first.id, COMPLETED)).toMatchObject({ superseded: null, sent_attempt_number: 1 });
    expect(await positions('ORDER-1')).toEqual(['null 1', '1 2']);
    expect(await positions('ORDER-2')).toEqual(['1 1', 'null 2']);
  });
});
