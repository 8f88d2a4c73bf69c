import type { Socket } from 'node:net';
import type { OrderReference } from '@tsena/shared/checkout';
import type { PreviewedStatement, Statement, StatementPage, StatementRow, StatementRowPage } from '@tsena/shared/merchant';
import { readCsv } from '@tsena/testkit/csv';
import { openSocket, received } from '@tsena/testkit/raw';
import { STORES } from '@tsena/testkit/stores';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asMerchant, eventually, settleNewest } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { type ProblemAnswer, type Stack, startStack } from '../../../test/support/stack.ts';
import { eraseStatementPayers, insertStatementRows, listStatements, tidyStatements } from '../../storage/statements.ts';

const COLUMNS = { date: 'Date', transactionReference: 'Réf', amount: 'Montant', fee: 'Frais', payer: 'Payeur' };
const HEADER = 'Date;Réf;Montant;Frais;Payeur';
const NOON = Date.parse('2026-01-31T09:00:00Z');

const END_OF_FILE = '31/01/2026 12:00;600000001;25000;;\r\n--part--\r\n';

/** A request whose body is not complete. */
interface Upload {
  readonly socket: Socket;
  /** What the companion has answered so far. */
  answer(): string;
}

/** Sends an import without the end of its file, and waits until the companion reads it. */
async function beginUpload(url: string): Promise<Upload> {
  const beginning = [
    '--part\r\nContent-Disposition: form-data; name="columns"\r\n',
    `${JSON.stringify(COLUMNS)}\r\n--part\r\nContent-Disposition: form-data; name="file"; filename="statement.csv"\r\n`,
    `${HEADER}\r\n`,
  ].join('\r\n');
  const headers = [
    'POST /v1/merchant/statements HTTP/1.1',
    'Host: companion',
    `Authorization: ${asMerchant.Authorization}`,
    'Content-Type: multipart/form-data; boundary=part',
    'Expect: 100-continue',
    `Content-Length: ${Buffer.byteLength(beginning + END_OF_FILE)}`,
  ];
  const socket = await openSocket(url);
  const answer = received(socket);
  socket.write(`${headers.join('\r\n')}\r\n\r\n${beginning}`);
  await eventually(() => expect(answer()).toContain('100 Continue'));
  return { socket, answer };
}

type Body = Statement & Pick<ProblemAnswer, 'code' | 'errors' | 'detail'> & { readonly line?: number; readonly column?: string };

