import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { changed, pending, read } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { InputOf } from '../rules/decide.ts';
import { applyDecision } from './applyDecision.ts';

describe.each(STORES)('payments that need review on %s', (kind) => {
  const storages = useStorages(kind);
  const { storage } = storages;

  const reasonsOf = async (...payments: readonly StoredPayment[]) =>
    Promise.all(payments.map(async (payment) => (await read(storage, payment)).review_reasons));

  /** Two payments of an order, the second of which has made it overpaid. */
  async function overpaidOrder(): Promise<[StoredPayment, StoredPayment]> {
    const first = await pending(storage, 'ORDER-1');
    storages.clock.advance(180_000);
    const second = await pending(storage, 'ORDER-1');
    const completed = { kind: 'completed', data: { transactionId: null, verified: true } } as const;
    for (const { id } of [first, second])
      await changed(storage, id, { to: 'completed', set: { verified: 1, next_check_at: null }, event: completed });
    await changed(storage, second.id, { event: { kind: 'order_overpaid', data: { also: first.id } } });
    return [first, second];
  }

  it('because their order is overpaid need none once another payment of it is refunded, until that is voided', async () => {
    const [first, second] = await overpaidOrder();
    expect(await reasonsOf(first, second)).toEqual([null, 'overpaid']);
    const refund = (status: 'recorded' | 'voided') =>
      applyDecision(storage, first.id, {
        kind: 'refund',
        refund: { id: 'ref_1', status } as InputOf<'refund'>['refund'],
        amount: 25_000,
        reason: 'paid twice',
        by: 'Hanta',
      });
    await refund('recorded');
    expect(await reasonsOf(first, second)).toEqual([null, null]);
    await refund('voided');
    expect(await reasonsOf(first, second)).toEqual([null, 'overpaid']);
  });

  it('because their order is overpaid need none once they are resolved', async () => {
    const [first, second] = await overpaidOrder();
    const resolution = { kind: 'resolution', resolution: 'closed', reason: 'seen', by: 'Hanta' } as const;
    expect(await applyDecision(storage, second.id, resolution)).toMatchObject({ outcome: true });
    expect(await reasonsOf(first, second)).toEqual([null, null]);
    expect(await applyDecision(storage, second.id, resolution)).toMatchObject({ outcome: false });
  });

  it('because their polling has stopped need none while a callback has made a check due', async () => {
    const payment = await pending(storage, 'ORDER-1');
    await changed(storage, payment.id, { set: { next_check_at: null }, event: { kind: 'polling_stopped' } });
    expect(await reasonsOf(payment)).toEqual(['polling_stopped']);
    const note = { serverCorrelationId: '', transactionReference: '', status: 'completed' };
    await applyDecision(storage, payment.id, { kind: 'callback', note });
    expect(await reasonsOf(payment)).toEqual([null]);
  });

  it('because they are unverified need it from the end of their checks on', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const now = storages.clock.now();
    const lease = { lease_owner: 'one', lease_until: now + 12_000, next_check_at: now + 12_000 };
    const { fence } = await changed(storage, payment.id, {
      to: 'completed',
      set: { verified: 0, ...lease },
      event: { kind: 'completed', data: { transactionId: null, verified: false } },
    });
    await changed(storage, payment.id, { set: { differences: 'amount' }, event: { kind: 'details_mismatch' } });
    expect(await reasonsOf(payment)).toEqual(['details_mismatch']);
    expect(await applyDecision(storage, payment.id, { kind: 'checks_stopped', fence })).toMatchObject({
      written: [],
      outcome: { kind: 'stopped' },
    });
    expect(await reasonsOf(payment)).toEqual(['details_mismatch,unverified']);
  });
});
