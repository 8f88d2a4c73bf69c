import type { Ariary } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Refund } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { orProblem } from '../../../test/support/orProblem.ts';
import { openSimulatedPayments } from '../../../test/support/simulatedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import { historyOf } from '../../core/storage/reads.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { ProblemError } from '../../problemError.ts';
import { recordRefund, refundsOf, voidRefund } from './refund.ts';

const HANTA = { name: 'Hanta', address: null };
const RIVO = { name: 'Rivo', address: null };

describe.each(STORES)('refunds on %s', (kind) => {
  const world = useForEach(() => openSimulatedPayments(kind));

  async function payAndComplete(): Promise<StoredPayment> {
    const payment = await world.pay();
    world.transactionOf(payment).state = 'completed';
    await world.pass(10_000);
    return world.read(payment.id);
  }

  /** A press in one of the two companions. */
  function record(id: PaymentId, amount: number, key?: string, companion = world.companions[0]): Promise<Refund> {
    const request = { body: { amount: amount as Ariary, reason: 'returned' }, by: HANTA };
    return recordRefund(companion, id, key === undefined ? request : { ...request, idempotency: { actor: 'Hanta', key } });
  }

  const refunded = async (id: PaymentId) => (await world.read(id)).amount_refunded;

  it('never exceed the payment, in two companions at the same time', async () => {
    const { id } = await payAndComplete();
    const results = await Promise.all(
      world.companions.flatMap((companion) => [1, 2, 3].map(() => orProblem(record(id, 10_000, undefined, companion)))),
    );
    const refused = results.filter((result) => result instanceof ProblemError);
    expect(refused).toMatchObject(Array(4).fill({ code: 'refund_exceeds_payment', extras: { members: { remaining: '5000' } } }));
    expect(await refunded(id)).toBe(20_000);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed', 'payment.refunded', 'payment.refunded']);
  });

  it('are recorded once for an Idempotency-Key, in two companions, also once voided', async () => {
    const { id } = await payAndComplete();
    const [first, second] = world.companions;
    const pressed = await Promise.all([first, second, first, second].map((companion) => record(id, 10_000, 'key-1', companion)));
    const [refund] = pressed;
    expect(pressed).toEqual(Array(4).fill(refund));
    await voidRefund(first, refund?.id ?? expect.unreachable(), 'by mistake', HANTA);
    expect(await record(id, 10_000, 'key-1')).toMatchObject({ id: refund?.id, status: 'voided' });
    await expect(record(id, 9000, 'key-1')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await refunded(id)).toBe(0);
  });

  it('are voided once, in two companions at the same time, and make room again', async () => {
    const { id } = await payAndComplete();
    await record(id, 5000);
    await world.pass(1000);
    const { id: refund } = await record(id, 20_000);
    await world.pass(1000);
    const [first, second] = world.companions;
    const voided = await Promise.all([first, second, first, second].map((companion) => voidRefund(companion, refund, 'by mistake', RIVO)));
    const written = { id: refund, status: 'voided', voidedBy: 'Rivo', voidReason: 'by mistake', voidedAt: expect.stringMatching(/^2026-/) };
    expect(voided).toMatchObject(Array(4).fill(written));
    const [last] = (await historyOf(world.other.db, id)).slice(-1);
    expect(last).toMatchObject({
      kind: 'refund_voided',
      data: JSON.stringify({ refund, amount: 20_000, reason: 'by mistake', by: 'Rivo' }),
    });
    expect(await refunded(id)).toBe(5000);
    const exceeds = { code: 'refund_exceeds_payment', extras: { members: { remaining: '20000' } } };
    await expect(record(id, 20_001)).rejects.toMatchObject(exceeds);
    expect(await record(id, 20_000)).toMatchObject({ status: 'recorded' });
    const listed = await refundsOf(first.storage.store.db, id);
    expect(listed.map(({ amount, status }) => [amount, status])).toEqual([
      [5000, 'recorded'],
      [20_000, 'voided'],
      [20_000, 'recorded'],
    ]);
    expect((await world.webhookTypes(id)).slice(1)).toEqual([
      'payment.refunded',
      'payment.refunded',
      'payment.refund_voided',
      'payment.refunded',
    ]);
  });
});