describe.each(STORES)('on %s', (kind) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ store: kind });
  });
  afterAll(() => stack.close());
  const storage = () => stack.served.companion.storage;

  beforeEach(async () => {
    const { db } = storage().store;
    for (const table of ['statement_rows', 'statements', 'refunds', 'outbox', 'events', 'callbacks', 'payments', 'orders'] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  function postFile(path: string, file: string | Uint8Array, fields: Record<string, string> = {}): Promise<Response> {
    const form = new FormData();
    form.set('file', new Blob([file]), 'statement.csv');
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return fetch(`${stack.served.url}/v1/merchant/${path}`, { method: 'POST', headers: asMerchant, body: form });
  }
  async function send(path: string, file: string | Uint8Array, fields: Record<string, string> = {}) {
    const response = await postFile(path, file, fields);
    return { status: response.status, body: (await response.json()) as Body };
  }
  const importFile = (file: string | Uint8Array, fields: Record<string, string> = {}) =>
    send('statements', file, { columns: JSON.stringify(COLUMNS), ...fields });
  const importRows = async (rows: readonly string[], fields: Record<string, string> = {}): Promise<Statement> => {
    const { status, body } = await importFile([HEADER, ...rows].join('\r\n'), fields);
    expect([status, body.code]).toEqual([201, undefined]);
    return body;
  };
  async function rowsOf(id: string, result = ''): Promise<StatementRow[]> {
    const query = result === '' ? '?limit=200' : `?limit=200&result=${result}`;
    return (await stack.get<StatementRowPage>(`/v1/merchant/statements/${id}/rows${query}`, asMerchant)).body.data;
  }
  const paid = (reference: string, values: Parameters<typeof seedPayment>[1] = {}) =>
    seedPayment(storage().store, { status: 'completed', verified: 1, transaction_id: reference, fees: '375', final_at: NOON, ...values });
  const counts = ({ rows, matched, onlyHere, onlyAtOperator, different, refund, ignored }: Statement) => ({
    rows,
    matched,
    onlyHere,
    onlyAtOperator,
    different,
    refund,
    ignored,
  });

  describe('POST /v1/merchant/statements', () => {
    it('compares each row with its payment, and finds the payments that the file does not contain', async () => {
      const matched = await paid('600000001');
      const missing = await paid('600000002');
      const otherAmount = await paid('600000003');
      const otherFee = await paid('600000004');
      const otherPayer = await paid('600000005');
      const pending = await paid('600000006', { status: 'unresolved', final_at: null });
      const statement = await importRows([
        '31/01/2026 12:00;600 000 001;25 000,00;375,00;0343500003',
        '31/01/2026 12:00;600000003;24 999;375;0343500003',
        '31/01/2026 12:00;600000004;25000;374,5;0343500003',
        '31/01/2026 12:00;600000005;25000;;+261 34 35 000 09',
        '31/01/2026 12:00;600000006;25000;375;0343500003',
        '31/01/2026 12:00;600000009;700;10;0343500003',
        '31/01/2026 12:00;600000010;-5000;0;0343500004',
        ';;123;;Total',
      ]);
      expect(statement.id).toMatch(/^stm_[\w-]{22}$/);
      expect(counts(statement)).toEqual({ rows: 8, matched: 1, onlyHere: 1, onlyAtOperator: 1, different: 4, refund: 0, ignored: 2 });
      const rows = await rowsOf(statement.id);
      expect(rows.map(({ result, row, paymentId, differences }) => [row?.line ?? null, result, paymentId, differences])).toEqual([
        [2, 'matched', matched, []],
        [3, 'different', otherAmount, ['amount']],
        [4, 'different', otherFee, ['fee']],
        [5, 'different', otherPayer, ['payer']],
        [6, 'different', pending, ['status']],
        [7, 'onlyAtOperator', null, []],
        [8, 'ignored', null, []],
        [9, 'ignored', null, []],
        [null, 'onlyHere', missing, []],
      ]);
      expect(rows[0]?.row).toEqual({
        line: 2,
        date: '2026-01-31T09:00:00.000Z',
        transactionReference: '600000001',
        amount: '25000',
        fee: '375',
        payer: '034 •• ••0 03',
      });
      expect(rows[8]?.payment).toMatchObject({ status: 'completed', amount: '25000', transactionReference: '600000002' });
      expect((await rowsOf(statement.id, 'different')).map(({ paymentId }) => paymentId)).toEqual([
        otherAmount,
        otherFee,
        otherPayer,
        pending,
      ]);
    });

    it('changes no payment', async () => {
      await paid('600000001', { status: 'unresolved', final_at: null });
      await paid('600000002');
      const { db } = storage().store;
      const read = () =>
        Promise.all([
          db.selectFrom('payments').selectAll().execute(),
          db.selectFrom('outbox').selectAll().execute(),
          db.selectFrom('events').selectAll().execute(),
        ]);
      const before = await read();
      await importRows(['31/01/2026 12:00;600000001;25000;375;', '31/01/2026 12:00;600000002;1;1;']);
      expect(await read()).toEqual(before);
    });

    it('one row of a reference is the payment’s, the one that agrees; the others are duplicates', async () => {
      const id = await paid('600000001');
      const statement = await importRows([
        '31/01/2026 12:00;600000001;1;375;0343500003',
        '31/01/2026 12:00;600000001;25000;375;0343500003',
        '31/01/2026 12:00;600000001;25000;375;0343500003',
      ]);
      expect((await rowsOf(statement.id)).map(({ result, paymentId, differences }) => [result, paymentId, differences])).toEqual([
        ['different', id, ['duplicate', 'amount']],
        ['matched', id, []],
        ['different', id, ['duplicate']],
      ]);
    });

    it('matches references in other letters, never without their zeros', async () => {
      const letters = await paid('cia24x0001');
      const digits = await paid('600000001');
      const statement = await importRows(['31/01/2026;CIA24X0001;25000;;', '31/01/2026;0600000001;25000;;']);
      expect((await rowsOf(statement.id)).map(({ result, paymentId }) => [result, paymentId])).toEqual([
        ['matched', letters],
        ['onlyAtOperator', null],
        ['onlyHere', digits],
      ]);
    });

    it('matches sent money with the recorded refunds of its reference', async () => {
      const id = await paid('600000001', { created_at: NOON });
      const refund = async (amount: string, transactionReference: string) =>
        (
          await stack.post<{ id: string }>(
            `/v1/merchant/payments/${id}/refunds`,
            { amount, reason: 'out of stock', transactionReference, refundedAt: '2026-01-31T12:00:00+03:00' },
            asMerchant,
          )
        ).body.id;
      const first = await refund('3000', '700000001');
      await refund('2000', '700000001');
      const other = await refund('1000', '700000002');
      const voided = await refund('500', '700000003');
      await stack.post(`/v1/merchant/refunds/${voided}/void`, { reason: 'a mistake' }, asMerchant);
      const statement = await importRows([
        '31/01/2026 12:00;600000001;25000;;',
        '31/01/2026 12:30;700000001;-5 000,00;0;',
        '31/01/2026 12:30;700000002;(900);0;',
        '31/01/2026 12:30;700000003;-500;0;',
      ]);
      expect(
        (await rowsOf(statement.id)).map(({ result, paymentId, refundId, differences }) => [result, paymentId, refundId, differences]),
      ).toEqual([
        ['matched', id, null, []],
        ['refund', id, first, []],
        ['different', id, other, ['amount']],
        ['ignored', null, null, []],
      ]);
    });

    it('expects the payments of the days of the file, or of `from` to `to`', async () => {
      const at = (time: string) => Date.parse(time);
      await paid('600000001', { final_at: at('2026-01-30T20:59:59.999Z') });
      const first = await paid('600000002', { final_at: at('2026-01-30T21:00:00Z') });
      const last = await paid('600000003', { final_at: at('2026-01-31T20:59:59.999Z') });
      await paid('600000004', { final_at: at('2026-01-31T21:00:00Z') });
      const missing = async (fields: Record<string, string> = {}) =>
        (await rowsOf((await importRows(['31/01/2026 12:00;600000009;700;;'], fields)).id, 'onlyHere')).map(({ paymentId }) => paymentId);
      expect(await missing()).toEqual([first, last]);
      expect(await missing({ from: '2026-01-31', to: '2026-01-31' })).toEqual([first, last]);
      expect(await missing({ to: '2026-01-31T23:00:00+03:00' })).toEqual([first]);
      expect(await missing({ from: '2026-01-30', to: '2026-02-01' })).toHaveLength(4);
      const outside = await importRows(['30/01/2026 23:59;600000001;25000;;', '31/01/2026 00:00;600000002;25000;;'], {
        from: '2026-01-31',
      });
      expect(counts(outside)).toMatchObject({ matched: 1, ignored: 1, onlyHere: 1 });
    });

    it('expects no payment that another statement lists on another day, and one that was noticed late on its own day', async () => {
      const overnight = await paid('600000001', { final_at: Date.parse('2026-01-31T21:00:03Z') });
      const late = await paid('600000002', { final_at: Date.parse('2026-02-01T15:00:00Z'), transaction_created_at: NOON });
      const january = await importRows(['31/01/2026 23:59;600000001;25000;;']);
      expect((await rowsOf(january.id)).map(({ result, paymentId }) => [result, paymentId])).toEqual([
        ['matched', overnight],
        ['onlyHere', late],
      ]);
      expect(counts(await importRows(['01/02/2026 12:00;600000009;700;;']))).toMatchObject({ onlyHere: 0 });
    });

    it('names the line and the column of what it cannot read, and stores nothing', async () => {
      const { status, body } = await importFile(`${HEADER}\n31/01/2026;1;700;;\n31/01/2026;2;plenty;;0343500003`);
      expect([status, body.code, body.line, body.column]).toEqual([422, 'statement_unreadable', 3, 'Montant']);
      expect(body.errors?.[0]?.detail).toBe('line 3, column "Montant": the cell is not an amount with at most two decimals');
      expect(JSON.stringify(body)).not.toMatch(/plenty|0343500003/);
      expect(await storage().store.db.selectFrom('statements').selectAll().execute()).toEqual([]);
    });

    it.each([
      [{ columns: '{' }, '/columns'],
      [{ columns: '{"date":"Date"}' }, '/columns/transactionReference'],
      [{ decimal: ';' }, '/decimal'],
      [{ from: 'yesterday' }, '/from'],
      [{ from: '2026-02-02', to: '2026-02-01' }, '/from'],
      [{ from: '2024-01-01' }, '/from'],
    ])('rejects the fields %j', async (fields, pointer) => {
      const { status, body } = await importFile(`${HEADER}\n31/01/2026;1;700;;`, fields);
      expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'invalid_request', pointer]);
    });

    it('remembers the columns for the next import, and offers them in a preview with masked numbers', async () => {
      await paid('1');
      await importRows(['2026-01-31;1;25000;;'], { dateFormat: 'YYYY-MM-DD', decimal: ',' });
      const file = `${HEADER}\n2026-01-31;2;700;;0343500003`;
      const preview = (await send('statements/preview', file)).body as unknown as PreviewedStatement;
      expect(preview).toEqual({
        columns: ['Date', 'Réf', 'Montant', 'Frais', 'Payeur'],
        rows: [['2026-01-31', '2', '700', '', '034 •• ••0 03']],
        mapping: { columns: COLUMNS, dateFormat: 'YYYY-MM-DD', decimal: ',' },
      });
      const { status, body } = await send('statements', file);
      expect([status, body.columns, body.dateFormat, body.decimal]).toEqual([201, COLUMNS, 'YYYY-MM-DD', ',']);
    });

    it('asks for columns that neither an earlier import nor their names tell', async () => {
      const { status, body } = await send('statements', 'a;b;c\n31/01/2026;1;700');
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/columns']);
    });

    it('imports the same file again, with the same result and nothing counted twice', async () => {
      await paid('600000001');
      await paid('600000002');
      const once = await importRows(['31/01/2026;600000001;25000;;']);
      const twice = await importRows(['31/01/2026;600000001;25000;;']);
      expect(counts(twice)).toEqual(counts(once));
      expect(twice.id).not.toBe(once.id);
      const { body } = await stack.get<StatementPage>('/v1/merchant/statements', asMerchant);
      expect(body.data.map(({ id }) => id)).toEqual([twice.id, once.id]);
    });

    it('stores no number, no file and no other column', async () => {
      const statement = await importFile(`${HEADER};Note\n31/01/2026;600000001;700;;0343500003;a secret note`);
      expect(statement.status).toBe(201);
      const { db } = storage().store;
      const stored = JSON.stringify([
        await db.selectFrom('statements').selectAll().execute(),
        await db.selectFrom('statement_rows').selectAll().execute(),
      ]);
      expect(stored).toContain('034 •• ••0 03');
      expect(stored).not.toMatch(/0343500003|secret note|statement\.csv/);
    });

    it('finds every row that was dropped, doubled or changed, and matches no other', async () => {
      const payments = Array.from({ length: 12 }, (_, index) => ({ reference: String(600_000_000 + index), amount: 1000 + 100 * index }));
      for (const { reference, amount } of payments) await paid(reference, { amount });
      const change = fc.constantFrom('keep', 'keep', 'drop', 'double', 'amount', 'fee', 'reference', 'payer');
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 12, maxLength: 12 }), fc.infiniteStream(fc.nat()), async (changes, order) => {
          const expected = { matched: 0, onlyHere: 0, onlyAtOperator: 0, different: 0 };
          const lines = payments.flatMap(({ reference, amount }, index) => {
            const line = (one = reference, two = String(amount), fee = '375', payer = '0343500003') =>
              `31/01/2026 12:00;${one};${two};${fee};${payer}`;
            switch (changes[index]) {
              case 'drop':
                expected.onlyHere += 1;
                return [];
              case 'double':
                expected.matched += 1;
                expected.different += 1;
                return [line(), line()];
              case 'amount':
                expected.different += 1;
                return [line(reference, String(amount + 1))];
              case 'fee':
                expected.different += 1;
                return [line(reference, String(amount), '375,01')];
              case 'payer':
                expected.different += 1;
                return [line(reference, String(amount), '375', '0343500004')];
              case 'reference':
                expected.onlyHere += 1;
                expected.onlyAtOperator += 1;
                return [line(`9${reference.slice(1)}`)];
              default:
                expected.matched += 1;
                return [line()];
            }
          });
          const keys = lines.map((line) => ({ line, key: order.next().value ?? 0 }));
          const shuffled = keys.toSorted((one, other) => one.key - other.key).map(({ line }) => line);
          const statement = await importRows(shuffled, { from: '2026-01-31', to: '2026-01-31' });
          expect(counts(statement)).toEqual({ ...expected, rows: lines.length, refund: 0, ignored: 0 });
        }),
        { numRuns: kind === 'sqlite' ? 40 : 15 },
      );
    });

    it('takes four uploads at the same time, refuses the fifth, and takes one more for each that ends', async () => {
      const isRefused = async () => {
        const { status, body } = await send('statements/preview', `${HEADER}\n31/01/2026;1;700;;`);
        if (status === 200) return false;
        expect([status, body.code]).toEqual([429, 'too_many_imports']);
        return true;
      };
      const uploads: Upload[] = [];
      const open = () => uploads.filter(({ answer, socket }) => !/ (201|429) /.test(answer()) && !socket.destroyed);
      const untilRefused = () =>
        eventually(async () => {
          if (!(await isRefused())) uploads.push(await beginUpload(stack.served.url));
          expect([await isRefused(), open().length]).toEqual([true, 4]);
        });
      await untilRefused();
      const fifth = await postFile('statements', HEADER);
      expect([fifth.status, Number(fifth.headers.get('retry-after')) > 0]).toEqual([429, true]);

      // One sender finishes.
      const [finishing, leaving] = open();
      finishing?.socket.write(END_OF_FILE);
      await eventually(() => expect(finishing?.answer()).toContain('HTTP/1.1 201 '));
      expect(await isRefused()).toBe(false);
      await untilRefused();
      // Another one disconnects.
      leaving?.socket.destroy();
      await eventually(async () => expect(await isRefused()).toBe(false));
      for (const { socket } of uploads) socket.destroy();
      expect((await listStatements(storage().store.db, 10)).rows).toHaveLength(1);
    });

    it('reads the sandbox’s statement as it is', async () => {
      const { id } = (await stack.pay('ORDER-SANDBOX')).body;
      settleNewest(stack, 'approve');
      await stack.until(id, 'completed');
      const file = await (await fetch(`${stack.sandbox.url}/portal/api/statement.csv`)).text();
      const { status, body } = await send('statements', file);
      expect([status, body.matched, body.different, body.onlyHere]).toEqual([201, 1, 0, 0]);
      await eventually(() => expect(stack.receiver.webhooks.map(({ event }) => event.data.id)).toContain(id));
    });
  });

  describe('GET /v1/merchant/statements/{id}/rows', () => {
    it('has each row once, across pages', async () => {
      const statement = await importRows(Array.from({ length: 25 }, (_, index) => `31/01/2026;${index + 1};700;;`));
      const lines: (number | undefined)[] = [];
      let cursor = '';
      do {
        const { body } = await stack.get<StatementRowPage>(
          `/v1/merchant/statements/${statement.id}/rows?result=onlyAtOperator&limit=10${cursor}`,
          asMerchant,
        );
        lines.push(...body.data.map(({ row }) => row?.line));
        cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
      } while (cursor !== '');
      expect(lines).toEqual(Array.from({ length: 25 }, (_, index) => index + 2));
    });

    it('exports the rows as CSV, with numbers for amounts and without formulas', async () => {
      await paid('600000001', { order_reference: '=cmd()' as OrderReference });
      const statement = await importRows(['31/01/2026 12:00;600000001;24000;375;0343500003', '31/01/2026 12:00;=HYPERLINK;-5;;']);
      const response = await fetch(`${stack.served.url}/v1/merchant/statements/${statement.id}/rows.csv`, { headers: asMerchant });
      const text = await response.text();
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="statement-\d{4}-\d\d-\d\d-all\.csv"$/);
      const [different, sent] = readCsv(text);
      expect(different).toMatchObject({
        result: 'different',
        differences: 'amount',
        line: '2',
        date: '2026-01-31 12:00:00',
        amount: '24000',
        payment_amount: '25000',
        order: "'=cmd()",
        payer: '034 •• ••0 03',
      });
      expect(sent).toMatchObject({ amount: '-5', transaction_reference: "'=HYPERLINK" });
    });
  });

  describe('an import that is interrupted', () => {
    async function interrupt(createdAt = Date.now()): Promise<string> {
      const { id } = await importRows(['31/01/2026;1;700;;0343500003', '31/01/2026;2;700;;']);
      await storage()
        .store.db.updateTable('statements')
        .set({ status: 'importing', created_at: createdAt })
        .where('id', '=', id as never)
        .execute();
      return id;
    }

    it('is not shown, and no default for the next import', async () => {
      const id = await interrupt();
      expect((await stack.get(`/v1/merchant/statements/${id}`, asMerchant)).status).toBe(404);
      expect((await stack.get(`/v1/merchant/statements/${id}/rows`, asMerchant)).status).toBe(404);
      expect((await stack.get<StatementPage>('/v1/merchant/statements', asMerchant)).body.data).toEqual([]);
    });

    it('is deleted by an import an hour later, not before', async () => {
      const young = await interrupt();
      await interrupt(Date.now() - 61 * 60_000);
      await tidyStatements(storage());
      const { db } = storage().store;
      expect((await db.selectFrom('statements').selectAll().execute()).map(({ id }) => id)).toEqual([young]);
      expect((await db.selectFrom('statement_rows').select('statement_id').distinct().execute()).map((row) => row.statement_id)).toEqual([
        young,
      ]);
    });

    it('fails as a whole if its rows cannot be stored', async () => {
      const { db } = storage().store;
      await db.schema.alterTable('statement_rows').renameTo('statement_rows_away').execute();
      try {
        const { status } = await importFile(`${HEADER}\n31/01/2026;1;700;;`);
        expect(status).toBe(500);
      } finally {
        await db.schema.alterTable('statement_rows_away').renameTo('statement_rows').execute();
      }
      expect((await listStatements(db, 10)).rows).toEqual([]);
      expect((await db.selectFrom('statements').select('status').execute()).map(({ status }) => status)).toEqual(['removed']);
    });
  });

  it('the newest statements stay when their rows exceed the limit', async () => {
    const oldest = await importRows(['31/01/2026;1;700;;', '31/01/2026;2;700;;']);
    const newest = await importRows(['31/01/2026;3;700;;', '31/01/2026;4;700;;']);
    await storage().store.db.updateTable('statements').set({ created_at: 1 }).where('id', '=', oldest.id).execute();
    await tidyStatements(storage(), 3);
    const { rows } = await listStatements(storage().store.db, 10);
    expect(rows.map(({ id }) => id)).toEqual([newest.id]);
    expect(await rowsOf(newest.id)).toHaveLength(2);
    expect((await stack.get(`/v1/merchant/statements/${oldest.id}`, asMerchant)).status).toBe(404);
  });

  it('RETAIN_DAYS erases the payers of old statements', async () => {
    const old = await importRows(['31/01/2026;1;700;;0343500003']);
    const young = await importRows(['31/01/2026;2;700;;0343500003']);
    const { db } = storage().store;
    await db
      .updateTable('statements')
      .set({ created_at: Date.now() - 31 * 86_400_000 })
      .where('id', '=', old.id)
      .execute();
    expect(await eraseStatementPayers(storage(), 30)).toBe(1);
    expect(await eraseStatementPayers(storage(), 30)).toBe(0);
    const [erased] = await rowsOf(old.id);
    expect(erased?.row).toMatchObject({ payer: null, transactionReference: '1' });
    expect((await rowsOf(young.id))[0]?.row?.payer).toBe('034 •• ••0 03');
  });

  it('stores more rows than fit into one insertion', async () => {
    const { id } = await importRows(['31/01/2026;0;700;;']);
    const rows = Array.from({ length: 1234 }, (_, index) => ({
      statement_id: id,
      position: index + 2,
      result: 'ignored' as const,
      line: null,
      dated_at: null,
      transaction_reference: null,
      amount: null,
      fee: null,
      payer: null,
      payment_id: null,
      refund_id: null,
      differences: null,
    }));
    await insertStatementRows(storage(), rows);
    const stored = await storage().store.db.selectFrom('statement_rows').select('position').orderBy('position').execute();
    expect(stored.map(({ position }) => Number(position))).toEqual(Array.from({ length: 1235 }, (_, index) => index + 1));
  });
});
