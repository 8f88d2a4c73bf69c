import type { Socket } from 'node:net';
import type { OrderReference } from '@tsena/shared/checkout';
import type { Statement, StatementRowPage } from '@tsena/shared/merchant';
import { openSocket, received } from '@tsena/testkit/raw';
import { beforeEach, describe, expect, it } from 'vitest';
import { asMerchant, eventually, statementForm } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund } from '../../../test/support/seedRows.ts';
import { type ProblemAnswer, startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';
import { listStatements } from './statementRows.ts';

const COLUMNS = { date: 'Date', transactionReference: 'Réf', amount: 'Montant', fee: 'Frais', payer: 'Payeur' };
const HEADER = 'Date;Réf;Montant;Frais;Payeur';
const NOON = Date.parse('2026-01-31T09:00:00Z');

const REFUND = `ref_${'1'.repeat(22)}`;
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

type Body = Statement &
  Pick<ProblemAnswer, 'code' | 'errors' | 'detail'> & {
    readonly line?: number;
    readonly column?: string;
    readonly fault?: string;
  };

describe('statements over HTTP', () => {
  const stack = useForAll(startStack);
  const storage = () => stack.served.companion.storage;

  beforeEach(async () => {
    const { db } = storage().store;
    for (const table of [
      'statement_rows',
      'statements',
      'refunds',
      'outbox',
      'events',
      'callbacks',
      'payments',
      'orders',
    ] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const send = (path: string, file: string | Uint8Array, fields: Record<string, string> = {}) =>
    stack.post<Body>(`/v1/merchant/${path}`, statementForm(file, fields), asMerchant);
  const importFile = (file: string | Uint8Array, fields: Record<string, string> = {}) =>
    send('statements', file, { columns: JSON.stringify(COLUMNS), ...fields });
  const importRows = async (rows: readonly string[], fields: Record<string, string> = {}): Promise<Statement> => {
    const { status, body } = await importFile([HEADER, ...rows].join('\r\n'), fields);
    expect([status, body.code]).toEqual([201, undefined]);
    return body;
  };
  const paid = (reference: string, values: Parameters<typeof seedPayment>[1] = {}) =>
    seedPayment(storage().store, {
      status: 'completed',
      verified: 1,
      transaction_id: reference,
      fees: '375',
      final_at: NOON,
      ...values,
    });

  describe('POST /v1/merchant/statements', () => {
    it('answers with its counts, and the rows come in pages, by their result, and as a CSV without formulas', async () => {
      const missing = await paid('600000002', { order_reference: 'MISSING' as OrderReference });
      const otherAmount = await paid('0600000003', { order_reference: '=cmd()' as OrderReference });
      await seedRefund(storage().store, REFUND, missing, { amount: 5000, transaction_reference: 'SENT1' });
      const statement = await importRows([
        '31/01/2026 12:00;0600000003;24 999,50;375;0343500003',
        '31/01/2026 12:00;600000009;700;10;0343500003',
        '31/01/2026 12:00;SENT1;-5000;;',
      ]);
      expect(statement).toMatchObject({ rows: 3, matched: 0, onlyHere: 1, onlyAtOperator: 1, different: 1, refund: 1 });
      const address = `/v1/merchant/statements/${statement.id}/rows`;
      const read = async (query: string) => (await stack.get<StatementRowPage>(`${address}?${query}`, asMerchant)).body;
      const first = await read('limit=2');
      const last = await read(`limit=2&cursor=${first.nextCursor}`);
      expect([...first.data, ...last.data].map(({ paymentId }) => paymentId)).toEqual([
        otherAmount,
        null,
        missing,
        missing,
      ]);
      expect([last.nextCursor, (await read('limit=4')).nextCursor]).toEqual([null, null]);
      expect((await read('result=different')).data.map(({ paymentId }) => paymentId)).toEqual([otherAmount]);

      const download = (query = '') => fetch(`${stack.served.url}${address}.csv${query}`, { headers: asMerchant });
      const response = await download('?result=different');
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="statement-\d{4}-\d\d-\d\d-different\.csv"$/,
      );
      const different = `"different","amount",2,"2026-01-31 12:00:00","0600000003",24999.5,375,"034 •• ••0 03","'=cmd()","completed",25000,375,"2026-01-31 12:00:00","${otherAmount}",`;
      expect((await response.text()).split('\r\n').slice(1)).toEqual([different, '']);
      expect((await (await download()).text()).split('\r\n').slice(1)).toEqual([
        different,
        '"onlyAtOperator","",3,"2026-01-31 12:00:00","600000009",700,10,"034 •• ••0 03",,,,,,,',
        `"refund","",4,"2026-01-31 12:00:00","SENT1",-5000,,,"MISSING","completed",25000,375,"2026-01-31 12:00:00","${missing}","${REFUND}"`,
        `"onlyHere","",,,"600000002",,,,"MISSING","completed",25000,375,"2026-01-31 12:00:00","${missing}",`,
        '',
      ]);
    });

    it('names the line and the column of what it cannot read, and stores nothing', async () => {
      const { status, body } = await importFile(`${HEADER}\n31/01/2026;1;700;;\n31/01/2026;2;plenty;;0343500003`);
      expect([status, body.code, body.line, body.column, body.fault]).toEqual([
        422,
        'statement_unreadable',
        3,
        'Montant',
        'amount',
      ]);
      // In the language of the request.
      expect(body.errors?.[0]?.detail.replaceAll('\u00a0', ' ')).toBe(
        'ligne 3, colonne « Montant » : la cellule n’est pas un montant avec au plus deux décimales',
      );
      expect(JSON.stringify(body)).not.toMatch(/plenty|0343500003/);
      expect(await storage().store.db.selectFrom('statements').selectAll().execute()).toEqual([]);
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

    it('takes four uploads at once, and one more for each that ends', async () => {
      const uploads: Upload[] = [];
      for (let index = 0; index < 4; index += 1) uploads.push(await beginUpload(stack.served.url));
      const isRefused = async () => (await send('statements/preview', `${HEADER}\n31/01/2026;1;700;;`)).status === 429;
      const fifth = await send('statements', HEADER);
      expect([fifth.status, Number(fifth.headers.get('retry-after')) > 0]).toEqual([429, true]);
      // One sender finishes, and another one disconnects.
      const [finishing, leaving] = uploads;
      finishing?.socket.write(END_OF_FILE);
      await eventually(() => expect(finishing?.answer()).toContain('HTTP/1.1 201 '));
      expect(await isRefused()).toBe(false);
      uploads.push(await beginUpload(stack.served.url));
      expect(await isRefused()).toBe(true);
      leaving?.socket.destroy();
      await eventually(async () => expect(await isRefused()).toBe(false));
      for (const { socket } of uploads) socket.destroy();
      expect((await listStatements(storage().store.db, 10)).rows).toHaveLength(1);
    });
  });
});
