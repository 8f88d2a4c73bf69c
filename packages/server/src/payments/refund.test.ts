import type { Ariary } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { type RefundBody, type RefundId, webhookSchema } from '@tsena/shared/merchant';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openStubbedPayments, type StubbedPayments } from '../../test/support/stubbedPayments.ts';
import { webhooksOf } from '../storage/reads.ts';
import { type RefundRequest, recordRefund, voidRefund } from './refund.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;

let world: StubbedPayments;
beforeEach(async () => {
  world = await openStubbedPayments();
});
afterEach(() => world.close());

function paid(values: Parameters<StubbedPayments['seed']>[0] = {}): Promise<PaymentId> {
  return world.seed({ status: 'completed', next_check_at: null, ...values });
}

function record(id: PaymentId, body: Partial<RefundBody> = {}, more: Partial<RefundRequest> = {}) {
  return recordRefund(world.companion, id, { body: { amount: 10_000 as Ariary, reason: 'one cup broken', ...body }, by: 'Hanta', ...more });
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

describe('a refund', () => {
  it('is recorded with the sum, its event and its webhook, and subscribers receive the payment', async () => {
    const id = await paid({ amount_refunded: 5000 });
    const refund = await recorded(id, { transactionReference: '700000022', refundedAt: NOW - MINUTE });
    expect(refund).toEqual({
      id: expect.stringMatching(/^ref_/),
      paymentId: id,
      amount: '10000',
      currency: 'MGA',
      reason: 'one cup broken',
      transactionReference: '700000022',
      refundedAt: '2026-11-20T11:59:00.000Z',
      createdAt: '2026-11-20T12:00:00.000Z',
      createdBy: 'Hanta',
      status: 'recorded',
      voidedAt: null,
      voidedBy: null,
      voidReason: null,
    });
    expect(await world.read(id)).toMatchObject({ status: 'completed', amount_refunded: 15_000, version: 2 });
    expect(await world.events(id)).toEqual([['refunded', { refund: refund.id, amount: 10_000, reason: 'one cup broken', by: 'Hanta' }]]);
    expect(await webhooks(id)).toEqual([{ type: 'payment.refunded', refund, amountRefunded: '15000' }]);
    expect(world.published).toMatchObject([{ id, amount_refunded: 15_000, version: 2 }]);
    expect(world.reported).toMatchObject([{ event: { kind: 'refunded' }, webhook: 'payment.refunded' }]);
    expect(world.enqueued()).toBe(1);
  });

  it.each([
    [24_999, 'recorded'],
    [25_000, 'recorded'],
    [25_001, 'exceeds'],
  ] as const)('of %s of a payment of 25000 is answered: %s', async (amount, kind) => {
    expect(await record(await paid(), { amount: amount as Ariary })).toMatchObject(
      kind === 'exceeds' ? { kind, remaining: 25_000 } : { kind },
    );
  });

  it('that exceeds what is left writes nothing, and says what is left', async () => {
    const id = await paid({ amount_refunded: 20_000 });
    expect(await record(id)).toEqual({ kind: 'exceeds', remaining: 5000 });
    expect(await world.read(id)).toMatchObject({ amount_refunded: 20_000, version: 1 });
    expect(await webhooks(id)).toEqual([]);
    expect(world.published).toEqual([]);
  });

  it.each([
    [5 * MINUTE, 'recorded'],
    [5 * MINUTE + 1, 'in_future'],
  ] as const)('whose time is %s ms ahead is answered: %s', async (aheadMs, kind) => {
    expect(await record(await paid(), { refundedAt: NOW + aheadMs })).toMatchObject({ kind });
  });

  it.each([
    [5 * MINUTE, 'recorded'],
    [5 * MINUTE + 1, 'before_payment'],
  ] as const)('whose time is %s ms before the payment began is answered: %s', async (beforeMs, kind) => {
    const createdAt = NOW - 60 * MINUTE;
    expect(await record(await paid({ created_at: createdAt }), { refundedAt: createdAt - beforeMs })).toMatchObject({ kind });
  });

  it.each(['created', 'sending', 'pending', 'unresolved', 'failed'] as const)('of a payment that is %s is not possible', async (status) => {
    expect(await record(await paid({ status }))).toEqual({ kind: 'not_possible' });
  });

  it('of a payment that the merchant recorded as received is possible', async () => {
    expect(await record(await paid({ status: 'unresolved', resolution: 'received' }))).toMatchObject({ kind: 'recorded' });
  });

  it('of no payment is not found', async () => {
    expect(await record('pay_0000000000000000000000' as PaymentId)).toEqual({ kind: 'not_found' });
  });
});

describe('a refund with an Idempotency-Key', () => {
  const idempotency = { actor: 'Hanta', key: 'key-1' };

  it('is recorded and announced once, and has the same answer each time', async () => {
    const id = await paid();
    const first = await recorded(id, {}, { idempotency });
    world.clock.advance(MINUTE);
    expect(await recorded(id, {}, { idempotency })).toEqual(first);
    expect(await world.read(id)).toMatchObject({ amount_refunded: 10_000, version: 2 });
    expect(world.published).toHaveLength(1);
    expect(world.enqueued()).toBe(1);
  });

  it('is answered as it stands once it is voided', async () => {
    const id = await paid();
    const first = await recorded(id, {}, { idempotency });
    const voided = await voidRefund(world.companion, first.id, 'recorded twice', 'Rivo');
    expect(await record(id, {}, { idempotency })).toEqual({ kind: 'recorded', refund: 'refund' in voided && voided.refund });
    expect(await world.read(id)).toMatchObject({ amount_refunded: 0, version: 3 });
  });

  it.each([
    ['another key', { idempotency: { actor: 'Hanta', key: 'key-2' } }],
    ['the same key of another person', { idempotency: { actor: 'Rivo', key: 'key-1' } }],
  ])('is another one with %s', async (_what, more) => {
    const id = await paid();
    const first = await recorded(id, {}, { idempotency });
    expect((await recorded(id, {}, more)).id).not.toBe(first.id);
    expect(await world.read(id)).toMatchObject({ amount_refunded: 20_000 });
  });

  it('is refused as reused with another body, and is another one for another payment', async () => {
    const id = await paid();
    const first = await recorded(id, {}, { idempotency });
    expect(await record(id, { reason: 'another reason' }, { idempotency })).toEqual({ kind: 'reused' });
    expect((await recorded(await paid({ server_correlation_id: 'sc-2' }), {}, { idempotency })).id).not.toBe(first.id);
  });

  it('that was refused uses up no key', async () => {
    const id = await paid();
    expect(await record(id, { amount: 30_000 as Ariary }, { idempotency })).toEqual({ kind: 'exceeds', remaining: 25_000 });
    expect(await record(id, {}, { idempotency })).toMatchObject({ kind: 'recorded' });
  });
});

describe('a voided refund', () => {
  it('is marked with its time, person and reason, taken from the sum, and announced by its event and webhook', async () => {
    const id = await paid({ amount_refunded: 5000 });
    const refund = await recorded(id);
    world.clock.advance(MINUTE);
    const result = await voidRefund(world.companion, refund.id, 'recorded twice', 'Rivo');
    const voided = { ...refund, status: 'voided', voidedAt: '2026-11-20T12:01:00.000Z', voidedBy: 'Rivo', voidReason: 'recorded twice' };
    expect(result).toEqual({ kind: 'voided', refund: voided });
    expect(await world.read(id)).toMatchObject({ amount_refunded: 5000, version: 3 });
    expect((await world.events(id)).at(-1)).toEqual([
      'refund_voided',
      { refund: refund.id, amount: 10_000, reason: 'recorded twice', by: 'Rivo' },
    ]);
    expect((await webhooks(id)).at(-1)).toEqual({ type: 'payment.refund_voided', refund: voided, amountRefunded: '5000' });
    expect(world.published.at(-1)).toMatchObject({ id, amount_refunded: 5000, version: 3 });
    expect(world.enqueued()).toBe(2);

    world.clock.advance(MINUTE);
    expect(await voidRefund(world.companion, refund.id, 'once more', 'Hanta')).toEqual(result);
    expect(await world.read(id)).toMatchObject({ amount_refunded: 5000, version: 3 });
    expect(world.enqueued()).toBe(2);
  });

  it('is not found with another id', async () => {
    expect(await voidRefund(world.companion, 'ref_0000000000000000000000' as RefundId, 'a mistake', 'Rivo')).toEqual({ kind: 'not_found' });
  });
});
