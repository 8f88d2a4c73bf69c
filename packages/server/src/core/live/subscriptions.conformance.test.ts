import type { PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { openSimulatedPayments } from '../../../test/support/simulatedPayments.ts';
import { announced } from '../../../test/support/storages.ts';
import { type TestCompanion, withStore } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Transact } from '../../database/transaction.ts';
import { findPayment, webhooksOf } from '../storage/reads.ts';

/** What a subscriber received, and what another connection read at that moment. */
interface Received {
  readonly status: PaymentStatus;
  readonly version: number;
  readonly read: Promise<{ readonly status: PaymentStatus | undefined; readonly version: number | undefined; readonly webhooks: number }>;
}

describe.each(STORES)('subscribers of a payment on %s', (kind) => {
  const world = useForEach(() => openSimulatedPayments(kind));

  async function readByAnother(id: PaymentId) {
    const payment = await findPayment(world.other.db, id);
    return { status: payment?.status, version: payment?.version, webhooks: (await webhooksOf(world.other.db, id)).length };
  }

  /** The companion, whose commits come only after another connection has read: a change that is published early is noticed. */
  function committingLate(companion: TestCompanion, id: PaymentId): TestCompanion {
    const transact: Transact = (work) =>
      companion.storage.store.transact(async (transaction) => {
        const result = await work(transaction);
        await readByAnother(id);
        await readByAnother(id);
        return result;
      });
    return withStore(companion, { ...companion.storage.store, transact });
  }

  function subscribe(companion: TestCompanion, payment: StoredPayment): Received[] {
    const received: Received[] = [];
    companion.subscriptions.subscribe(payment, ({ id, status, version }) => received.push({ status, version, read: readByAnother(id) }));
    return received;
  }

  it('receive a change once, after its commit, and before its maker continues', async () => {
    const payment = await world.pay();
    const companion = committingLate(world.companions[0], payment.id);
    const received = subscribe(companion, payment);
    await announced(companion, payment.id, { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' });
    expect(received).toMatchObject([{ status: 'completed', version: 4 }]);
    expect(await received[0]?.read).toEqual({ status: 'completed', version: 4, webhooks: 1 });
  });

  it('do not receive a change that was rolled back', async () => {
    const payment = await world.pay();
    const [companion] = world.companions;
    const received = subscribe(companion, payment);
    const failing: Transact = (work) =>
      companion.storage.store.transact(async (transaction) => {
        await work(transaction);
        throw new Error('the disk is full');
      });
    const broken = withStore(companion, { ...companion.storage.store, transact: failing });
    await expect(announced(broken, payment.id, { to: 'completed', event: { kind: 'completed' } })).rejects.toThrow('the disk is full');
    expect(received).toEqual([]);
    expect(await readByAnother(payment.id)).toEqual({ status: 'pending', version: 3, webhooks: 0 });
  });
});
