import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import {
  attempt,
  changed,
  changedWithin,
  opened,
  read,
  type TestChange,
  together,
} from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredPayment } from '../../database/schema.ts';

const COMPLETED: TestChange = { to: 'completed', set: { verified: 1 }, event: { kind: 'completed' } };
const UNVERIFIED: TestChange = { to: 'completed', set: { verified: 0 }, event: { kind: 'completed' } };
const VERIFIED: TestChange = { set: { verified: 1 }, event: { kind: 'verified' } };
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `2026-${String(from + index).padStart(6, '0')}`);

describe.each(STORES)('receipt numbers on %s', (kind) => {
  const storages = useStorages(kind, 3);
  const { storage } = storages;
  const payments = (count: number, name = 'ORDER') =>
    together(count, (index) => opened(storages.at(index), attempt(`${name}-${index}`)));
  const numberOf = async (payment: StoredPayment) => (await read(storage, payment)).receipt_number;

  it('run without a gap and without a repetition, whichever instance completes the payment', async () => {
    const completed = await Promise.all(
      (await payments(24)).map(({ id }, index) => changed(storages.at(index), id, COMPLETED)),
    );
    expect(completed.map(({ receipt_number }) => receipt_number).sort()).toEqual(numbered(1, 24));
  });

  it('leave no gap after transactions that are rolled back', async () => {
    const all = await payments(12);
    await Promise.all(
      all.map(({ id }, index) => {
        const { store } = storages.at(index);
        return store
          .transact(async (trx) => {
            await changedWithin(storages.at(index), trx, id, COMPLETED);
            if (index % 2 === 1) throw new Error('the process ends here');
          })
          .catch(() => undefined);
      }),
    );
    const given = (await Promise.all(all.map(numberOf))).filter((number) => number !== null);
    expect(given.sort()).toEqual(numbered(1, 6));
  });

  it('are given when the payment is verified, once', async () => {
    const [first, second] = await payments(2);
    if (first === undefined || second === undefined) throw new Error('there are two');
    await changed(storage, first.id, UNVERIFIED);
    expect(await numberOf(first)).toBeNull();
    await changed(storage, second.id, COMPLETED);
    await changed(storage, first.id, VERIFIED);
    await changed(storage, first.id, VERIFIED);
    expect([await numberOf(second), await numberOf(first)]).toEqual(['2026-000001', '2026-000002']);
  });

  it('begin again with each year in Madagascar', async () => {
    const [last, first, next] = await payments(3);
    if (last === undefined || first === undefined || next === undefined) throw new Error('there are three');
    // Midnight in Madagascar is 21:00 UTC.
    storages.clock.advance(Date.parse('2026-12-31T20:59:59.999Z') - storages.clock.now());
    await changed(storage, last.id, COMPLETED);
    storages.clock.advance(1);
    await changed(storage, first.id, COMPLETED);
    await changed(storage, next.id, COMPLETED);
    expect([await numberOf(last), await numberOf(first), await numberOf(next)]).toEqual([
      '2026-000001',
      '2027-000001',
      '2027-000002',
    ]);
  });
});
