import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { RefundId, StatementCounts, StatementId } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment, seedPayments } from '../../../test/support/seed.ts';
import { seedRefund } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredStatementRow } from '../../database/schema.ts';
import { completedWithin, listedOutside, paymentsOfTransactions, refundsOfTransactions } from './statementReads.ts';
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
const COUNTS: StatementCounts = { rows: 2, matched: 1, onlyHere: 0, onlyAtOperator: 1, different: 0, refund: 0, ignored: 0 };

describe.each(STORES)('statements on %s', (kind) => {
  const storages = useStorages(kind);

  const storage = () => storages.storage;
  const db = () => storages.storage.store.db;
  const begin = () => beginStatement(storage(), { by: 'Hanta', mapping: MAPPING, from: 1000, to: 2000 });
  const row = (statement_id: StatementId, position: number, change: Partial<StoredStatementRow> = {}): StoredStatementRow => ({
    statement_id,
    position,
    result: 'ignored',
    line: null,
    dated_at: null,
    transaction_reference: null,
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
    await finishStatement(storage(), id, COUNTS, changes.length);
    return id;
  }
  const references = (count: number) => Array.from({ length: count }, (_, index) => `REF-${index}`);
  const statements = () => db().selectFrom('statements').selectAll().execute();
  const storedRows = () => db().selectFrom('statement_rows').selectAll().orderBy('statement_id').orderBy('position').execute();
  const rowCount = async () => (await storedRows()).length;

  describe('an import', () => {
    it('is not shown until it is finished, and then with its counts', async () => {
      const now = storages.clock.now();
      const begun = await begin();
      const stored = { created_at: now, created_by: 'Hanta', mapping: JSON.stringify(MAPPING), from_at: 1000, to_at: 2000 };
      expect(begun).toMatchObject({ ...stored, status: 'importing' });
      expect(begun.id).toMatch(/^stm_[A-Za-z0-9_-]{22}$/);
      expect(await findStatement(db(), begun.id)).toBeUndefined();
      expect((await listStatements(db(), 10)).rows).toEqual([]);
      await insertStatementRows(storage(), [row(begun.id, 1), row(begun.id, 2)]);
      const finished = { ...stored, status: 'ready', counts: JSON.stringify(COUNTS), stored_rows: 2 };
      expect(await finishStatement(storage(), begun.id, COUNTS, 2)).toMatchObject(finished);
      expect(await findStatement(db(), begun.id)).toMatchObject(finished);
      expect((await listStatements(db(), 10)).rows).toMatchObject([finished]);
    });

    it('is not finished without all its rows, nor with the rows of another', async () => {
      const [one, other] = [await begin(), await begin()];
      await insertStatementRows(storage(), [row(one.id, 1), row(other.id, 1), row(other.id, 2)]);
      await expect(finishStatement(storage(), one.id, COUNTS, 2)).rejects.toThrow('the import has 1 of 2 rows');
      expect(await findStatement(db(), one.id)).toBeUndefined();
      expect(await finishStatement(storage(), other.id, COUNTS, 2)).toMatchObject({ id: other.id, status: 'ready' });
      expect((await listStatements(db(), 10)).rows.map(({ id }) => id)).toEqual([other.id]);
    });

    it('stores every column of each row, however many there are', async () => {
      const { id } = await begin();
      const payment = await seedPayment(storage().store, {});
      const rows = Array.from({ length: 1234 }, (_, index) =>
        row(id, index + 1, {
          result: 'different',
          line: index + 2,
          dated_at: 1_770_000_000_000 + index,
          transaction_reference: `REF-${index}`,
          amount: '25000.5',
          fee: '375',
          payer: '034 •• ••0 03',
          payment_id: payment,
          refund_id: `ref_${index}` as RefundId,
          differences: 'amount,fee',
        }),
      );
      await insertStatementRows(storage(), rows);
      expect(await storedRows()).toEqual(rows);
    });
  });

  describe('the rows of a statement', () => {
    it('come in the order of the file, page by page, each with its payment as it is now', async () => {
      const payment = await seedPayment(storage().store, {
        order_reference: 'ORDER-1' as OrderReference,
        status: 'completed',
        amount: 25_000,
        fees: '375',
        transaction_id: '600000001',
        final_at: 5000,
      });
      await ready([{ result: 'matched', transaction_reference: 'OTHER' }]);
      const id = await ready([
        { result: 'ignored' },
        { result: 'matched', payment_id: payment },
        { result: 'onlyHere', payment_id: payment },
      ]);
      const read = (after: number, limit = 2) => listStatementRows(db(), id, { limit, after });
      const first = await read(0);
      expect(first.rows).toMatchObject([
        { ...row(id, 1), order_reference: null, payment_status: null },
        {
          ...row(id, 2, { result: 'matched', payment_id: payment }),
          order_reference: 'ORDER-1',
          payment_status: 'completed',
          payment_amount: 25_000,
          payment_fees: '375',
          payment_payer: '034 •• ••0 03',
          payment_transaction: '600000001',
          payment_final_at: 5000,
        },
      ]);
      expect(first.next).toBe(2);
      const last = await read(2);
      expect([last.rows.map(({ position }) => position), last.next]).toEqual([[3], null]);
      expect((await read(0, 3)).next).toBeNull();
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

  describe('payments and refunds', () => {
    it('are found by their transaction references, of which a file may have thousands', async () => {
      const one = await seedPayment(storage().store, { transaction_id: 'REF-0', fees: '375' });
      const other = await seedPayment(storage().store, { transaction_id: 'REF-1200', msisdn: null });
      await seedPayment(storage().store, { transaction_id: 'ELSEWHERE' });
      await seedPayment(storage().store, {});
      const found = await paymentsOfTransactions(db(), references(1201));
      expect(found).toMatchObject([
        { id: one, fees: '375', msisdn: '0343500003' },
        { id: other, msisdn: null },
      ]);
      expect(await paymentsOfTransactions(db(), [])).toEqual([]);
    });

    it('are refunds that are not voided, the oldest first', async () => {
      const payment = await seedPayment(storage().store, { status: 'completed' });
      const refund = (id: string, created_at: number, transaction_reference: string, status: 'recorded' | 'voided' = 'recorded') =>
        seedRefund(storage().store, id, payment, { amount: 100, created_at, transaction_reference, status });
      await refund('ref_newer', 2000, 'REF-0');
      await refund('ref_older', 1000, 'REF-0');
      await refund('ref_voided', 500, 'REF-0', 'voided');
      await refund('ref_last', 500, 'REF-1200');
      await refund('ref_elsewhere', 500, 'ELSEWHERE');
      expect(await refundsOfTransactions(db(), references(1201))).toEqual([
        { id: 'ref_older', payment_id: payment, amount: 100, transaction_reference: 'REF-0' },
        { id: 'ref_newer', payment_id: payment, amount: 100, transaction_reference: 'REF-0' },
        { id: 'ref_last', payment_id: payment, amount: 100, transaction_reference: 'REF-1200' },
      ]);
    });
  });

  describe('the payments that a statement may lack', () => {
    async function within(from: number, to: number): Promise<PaymentId[]> {
      const found: PaymentId[] = [];
      for await (const payments of completedWithin(db(), from, to)) found.push(...payments.map(({ id }) => id));
      return found;
    }

    it('are those that completed in the period, or whose transaction was created in it', async () => {
      const seed = (final_at: number | null, transaction_created_at: number | null, status: 'completed' | 'failed' = 'completed') =>
        seedPayment(storage().store, { status, final_at, transaction_created_at });
      const first = await seed(1000, null);
      const last = await seed(1999, 500);
      const both = await seed(1500, 1500);
      const createdBefore = await seed(2000, 1000);
      const createdLast = await seed(999, 1999);
      await seed(999, 999);
      await seed(2000, 2000);
      await seed(1500, 1500, 'failed');
      await seed(2000, null);
      await seed(999, 2000);
      expect((await within(1000, 2000)).toSorted()).toEqual([first, last, both, createdBefore, createdLast].toSorted());
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
      const listed = (references: readonly string[]) => listedOutside(db(), references, 1000, 2000);
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
