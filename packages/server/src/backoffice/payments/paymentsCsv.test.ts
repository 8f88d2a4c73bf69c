import type { OrderReference } from '@tsena/shared/checkout';
import { readCsv } from '@tsena/testkit/csv';
import { describe, expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForEach } from '../../../test/support/use.ts';

const stack = useForEach(startStack);

const store = () => stack.served.companion.storage.store;

async function download(query = ''): Promise<{ text: string; headers: Headers }> {
  const response = await fetch(`${stack.served.url}/v1/merchant/payments.csv${query}`, { headers: asMerchant });
  expect(response.status).toBe(200);
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()),
    headers: response.headers,
  };
}

describe('GET /v1/merchant/payments.csv', () => {
  it('opens in a spreadsheet: byte order mark, header, one line per payment, Madagascar time, plain numbers', async () => {
    await seedPayment(store(), {
      order_reference: 'COMMANDE-É1' as OrderReference,
      status: 'completed',
      verified: 1,
      amount: 1_250_000,
      amount_refunded: 5000,
      fees: '5.46',
      transaction_id: '636042511',
      created_at: Date.parse('2026-03-08T21:15:00Z'),
      sent_at: Date.parse('2026-03-08T21:15:01Z'),
      final_at: Date.parse('2026-03-08T21:16:00Z'),
      description: 'Lamba, "landy"\nroa',
    });
    const { text, headers } = await download();
    expect(headers.get('content-type')).toContain('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="payments-\d{4}-\d\d-\d\d\.csv"$/);
    expect(text.startsWith('\uFEFF"order","attempt_number","status","view","amount",')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    // A text is in quotation marks, a number is not.
    expect(text).toContain('\n"COMMANDE-É1",1,"completed","paid",1250000,5000,1245000,5.46,"MGA",');
    const [row] = readCsv(text);
    expect(row).toMatchObject({
      order: 'COMMANDE-É1',
      status: 'completed',
      amount: '1250000',
      fees: '5.46',
      payer: '034 •• ••0 03',
      transaction_reference: '636042511',
      created_at: '2026-03-09 00:15:00',
      ended_at: '2026-03-09 00:16:00',
      verified: 'yes',
      description: 'Lamba, "landy"\nroa',
    });
    expect(text).not.toContain('0343500003');
  });

  it('has what is true of each payment within its order, beside its status', async () => {
    const order = { order_reference: 'A-1' as OrderReference };
    await seedPayment(store(), { ...order, status: 'completed', verified: 1, created_at: 1 });
    await seedPayment(store(), { ...order, status: 'failed', attempt_number: 2, created_at: 2 });
    const full = { status: 'completed', amount: 25_000, amount_refunded: 25_000, created_at: 3 } as const;
    await seedPayment(store(), { order_reference: 'B-1' as OrderReference, ...full });
    const rows = readCsv((await download()).text);
    expect(rows.map(({ order, status, view }) => [order, status, view])).toEqual([
      ['B-1', 'completed', 'refunded'],
      ['A-1', 'failed', 'paid_by_another'],
      ['A-1', 'completed', 'paid'],
    ]);
  });

  it('has refunds and net only for payments that the totals count', async () => {
    const refunded = { amount: 25_000, amount_refunded: 5000 };
    await seedPayment(store(), { ...refunded, status: 'completed', created_at: 2 });
    await seedPayment(store(), { ...refunded, status: 'unresolved', resolution: 'received', created_at: 1 });
    const rows = readCsv((await download()).text);
    expect(rows.map(({ status, refunded, net }) => [status, refunded, net])).toEqual([
      ['completed', '5000', '20000'],
      ['unresolved', '', ''],
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])(
    'makes the formula %j plain text',
    async (formula) => {
      await seedPayment(store(), {
        order_reference: formula as OrderReference,
        description: formula,
        resolution_reason: formula,
      });
      const [row] = readCsv((await download()).text);
      expect([row?.order, row?.description, row?.resolution_reason]).toEqual([
        `'${formula}`,
        `'${formula}`,
        `'${formula}`,
      ]);
    },
  );

  it('makes a formula plain text that another separator would put into a cell of its own', async () => {
    await seedPayment(store(), { description: 'x;=1+1,-2; -4;"=1', resolution_reason: 'x\n=1' });
    const [row] = readCsv((await download()).text);
    expect([row?.description, row?.resolution_reason]).toEqual([`x;'=1+1,'-2; -4;"'=1`, "x\n'=1"]);
  });

  it('has each payment that matches the filter exactly once, across pages', async () => {
    const wanted = new Set<string>();
    await store()
      .db.transaction()
      .execute(async (db) => {
        for (let index = 0; index < 1203; index += 1) {
          const status = index % 6 === 0 ? 'pending' : 'failed';
          const id = await seedPayment(
            { ...store(), db },
            { status, created_at: 1_770_000_000_000 + Math.floor(index / 7) },
          );
          if (status === 'failed') wanted.add(id);
        }
      });
    const ids = readCsv((await download('?status=failed')).text).map(({ id }) => id);
    expect(ids).toHaveLength(wanted.size);
    expect(new Set(ids)).toEqual(wanted);
  });
});
