import type { Ariary } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { type RefundBody, webhookSchema } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openStubbedPayments, type StubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import { webhooksOf } from '../../core/storage/reads.ts';
import { type RefundRequest, recordRefund, voidRefund } from './refund.ts';

const MINUTE = 60_000;
const HANTA = { name: 'Hanta', address: null };

const world = useForEach(openStubbedPayments);

function paid(values: Parameters<StubbedPayments['seed']>[0] = {}): Promise<PaymentId> {
  return world.seed({ status: 'completed', next_check_at: null, ...values });
}

function record(id: PaymentId, body: Partial<RefundBody> = {}, more: Partial<RefundRequest> = {}) {
  return recordRefund(world.companion, id, { body: { amount: 10_000 as Ariary, reason: 'one cup broken', ...body }, by: HANTA, ...more });
}

async function recorded(id: PaymentId, body: Partial<RefundBody> = {}, more: Partial<RefundRequest> = {}) {
  const result = await record(id, body, more);
  if (result.kind !== 'recorded') throw new Error(`the refund was answered: ${result.kind}`);
  return result.refund;
}

/** The type and the data of each webhook of a payment, in order. */
async function webhooks(id: PaymentId) {
  return (await webhooksOf(world.store.db, id)).map(({ payload }) => {
    const { type, data } = z.parse(webhookSchema, JSON.parse(payload));
    return { type, refund: data.refund, amountRefunded: data.amountRefunded };
  });
}

describe('a voided refund', () => {
  it('is taken from the sum once, with its time, person, reason, event and webhook', async () => {
    const id = await paid({ amount_refunded: 5000 });
    const refund = await recorded(id);
    world.clock.advance(MINUTE);
    const result = await voidRefund(world.companion, refund.id, 'recorded twice', { name: 'Rivo', address: null });
    const voided = { ...refund, status: 'voided', voidedAt: '2026-11-20T12:01:00.000Z', voidedBy: 'Rivo', voidReason: 'recorded twice' };
    expect(result).toEqual(voided);
    expect(await world.read(id)).toMatchObject({ amount_refunded: 5000, version: 3 });
    expect((await world.events(id)).at(-1)).toEqual([
      'refund_voided',
      { refund: refund.id, amount: 10_000, reason: 'recorded twice', by: 'Rivo' },
    ]);
    expect((await webhooks(id)).at(-1)).toEqual({ type: 'payment.refund_voided', refund: voided, amountRefunded: '5000' });
    expect(world.published.at(-1)).toMatchObject({ id, amount_refunded: 5000, version: 3 });
    expect(world.enqueued()).toBe(2);

    world.clock.advance(MINUTE);
    expect(await voidRefund(world.companion, refund.id, 'once more', HANTA)).toEqual(result);
    expect(await world.read(id)).toMatchObject({ amount_refunded: 5000, version: 3 });
    expect(world.enqueued()).toBe(2);
  });
});
