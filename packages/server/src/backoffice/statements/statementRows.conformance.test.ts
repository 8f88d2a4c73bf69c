import { foldReference } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { StatementCounts, StatementId } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment, seedPayments } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredStatementRow } from '../../database/schema.ts';
import { completedWithin, listedOutside } from './statementReads.ts';
import {
  beginStatement,
  eraseStatementPayers,
  findStatement,
  finishStatement,
  insertStatementRows,
  listStatementRows,
  listStatements,
  tidyStatements,
} from './statementRows.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAPPING = {
  columns: { date: 'Date', transactionReference: 'Réf', amount: 'Montant' },
  dateFormat: 'YYYY-MM-DD',
  decimal: ',',
} as const;
const COUNTS: StatementCounts = {
  rows: 2,
  matched: 1,
  onlyHere: 0,
  onlyAtOperator: 1,
  different: 0,
  refund: 0,
  ignored: 0,
};

describe.each(STORES)('statements on %s', (kind) => {
  const storages = useStorages(kind);

  const storage = () => storages.storage;
  const db = () => storages.storage.store.db;
  const finish = (id: StatementId, counts: typeof COUNTS, rows: number) =>
    storage().store.transact((trx) => finishStatement(trx, id, counts, rows));
  const begin = () => beginStatement(storage(), { by: 'Hanta', mapping: MAPPING, from: 1000, to: 2000 });
  const row = (
    statement_id: StatementId,
    position: number,
    change: Partial<StoredStatementRow> = {},
  ): StoredStatementRow => ({
    statement_id,
    position,
    result: 'ignored',
    line: null,
    dated_at: null,
    transaction_reference: null,
    transaction_fold: foldReference(change.transaction_reference ?? ''),
    amount: null,
    fee: null,
    payer: null,
    payment_id: null,
    refund_id: null,
    differences: null,
    ...change,
  });
  /** A statement that is shown, with these rows. */
  async function ready(changes: readonly Partial<StoredStatementRow>[] = []): Promise<StatementId> {
    const { id } = await begin();
    await insertStatementRows(
      storage(),
      changes.map((change, index) => row(id, index + 1, change)),
    );
    await finish(id, COUNTS, changes.length);
    return id;
  }
  const references = (count: number) => Array.from({ length: count }, (_, index) => `REF-${index}`);
  const statements = () => db().selectFrom('statements').selectAll().execute();
  const storedRows = () =>
    db().selectFrom('statement_rows').selectAll().orderBy('statement_id').orderBy('position').execute();
  const rowCount = async () => (await storedRows()).length;

  describe('an import', () => {
    it('is not shown until it is finished, and then with its counts', async () => {
      const now = storages.clock.now();
      const begun = await begin();
      const stored = {
        created_at: now,
        created_by: 'Hanta',
        mapping: JSON.stringify(MAPPING),
        from_at: 1000,
        to_at: 2000,
      };
      expect(begun).toMatchObject({ ...stored, status: 'importing' });
      expect(begun.id).toMatch(/^stm_[A-Za-z0-9_-]{22}$/);
      expect(await findStatement(db(), begun.id)).toBeUndefined();
      expect((await listStatements(db(), 10)).rows).toEqual([]);
      await insertStatementRows(storage(), [row(begun.id, 1), row(begun.id, 2)]);
      const finished = { ...stored, status: 'ready', counts: JSON.stringify(COUNTS), stored_rows: 2 };
      expect(await finish(begun.id, COUNTS, 2)).toMatchObject(finished);
      expect(await findStatement(db(), begun.id)).toMatchObject(finished);
      expect((await listStatements(db(), 10)).rows).toMatchObject([finished]);
    });

    it('is not finished without all its rows, nor with the rows of another', async () => {
      const [one, other] = [await begin(), await begin()];
      await insertStatementRows(storage(), [row(one.id, 1), row(other.id, 1), row(other.id, 2)]);
      await expect(finish(one.id, COUNTS, 2)).rejects.toThrow('the import has 1 of 2 rows');
      expect(await findStatement(db(), one.id)).toBeUndefined();
      expect(await finish(other.id, COUNTS, 2)).toMatchObject({ id: other.id, status: 'ready' });
      expect((await listStatements(db(), 10)).rows.map(({ id }) => id)).toEqual([other.id]);
    });
  });

  it('a statement has no rows after a position that no file has, such as one of another list', async () => {
    const id = await ready([{}]);
    expect(await listStatementRows(db(), id, { limit: 2, after: 999_999_999_999_999 })).toEqual({
      rows: [],
      next: null,
    });
  });

  describe('tidying', () => {
    it('removes the oldest statements beyond the limit with all their rows', async () => {
      const oldest = await ready(Array.from({ length: 1001 }, () => ({})));
      storages.clock.advance(1);
      const middle = await ready([{}, {}]);
      storages.clock.advance(1);
      const newest = await ready([{}, {}, {}]);
      await tidyStatements(storage(), 1006);
      expect(await rowCount()).toBe(1006);
      await tidyStatements(storage(), 1005);
      expect(await findStatement(db(), oldest)).toBeUndefined();
      expect(new Set((await statements()).map(({ id }) => id))).toEqual(new Set([middle, newest]));
      expect(await rowCount()).toBe(5);
      await tidyStatements(storage(), 4);
      expect((await statements()).map(({ id }) => id)).toEqual([newest]);
      expect(await rowCount()).toBe(3);
    });

    it('deletes an import after an hour, and none that may still run', async () => {
      const { id } = await begin();
      await insertStatementRows(storage(), [row(id, 1)]);
      const finished = await ready([{}]);
      storages.clock.advance(HOUR);
      await tidyStatements(storage());
      expect(await rowCount()).toBe(2);
      storages.clock.advance(1);
      await tidyStatements(storage());
      expect((await statements()).map((one) => one.id)).toEqual([finished]);
      expect(await rowCount()).toBe(1);
    });
  });

  describe('RETAIN_DAYS', () => {
    const payers = async () => (await storedRows()).map(({ payer }) => payer);

    it('erases every payer of a statement after its days, and nothing else', async () => {
      const named = (index: number) => ({ payer: `034 •• ••${index}`, transaction_reference: `REF-${index}` });
      const id = await ready(Array.from({ length: 1001 }, (_, index) => named(index)));
      storages.clock.advance(30 * DAY);
      expect(await eraseStatementPayers(storage(), 30)).toBe(0);
      expect((await payers()).filter((payer) => payer === null)).toEqual([]);
      storages.clock.advance(1);
      expect(await eraseStatementPayers(storage(), 30)).toBe(1);
      expect(new Set(await payers())).toEqual(new Set([null]));
      expect((await storedRows())[7]).toMatchObject({ transaction_reference: 'REF-7' });
      expect(await findStatement(db(), id)).toMatchObject({ payers_erased_at: storages.clock.now() });
      expect(await eraseStatementPayers(storage(), 30)).toBe(0);
    });
  });

  describe('the payments that a statement may lack', () => {
    async function within(from: number, to: number): Promise<PaymentId[]> {
      const found: PaymentId[] = [];
      for await (const payments of completedWithin(db(), { from, to })) found.push(...payments.map(({ id }) => id));
      return found;
    }

    it('are those that ended in the period, or that the operator created in it more than an hour before they ended', async () => {
      const seed = (
        final_at: number | null,
        transaction_created_at: number | null,
        status: 'completed' | 'failed' = 'completed',
      ) => seedPayment(storage().store, { status, final_at, transaction_created_at });
      const first = await seed(10 * HOUR, null);
      const last = await seed(20 * HOUR - 1, null);
      const createdBefore = await seed(10 * HOUR, 9 * HOUR);
      const both = await seed(15 * HOUR, 12 * HOUR);
      const endedLate = await seed(25 * HOUR, 15 * HOUR);
      const createdFirst = await seed(20 * HOUR, 10 * HOUR);
      await seed(10 * HOUR - 1, null);
      await seed(20 * HOUR, null);
      await seed(20 * HOUR, 19 * HOUR);
      await seed(10 * HOUR, 9 * HOUR - 1);
      await seed(25 * HOUR, 20 * HOUR);
      await seed(15 * HOUR, 12 * HOUR, 'failed');
      const expected = [first, last, createdBefore, both, endedLate, createdFirst];
      expect((await within(10 * HOUR, 20 * HOUR)).toSorted()).toEqual(expected.toSorted());
    });

    it('come in batches, each payment once, however many have the same time', async () => {
      const payments = Array.from({ length: 1001 }, (_, index) => ({
        status: index % 2 === 0 ? ('completed' as const) : ('failed' as const),
        final_at: index < 3 ? 1000 : 1500,
        transaction_created_at: null,
      }));
      await seedPayments(storage().store, payments);
      const found = await within(1000, 2000);
      expect([found.length, new Set(found).size]).toEqual([501, 501]);
    });

    it('are not those that another statement lists on a day outside the period', async () => {
      const listed = (references: readonly string[]) => listedOutside(db(), references, { from: 1000, to: 2000 });
      await ready([
        { transaction_reference: 'BEFORE', dated_at: 999 },
        { transaction_reference: 'FIRST', dated_at: 1000 },
        { transaction_reference: 'LAST', dated_at: 1999 },
        { transaction_reference: 'AFTER', dated_at: 2000 },
        { transaction_reference: 'UNDATED', dated_at: null },
      ]);
      const { id } = await begin();
      await insertStatementRows(storage(), [row(id, 1, { transaction_reference: 'IMPORTING', dated_at: 999 })]);
      const all = ['BEFORE', 'FIRST', 'LAST', 'AFTER', 'UNDATED', 'IMPORTING', ...references(600)];
      expect(await listed(all)).toEqual(new Set(['BEFORE', 'AFTER']));
      expect(await listed(['AFTER'])).toEqual(new Set(['AFTER']));
      expect(await listed([...references(600), 'AFTER'])).toEqual(new Set(['AFTER']));
      expect(await listed([])).toEqual(new Set());
    });
  });
});
