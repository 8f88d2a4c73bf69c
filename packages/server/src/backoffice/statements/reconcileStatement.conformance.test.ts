import type { Msisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { StatementRow } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { previewStatement, type ReconcileRequest, reconcileStatement } from './reconcileStatement.ts';
import { buildReport, pagesOf } from './statementReport.ts';

const HANTA = { name: 'Hanta', keyId: null, address: null };
const COLUMNS = { date: 'Date', transactionReference: 'Réf', amount: 'Montant', fee: 'Frais', payer: 'Payeur' };
const HEADER = 'Date;Réf;Montant;Frais;Payeur';
/** 2026-01-31 in Madagascar. */
const DAY_BEGINS = Date.parse('2026-01-30T21:00:00Z');
const NOON = Date.parse('2026-01-31T09:00:00Z');
const DAY_ENDS = Date.parse('2026-01-31T21:00:00Z');
const DAY = 86_400_000;

describe.each(STORES)('statements on %s', (kind) => {
  const storages = useStorages(kind);

  const db = () => storages.storage.store.db;
  const file = (rows: readonly string[], header = HEADER) => Buffer.from([header, ...rows].join('\n'));

  const reconcile = (rows: readonly string[], change: Partial<ReconcileRequest> = {}) =>
    reconcileStatement(storages.storage, { file: file(rows), by: HANTA, columns: COLUMNS, ...change });

  /** The counts, the period, and every row. */
  async function run(rows: readonly string[], change: Partial<ReconcileRequest> = {}) {
    const reconciled = await reconcile(rows, change);
    const all: StatementRow[] = [];
    for await (const page of pagesOf(db(), reconciled.rows)) all.push(...page);
    return { ...reconciled, rows: all };
  }

  const paid = (reference: string | null, values: Parameters<typeof seedPayment>[1] = {}) =>
    seedPayment(storages.storage.store, {
      status: 'completed',
      verified: 1,
      transaction_id: reference,
      fees: '375',
      final_at: NOON,
      ...values,
    });

  const entries = () => db().selectFrom('audit').selectAll().execute();

  let refundCount = 0;
  async function refund(
    payment: PaymentId,
    amount: number,
    transaction_reference: string | null,
    status: 'recorded' | 'voided' = 'recorded',
  ) {
    refundCount += 1;
    const id = `ref_${refundCount}`;
    await seedRefund(storages.storage.store, id, payment, {
      amount,
      transaction_reference,
      created_at: 1000 - refundCount,
      status,
    });
    return id;
  }

  describe('reconcileStatement', () => {
    it('gives each row its result, and adds the payments that the file lacks', async () => {
      const matched = await paid('600000001');
      const missing = await paid('600000002');
      const otherAmount = await paid('600000003');
      const otherPayer = await paid('600000005', { msisdn: '0343500003' as Msisdn });
      const statement = await run([
        '31/01/2026 12:00;600 000 001;25 000,00;375,00;0343500003',
        '31/01/2026 12:01;600000003;24 999,5;375;0343500003',
        '31/01/2026 12:02;600000005;25000;;0343500009',
        '31/01/2026 12:03;600000009;700;10;a shop',
        '31/01/2026 12:04;;900;;',
        '31/01/2026 12:05;;-900;;',
        '31/01/2026 12:06;600000010;-5000;0;0343500004',
        ';;123;;Total',
      ]);
      expect(statement.counts).toEqual({
        rows: 8,
        matched: 1,
        onlyHere: 1,
        onlyAtOperator: 2,
        different: 2,
        refund: 0,
        ignored: 3,
      });
      const payment = {
        status: 'completed',
        amount: '25000',
        fees: '375',
        payer: '034 •• ••0 03',
        finalAt: '2026-01-31T09:00:00.000Z',
      };
      const row = { fee: null, payer: null };
      expect(statement.rows).toMatchObject([
        {
          result: 'matched',
          row: {
            line: 2,
            date: '2026-01-31T09:00:00.000Z',
            transactionReference: '600000001',
            amount: '25000',
            fee: '375',
            payer: '034 •• ••0 03',
          },
          paymentId: matched,
          refundId: null,
          differences: [],
          payment: { ...payment, transactionReference: '600000001' },
        },
        { result: 'different', row: { line: 3, amount: '24999.50' }, paymentId: otherAmount, differences: ['amount'] },
        {
          result: 'different',
          row: { line: 4, fee: null, payer: '034 •• ••0 09' },
          paymentId: otherPayer,
          differences: ['payer'],
        },
        {
          result: 'onlyAtOperator',
          row: { line: 5, payer: '••••' },
          paymentId: null,
          refundId: null,
          differences: [],
          payment: null,
        },
        { result: 'onlyAtOperator', row: { ...row, line: 6, transactionReference: null }, paymentId: null },
        { result: 'ignored', row: { ...row, line: 7, amount: '-900' } },
        { result: 'ignored', row: { line: 8, transactionReference: '600000010' }, paymentId: null, refundId: null },
        { result: 'ignored', row: { ...row, line: 9, date: null, transactionReference: null, amount: null } },
        { result: 'onlyHere', row: null, paymentId: missing, refundId: null, differences: [], payment },
      ]);
    });

    it('reads dates and amounts as the request says', async () => {
      const { counts, period } = await run(['2026-31-01;1;700,5;;'], { dateFormat: 'YYYY-DD-MM', decimal: ',' });
      expect([counts, period]).toMatchObject([
        { rows: 1, onlyAtOperator: 1 },
        { from: DAY_BEGINS, to: DAY_ENDS },
      ]);
    });

    it('matches references in other letters, and never without their zeros', async () => {
      const letters = await paid('cia24x0001');
      const marks = await paid('MP241128.1234.A12345');
      const number = await paid('676788307');
      const digits = await paid('600000001');
      const rows = ['CIA24X0001', '\u202amp241128.1234.a12345\u202c', '676788307.0', '0600000001'];
      const statement = await run(rows.map((reference) => `31/01/2026;${reference};25000;;`));
      expect(statement.rows.map(({ result, paymentId }) => [result, paymentId])).toEqual([
        ['matched', letters],
        ['matched', marks],
        ['matched', number],
        ['onlyAtOperator', null],
        ['onlyHere', digits],
      ]);
    });

    it('compares each row of a long file, the rows of one reference together', async () => {
      for (const reference of ['TWICE', 'LAST']) await paid(reference);
      const between = Array.from({ length: 1200 }, (_, index) => `R${index}`);
      const references = ['TWICE', ...between, 'TWICE', 'LAST'];
      const { rows } = await run(references.map((reference) => `31/01/2026;${reference};25000;;`));
      expect(rows.map(({ row }) => row?.transactionReference)).toEqual(references);
      expect([rows[0], ...rows.slice(-2)]).toMatchObject([
        { result: 'matched', differences: [] },
        { result: 'different', differences: ['duplicate'] },
        { result: 'matched', differences: [] },
      ]);
    });

    it('matches sent money with the sum of the recorded refunds of its reference', async () => {
      const id = await paid('600000001');
      await refund(id, 2000, 'SENT0001');
      const oldest = await refund(id, 3000, 'sent0001');
      const other = await refund(id, 1000, '700000002');
      await refund(id, 500, '700000003', 'voided');
      await refund(id, 400, null);
      const statement = await run([
        '31/01/2026 12:00;600000001;25000;;',
        '31/01/2026 12:30;SENT0001;-5 000,00;0;',
        '31/01/2026 12:30;700000002;(900);0;',
        '31/01/2026 12:30;700000003;-500;0;',
      ]);
      expect(
        statement.rows.map(({ result, paymentId, refundId, differences }) => [
          result,
          paymentId,
          refundId,
          differences,
        ]),
      ).toEqual([
        ['matched', id, null, []],
        ['refund', id, oldest, []],
        ['different', id, other, ['amount']],
        ['ignored', null, null, []],
      ]);
      expect(statement.counts).toMatchObject({ matched: 1, refund: 1, different: 1, ignored: 1 });
    });

    it('stores one entry of the audit log with the hash of the file, the counts, who and when, and nothing else', async () => {
      await paid('600000001');
      const before = await db().selectFrom('payments').selectAll().execute();
      await run(['31/01/2026;600000001;25000;;0343500003', '31/01/2026;600000009;700;;0343500003']);
      const [entry, ...others] = await entries();
      // As sha256sum gives it.
      const hash = '203993b4900ace74a94612b6da345e0ed768d61f081c61878fc0516866e558ff';
      expect(entry).toMatchObject({
        action: 'statement_imported',
        subject: hash,
        by: 'Hanta',
        at: storages.clock.now(),
      });
      expect(JSON.parse(entry?.changes ?? '')).toMatchObject({
        rows: { before: null, after: '2' },
        matched: { before: null, after: '1' },
        onlyAtOperator: { before: null, after: '1' },
        different: { before: null, after: '0' },
      });
      expect(others).toEqual([]);
      expect(await db().selectFrom('payments').selectAll().execute()).toEqual(before);
    });

    it('reports what is not matched, what matters most first, at most 5,000 rows, and how many it leaves out', async () => {
      await paid('600000001');
      const missing = await paid('600000002');
      const otherAmount = await paid('600000003');
      const rows = [
        '31/01/2026;600000001;25000;;',
        ...Array.from({ length: 4997 }, (_, index) => `31/01/2026;SENT${index};-100;;`),
        '31/01/2026;600000003;700;;',
        '31/01/2026;600000009;700;;',
        ';;;;Total',
        ';;;;Total',
      ];
      const report = await buildReport(db(), await reconcile(rows));
      expect(report).toMatchObject({
        from: '2026-01-30T21:00:00.000Z',
        to: '2026-01-31T21:00:00.000Z',
        counts: { rows: 5002, matched: 1, onlyHere: 1, onlyAtOperator: 1, different: 1, ignored: 4999 },
        more: 2,
      });
      expect(report.rows).toHaveLength(5000);
      expect(report.rows.slice(0, 4).map(({ result, paymentId }) => [result, paymentId])).toEqual([
        ['onlyAtOperator', null],
        ['different', otherAmount],
        ['onlyHere', missing],
        ['ignored', null],
      ]);
      expect(report.rows.at(-1)?.row?.line).toBe(4999);
    });

    describe('expects payments', () => {
      const missing = async (rows: readonly string[], change: Partial<ReconcileRequest> = {}) =>
        (await run(rows, change)).rows.filter(({ result }) => result === 'onlyHere').map(({ paymentId }) => paymentId);

      it('of the days of its rows, from midnight to midnight in Madagascar', async () => {
        await paid('A', { final_at: DAY_BEGINS - 1 });
        const first = await paid('B', { final_at: DAY_BEGINS });
        const last = await paid('C', { final_at: DAY_ENDS - 1 });
        const next = await paid('D', { final_at: DAY_ENDS });
        expect(await missing(['31/01/2026 12:00;X;700;;'])).toEqual([first, last]);
        expect(await missing(['01/02/2026 12:00;X;700;;', '31/01/2026 12:00;Y;700;;', ';;;;Total'])).toEqual([
          first,
          last,
          next,
        ]);
      });

      it('of the period that the request names, in place of either end', async () => {
        await paid('A', { final_at: DAY_BEGINS - 1 });
        const first = await paid('B', { final_at: DAY_BEGINS });
        const noon = await paid('C', { final_at: NOON });
        await paid('D', { final_at: DAY_ENDS });
        const rows = ['31/01/2026 12:00;X;700;;'];
        expect(await missing(rows, { to: NOON })).toEqual([first]);
        expect(await missing(rows, { from: NOON })).toEqual([noon]);
        expect(await missing(rows, { from: DAY_BEGINS - 1, to: DAY_ENDS + 1 })).toHaveLength(4);
      });

      it('that only sent money names: that is not the payment', async () => {
        const id = await paid('600000001');
        expect(await missing(['31/01/2026 12:00;600000001;-25000;;', '31/01/2026 12:00;600000001;0;;'])).toEqual([id]);
      });
    });

    describe('the period', () => {
      const errors = [{ pointer: '/from', detail: 'a period of at most 400 days up to "to"' }];
      const refused = { code: 'invalid_request', extras: { errors } };

      it('is at most 400 days', async () => {
        const from = DAY_ENDS - 400 * DAY;
        expect((await run(['31/01/2026;1;700;;'], { from })).counts).toMatchObject({ rows: 1 });
        await expect(run(['31/01/2026;1;700;;'], { from: from - 1 })).rejects.toMatchObject(refused);
      });

      it('of a file without dates is empty, or what the request names up to now', async () => {
        const now = storages.clock.now();
        const rows = [';;700;;Total'];
        const { counts, period } = await run(rows);
        expect([counts, period]).toMatchObject([
          { rows: 1, ignored: 1 },
          { from: now, to: now },
        ]);
        expect((await run(rows, { from: now - DAY })).period).toEqual({ from: now - DAY, to: now });
        expect((await run(rows, { to: now + DAY })).period).toEqual({ from: now, to: now + DAY });
        await expect(run(rows, { from: now + DAY })).rejects.toMatchObject(refused);
        await expect(run(rows, { to: now - DAY })).rejects.toMatchObject(refused);
      });
    });

    describe('the columns', () => {
      it('are recognised by their names', async () => {
        await paid('600000001');
        const header = 'Jour;Date;Numéro;Référence;Montant';
        const rows = ['1;31/01/2026;2;600000001;25000'];
        expect((await run([], { file: file(rows, header), columns: undefined })).counts).toMatchObject({ matched: 1 });
      });

      it('are asked for, if their names do not tell', async () => {
        const result = run([], { file: file(['31/01/2026;1;700'], 'a;b;c'), columns: undefined });
        const errors = [{ pointer: '/columns', detail: 'the columns of date, transactionReference and amount' }];
        await expect(result).rejects.toMatchObject({ code: 'invalid_request', extras: { errors } });
        expect(await entries()).toEqual([]);
      });
    });
  });

  describe('previewStatement', () => {
    const preview = (rows: readonly string[], header?: string) => previewStatement(file(rows, header));

    it('shows the first rows with masked numbers, and the columns that the names suggest', async () => {
      expect(
        await preview(['31/01/2026;600000001;700;;0343500003', '31/01/2026;034 35 000 03;+261 34 35 000 09;;Rado']),
      ).toEqual({
        columns: ['Date', 'Réf', 'Montant', 'Frais', 'Payeur'],
        rows: [
          ['31/01/2026', '600000001', '700', '', '034 •• ••0 03'],
          ['31/01/2026', '034 •• ••0 03', '034 •• ••0 09', '', 'Rado'],
        ],
        suggestion: COLUMNS,
      });
    });
  });
});
