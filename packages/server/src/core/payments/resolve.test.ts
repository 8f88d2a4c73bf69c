import type { PaymentId } from '@tsena/shared/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { detailsOf, REFERENCE } from '../../../test/support/paymentState.ts';
import { openStubbedPayments, orderOf } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import { resolvePayment } from './resolve.ts';

const world = useForEach(openStubbedPayments);
beforeEach(async () => {
  world.answers.details = async () => detailsOf();
});

const NOT_POSSIBLE = { ok: false, code: 'resolve_not_possible' };

describe('a resolution by a transaction reference', () => {
  const byReference = (id: PaymentId) =>
    resolvePayment(world.companion, id, { transactionReference: REFERENCE }, 'Hanta');

  it.each(['unresolved', 'failed'] as const)(
    'completes a payment that is %s, under the name of the key',
    async (status) => {
      const id = await world.seedUnresolved({ status, reference_attempts: 5 });
      expect(await byReference(id)).toMatchObject({ ok: true, payment: { id, status: 'completed' } });
      expect(world.asked).toEqual([`details ${REFERENCE}`]);
      expect(await world.events(id)).toEqual([
        ['completed', { transactionId: REFERENCE, verified: true, by: 'Hanta' }],
      ]);
    },
  );

  it('names the order that it has paid, and takes one whose time alone agrees', async () => {
    const paid = {
      order_reference: orderOf('PAID'),
      status: 'completed',
      transaction_id: REFERENCE,
      verified: 0,
    } as const;
    const other = await world.seed(paid);
    const id = await world.seedUnresolved();
    const used = { ok: false, code: 'reference_mismatch', mismatch: { kind: 'used', order: 'PAID' } };
    expect(await byReference(id)).toEqual(used);
    await world.store.db
      .updateTable('payments')
      .set({ transaction_id: '7', transaction_fold: '7' })
      .where('id', '=', other)
      .execute();
    expect(await byReference(id)).toMatchObject({ ok: true });
  });
});

describe('a resolution by a reference that a person typed', () => {
  const byReference = (id: PaymentId, transactionReference: string) =>
    resolvePayment(world.companion, id, { transactionReference }, 'Hanta');
  /** The operator knows this reference only. */
  const know = (reference: string) => {
    const { details } = world.answers;
    world.answers.details = async (id) => (id === reference ? details(id) : { kind: 'absent', reason: 'unknown' });
  };

  it.each([
    ['MP241128.1234.A12345', 'MP241128.1234.A12345', ['MP241128.1234.A12345']],
    ['mp6360425ab', 'mp6360425ab', ['mp6360425ab']],
    ['q83v/EjRWeJA=', 'q83v/EjRWeJA=', ['q83v/EjRWeJA=']],
    // As people may type it.
    ['CIA2400X7', 'cia2400x7', ['cia2400x7', 'CIA2400X7']],
    ['636042511', '636-042-511', ['636-042-511', '636042511']],
  ])('finds %s by %s', async (reference, typed, asked) => {
    know(reference);
    const id = await world.seedUnresolved();
    expect(await byReference(id, typed)).toMatchObject({ ok: true, payment: { transaction_id: reference } });
    expect(world.asked).toEqual(asked.map((one) => `details ${one}`));
  });

  it('asks in the spelling in which a callback of the payment named it', async () => {
    know('Mp-00.6360425');
    const id = await world.seedUnresolved();
    await world.companion.changes.apply(id, {
      kind: 'callback',
      note: { serverCorrelationId: 'sc-9', transactionReference: 'Mp-00.6360425', status: 'completed' },
    });
    expect(await byReference(id, 'MP006360425')).toMatchObject({
      ok: true,
      payment: { transaction_id: 'Mp-00.6360425' },
    });
    expect(world.asked).toEqual(['details Mp-00.6360425']);
  });

  it('that differs only in spelling from one that has paid another order needs review', async () => {
    await world.seed({ order_reference: orderOf('PAID'), status: 'completed', transaction_id: 'tx-1001', verified: 1 });
    const id = await world.seedUnresolved();
    expect(await byReference(id, 'TX1001')).toEqual({
      ok: false,
      code: 'reference_mismatch',
      mismatch: { kind: 'used', order: 'PAID' },
    });
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', differences: 'transactionReference' });
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
  });
});

describe('a resolution', () => {
  const resolve = (id: PaymentId, resolution: 'received' | 'closed' = 'received') =>
    resolvePayment(world.companion, id, { resolution, reason: 'seen in the statement' }, 'Hanta');

  it('is recorded with its reason and who, changes no status, and sends no webhook', async () => {
    const id = await world.seedUnresolved();
    const row = {
      status: 'unresolved',
      resolution: 'received',
      resolution_reason: 'seen in the statement',
      resolution_by: 'Hanta',
    };
    expect(await resolve(id)).toMatchObject({ ok: true, payment: row });
    expect(await world.read(id)).toMatchObject(row);
    expect(await world.events(id)).toEqual([
      ['resolved', { resolution: 'received', reason: 'seen in the statement', by: 'Hanta' }],
    ]);
    expect(await world.webhookTypes(id)).toEqual([]);
  });

  it('replaces only the one that its author has seen, and is recorded once if it is repeated', async () => {
    const id = await world.seedUnresolved();
    const record = (resolution: 'received' | 'not_received', replaces: number | null, by = 'Hanta') =>
      resolvePayment(world.companion, id, { resolution, reason: 'seen in the statement', replaces }, by);
    const firstAt = world.clock.now();
    expect(await record('not_received', null)).toMatchObject({ ok: true });
    world.clock.advance(1000);
    const repeated = await record('not_received', null);
    expect(repeated).toMatchObject({ ok: true, payment: { resolution_at: firstAt } });
    const changed = {
      ok: false,
      code: 'resolution_changed',
      standing: { resolution: 'not_received', resolution_by: 'Hanta' },
    };
    expect([await record('received', null), await record('not_received', null, 'Rivo')]).toMatchObject([
      changed,
      changed,
    ]);
    expect(await record('received', firstAt, 'Rivo')).toMatchObject({ ok: true, payment: { resolution_by: 'Rivo' } });
    expect(await record('not_received', firstAt)).toMatchObject({ ok: false, standing: { resolution_by: 'Rivo' } });
    expect((await world.events(id)).map(([, data]) => data)).toMatchObject([{ by: 'Hanta' }, { by: 'Rivo' }]);
  });
});

it('what a caller writes with a resolution is written only if the payment changes', async () => {
  const id = await world.seedUnresolved({ status: 'completed' });
  const body = { resolution: 'not_received', reason: 'not in the statement' } as const;
  const names: string[] = [];
  const resolve = (payment: PaymentId) =>
    resolvePayment(world.companion, payment, body, 'Hanta', async () => void names.push(payment));
  expect(await resolve(id)).toMatchObject(NOT_POSSIBLE);
  expect(await resolve('pay_0000000000000000000000' as PaymentId)).toMatchObject({ ok: false });
  const other = await world.seedUnresolved();
  expect(await resolve(other)).toMatchObject({ ok: true });
  expect(names).toEqual([other]);
});
