import type { Ariary } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundId } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { openSimulatedPayments } from '../../../test/support/simulatedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import { historyOf } from '../../core/storage/reads.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { type RefundResult, recordRefund, voidRefund } from './refund.ts';
import { refundsOf } from './refundRows.ts';

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
  function record(id: PaymentId, amount: number, key?: string, companion = world.companions[0]): Promise<RefundResult> {
    const request = { body: { amount: amount as Ariary, reason: 'returned' }, by: HANTA };
    return recordRefund(companion, id, key === undefined ? request : { ...request, idempotency: { actor: 'Hanta', key } });
  }

  const recordedId = (result: RefundResult): RefundId => {
    if (result.kind !== 'recorded') throw new Error(`the refund was answered: ${result.kind}`);
    return result.refund.id;
  };
  const refunded = async (id: PaymentId) => (await world.read(id)).amount_refunded;

  it('never exceed the payment, in two companions at the same time', async () => {
    const { id } = await payAndComplete();
    const results = await Promise.all(
      world.companions.flatMap((companion) => [1, 2, 3].map(() => record(id, 10_000, undefined, companion))),
    );
    expect(results.map((result) => result.kind).toSorted()).toEqual(['exceeds', 'exceeds', 'exceeds', 'exceeds', 'recorded', 'recorded']);
    expect(results.filter((result) => result.kind === 'exceeds')).toEqual(Array(4).fill({ kind: 'exceeds', remaining: 5000 }));
    expect(await refunded(id)).toBe(20_000);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed', 'payment.refunded', 'payment.refunded']);
  });

  it('are recorded once for an Idempotency-Key, in two companions, also once voided', async () => {
    const { id } = await payAndComplete();
    const [first, second] = world.companions;
    const pressed = await Promise.all([first, second, first, second].map((companion) => record(id, 10_000, 'key-1', companion)));
    const [refund, ...others] = new Set(pressed.map(recordedId));
    expect(others).toEqual([]);
    await voidRefund(first, refund as RefundId, 'by mistake', HANTA);
    expect(recordedId(await record(id, 10_000, 'key-1'))).toBe(refund);
    expect(await record(id, 9000, 'key-1')).toEqual({ kind: 'reused' });
    expect(await refunded(id)).toBe(0);
  });

  it('are voided once, in two companions at the same time, and make room again', async () => {
    const { id } = await payAndComplete();
    await record(id, 5000);
    await world.pass(1000);
    const refund = recordedId(await record(id, 20_000));
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
    expect(await record(id, 20_001)).toEqual({ kind: 'exceeds', remaining: 20_000 });
    expect(await record(id, 20_000)).toMatchObject({ kind: 'recorded' });
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
