import { readFileSync } from 'node:fs';
import { STORES } from '@tsena/testkit/stores';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedPayments } from '../../test/support/seed.ts';
import { attempt, changed, opened, openStorages, pending, untilBlocked } from '../../test/support/storages.ts';
import { msisdn } from '../../test/support/testCompanion.ts';
import { useForEach } from '../../test/support/use.ts';
import { useStorages } from '../../test/support/useStorages.ts';
import { findPayment, historyOf } from '../core/storage/reads.ts';
import type { StoredPayment } from '../database/schema.ts';
import { erasePayers, isTimeCertain } from './erasure.ts';

const DAY = 24 * 60 * 60_000;

describe.each(STORES)('RETAIN_DAYS on %s', (kind) => {
  const storages = useStorages(kind);

  async function ended(order: string, to: 'completed' | 'failed'): Promise<StoredPayment> {
    const { id } = await pending(storages.storage, order, { addressHash: 'address' });
    return changed(storages.storage, id, {
      to,
      set: { final_at: storages.clock.now(), next_check_at: null },
      event: { kind: to },
    });
  }
  const read = (payment: StoredPayment) => findPayment(storages.storage.store.db, payment.id);

  it('erases the number from payments that ended that long ago, and nothing else', async () => {
    const [paid, failed] = [await ended('PAID', 'completed'), await ended('FAILED', 'failed')];
    storages.clock.advance(30 * DAY);
    expect(await erasePayers(storages.storage, 30)).toBe(0);
    storages.clock.advance(1);
    expect(await erasePayers(storages.storage, 30)).toBe(2);
    for (const before of [paid, failed]) {
      expect(await read(before)).toEqual({ ...before, msisdn: null, address_hash: null });
      expect(await historyOf(storages.storage.store.db, before.id)).toHaveLength(4);
    }
    expect(await erasePayers(storages.storage, 30)).toBe(0);
  });

  it('waits a day after a step of the clock, or if the newest payment is old', async () => {
    const { clock, storage } = storages;
    const stepped = (steadyFor: number) => ({
      ...storage,
      clock: { now: () => clock.now(), steadyFor: () => steadyFor },
    });
    expect(await isTimeCertain(storage, 0)).toBe(true);
    await ended('ORDER', 'completed');
    clock.advance(30 * DAY);
    expect(await isTimeCertain(storage, 0)).toBe(true);
    expect(await isTimeCertain(stepped(DAY - 1), 2 * DAY)).toBe(false);
    expect(await isTimeCertain(stepped(DAY), 2 * DAY)).toBe(true);
    clock.advance(1);
    expect(await isTimeCertain(storage, DAY - 1)).toBe(false);
    expect(await isTimeCertain(storage, DAY)).toBe(true);
  });

  it('keeps the number of payments that are not final, or are still checked', async () => {
    const failed = await ended('FAILED', 'failed');
    await storages.storage.store.db.updateTable('payments').set({ next_check_at: 1 }).execute();
    const kept = [failed, await opened(storages.storage, attempt('UNSENT')), await pending(storages.storage, 'OPEN')];
    storages.clock.advance(1000 * DAY);
    expect(await erasePayers(storages.storage, 7)).toBe(0);
    for (const payment of kept) expect((await read(payment))?.msisdn).toBe('0343500003');
  });

  // Whichever of the two it erases first.
  it.runIf(kind === 'postgres').each([0, 1])(
    'erases although another change and it wait for each other: %i',
    async (index) => {
      const { clock, storage } = storages;
      const ids = [(await ended('FIRST', 'failed')).id, (await ended('SECOND', 'failed')).id].sort();
      clock.advance(31 * DAY);
      let erasing: Promise<number> | undefined;
      await storage.store.transact(async (trx) => {
        // Of the two, PostgreSQL ends the one that has waited for its timeout.
        await sql`set local deadlock_timeout = '1min'`.execute(trx);
        const lock = (from: number) => sql`select 1 from payments where id = ${ids.at(from)} for update`.execute(trx);
        await lock(index);
        erasing = erasePayers(storage, 30);
        await untilBlocked(storages, erasing);
        await lock(index - 1);
      });
      expect(await erasing).toBe(2);
    },
  );

  it('erases many payments in batches', async () => {
    await seedPayments(storages.storage.store, Array(501).fill({ final_at: storages.clock.now() }));
    storages.clock.advance(31 * DAY);
    expect(await erasePayers(storages.storage, 30)).toBe(501);
  });
});

describe('RETAIN_DAYS and the files of SQLite', () => {
  const storages = useForEach(() => openStorages('sqlite'));

  const numbersOf = (series: number) =>
    Array.from({ length: 100 }, (_, index) => `0343500${series}${String(index).padStart(2, '0')}`);
  const [old, young] = [numbersOf(1), numbersOf(2)];
  const pathOf = () => storages.url.slice('file:'.length);

  async function pay(numbers: readonly string[]): Promise<void> {
    const { storage, clock } = storages;
    for (const number of numbers) {
      const { id } = await pending(storage, `ORDER-${number.slice(-3)}`, { msisdn: msisdn(number) });
      await changed(storage, id, {
        to: 'completed',
        set: { final_at: clock.now(), next_check_at: null },
        event: { kind: 'completed' },
      });
    }
  }

  function inFiles(numbers: readonly string[]): number {
    const text = ['', '-wal'].map((end) => readFileSync(`${pathOf()}${end}`, 'latin1')).join('');
    return numbers.filter((number) => text.includes(number)).length;
  }

  it('overwrites the numbers, with the copies that updates of a payment left', async () => {
    await pay(old);
    storages.clock.advance(31 * DAY);
    await pay(young);
    expect([inFiles(old), inFiles(young)]).toEqual([100, 100]);
    expect(await erasePayers(storages.storage, 30)).toBe(100);
    expect([inFiles(old), inFiles(young)]).toEqual([0, 100]);
  });

  it('empties the write-ahead log later, where another process reads the database', async () => {
    await pay(old);
    storages.clock.advance(31 * DAY);
    const reader = new Database(pathOf(), { readonly: true });
    reader.exec('begin');
    reader.prepare('select count(*) from payments').get();
    await expect(erasePayers(storages.storage, 30)).rejects.toThrow('erased numbers are still in the write-ahead log');
    expect(inFiles(old)).toBe(100);
    reader.close();
    expect(await erasePayers(storages.storage, 30)).toBe(0);
    expect(inFiles(old)).toBe(0);
  });
});
