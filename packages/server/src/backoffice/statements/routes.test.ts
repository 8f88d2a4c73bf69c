import type { Socket } from 'node:net';
import type { OrderReference } from '@tsena/shared/checkout';
import type { StatementReport } from '@tsena/shared/merchant';
import { openSocket, received } from '@tsena/testkit/raw';
import { beforeEach, describe, expect, it } from 'vitest';
import { asMerchant, eventually, statementForm } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund } from '../../../test/support/seedRows.ts';
import { type ProblemAnswer, startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

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

type Body = StatementReport &
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
    for (const table of ['audit', 'refunds', 'outbox', 'events', 'callbacks', 'payments', 'orders'] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const send = (path: string, file: string | Uint8Array, fields: Record<string, string> = {}) =>
    stack.post<Body>(`/v1/merchant/${path}`, statementForm(file, fields), asMerchant);
  const importFile = (file: string | Uint8Array, fields: Record<string, string> = {}) =>
    send('statements', file, { columns: JSON.stringify(COLUMNS), ...fields });
  const entries = () => storage().store.db.selectFrom('audit').selectAll().execute();
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
    async function writeFile() {
      const missing = await paid('600000002', { order_reference: 'MISSING' as OrderReference });
      const otherAmount = await paid('0600000003', { order_reference: '=cmd()' as OrderReference });
      const matched = await paid('600000004', { order_reference: 'AGREES' as OrderReference });
      await seedRefund(storage().store, REFUND, missing, { amount: 5000, transaction_reference: 'SENT1' });
      const file = [
        HEADER,
        '31/01/2026 12:00;0600000003;24 999,50;375;0343500003',
        '31/01/2026 12:00;600000009;700;10;0343500003',
        '31/01/2026 12:00;SENT1;-5000;;',
        '31/01/2026 12:00;600000004;25000;;',
      ].join('\r\n');
      return { missing, otherAmount, matched, file };
    }

    it('answers with the counts and every row that is not matched, and keeps neither', async () => {
      const { missing, otherAmount, file } = await writeFile();
      const { status, body } = await importFile(file);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        counts: { rows: 4, matched: 1, onlyHere: 1, onlyAtOperator: 1, different: 1, refund: 1, ignored: 0 },
        from: '2026-01-30T21:00:00.000Z',
        to: '2026-01-31T21:00:00.000Z',
        more: 0,
      });
      expect(body.rows.map(({ result, paymentId, row }) => [result, paymentId, row?.line ?? null])).toEqual([
        ['onlyAtOperator', null, 3],
        ['different', otherAmount, 2],
        ['onlyHere', missing, null],
        ['refund', missing, 4],
      ]);
      expect((await stack.get('/v1/merchant/statements', asMerchant)).status).toBe(405);
    });

    it('answers with every row as CSV without formulas, if the request accepts that', async () => {
      const { missing, otherAmount, matched, file } = await writeFile();
      const response = await fetch(`${stack.served.url}/v1/merchant/statements`, {
        method: 'POST',
        headers: { ...asMerchant, Accept: 'text/csv' },
        body: statementForm(file, { columns: JSON.stringify(COLUMNS) }),
      });
      expect([response.status, response.headers.get('content-disposition')]).toEqual([
        200,
        expect.stringMatching(/^attachment; filename="statement-\d{4}-\d\d-\d\d\.csv"$/),
      ]);
      expect((await response.text()).split('\r\n').slice(1)).toEqual([
        `"different","amount",2,"2026-01-31 12:00:00","0600000003",24999.5,375,"034 •• ••0 03","'=cmd()","completed",25000,375,"2026-01-31 12:00:00","${otherAmount}",`,
        '"onlyAtOperator","",3,"2026-01-31 12:00:00","600000009",700,10,"034 •• ••0 03",,,,,,,',
        `"refund","",4,"2026-01-31 12:00:00","SENT1",-5000,,,"MISSING","completed",25000,375,"2026-01-31 12:00:00","${missing}","${REFUND}"`,
        `"matched","",5,"2026-01-31 12:00:00","600000004",25000,,,"AGREES","completed",25000,375,"2026-01-31 12:00:00","${matched}",`,
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
      expect(await entries()).toEqual([]);
    });

    it('stores one entry of the audit log, without a number, and nothing of the file but its hash', async () => {
      const { body } = await importFile(`${HEADER};Note\n31/01/2026;600000001;700;;0343500003;a secret note`);
      expect(body.rows[0]?.row?.payer).toBe('034 •• ••0 03');
      const stored = await entries();
      expect(stored).toMatchObject([{ action: 'statement_imported', by: 'owner' }]);
      expect(stored[0]?.subject).toMatch(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(stored)).not.toMatch(/0343500003|034 ••|secret note|statement\.csv|600000001/);
    });

    it('compares one statement at a time: another one gets 429 with Retry-After, until the first one ends', async () => {
      const isRefused = async () => {
        const { status, headers } = await importFile(HEADER);
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        return status === 429;
      };
      const finishing = await beginUpload(stack.served.url);
      expect(await isRefused()).toBe(true);
      // A preview keeps little in memory.
      expect((await send('statements/preview', `${HEADER}\n31/01/2026;1;700;;`)).status).toBe(200);
      finishing.socket.write(END_OF_FILE);
      await eventually(() => expect(finishing.answer()).toContain('HTTP/1.1 200 '));
      expect(await isRefused()).toBe(false);

      const leaving = await beginUpload(stack.served.url);
      expect(await isRefused()).toBe(true);
      leaving.socket.destroy();
      await eventually(async () => expect(await isRefused()).toBe(false));
      finishing.socket.destroy();
    });
  });
});
