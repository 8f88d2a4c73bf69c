import { describe, expect, it } from 'vitest';
import type { TestResponse } from '../testing/client.ts';
import { useWorld } from '../testing/world.ts';

const HEADER = 'date,transactionReference,type,amount,fee,payer,receiver,balance\r\n';
const MERCHANT = '0343500004';

/** The cells of a statement's rows. None has quotes. */
const cellsOf = (text: string) =>
  text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));

describe('GET /portal/api/statement.csv', () => {
  let now: number;
  const world = useWorld(() => {
    now = Date.UTC(2026, 0, 31, 20, 59, 59);
    return { dialect: 'live', now: () => now, behaviour: { fee: 'exact' }, balance: 1_000_000, tokenSeconds: 86_400 };
  });

  const read = (query = ''): Promise<TestResponse> => world.client.request(`/portal/api/statement.csv${query}`);
  const pay = (amount: string, from = '0343500003', to = MERCHANT) =>
    world.client.payAndApprove({
      body: { amount, debitParty: [{ key: 'msisdn', value: from }], creditParty: [{ key: 'msisdn', value: to }] },
    });

  it('has only the header before the first payment', async () => {
    const response = await read();
    expect([response.status, response.text]).toEqual([200, HEADER]);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="statement-${MERCHANT}.csv"`);
  });

  it('lists what the merchant received and sent, with fees, balances and Madagascar’s time, oldest first', async () => {
    const first = await pay('25000');
    now += 1000;
    const second = await pay('364');
    now += 1000;
    const refund = await pay('5000', MERCHANT, '0343500003');
    world.sandbox.reject(await world.client.pay());
    await world.client.pay();
    expect((await read()).text).toBe(
      `${HEADER}2026-01-31 23:59:59,${first},payment received,25000,375,0343500003,0343500004,1024625\r\n` +
        `2026-02-01 00:00:00,${second},payment received,364,5.46,0343500003,0343500004,1024983.54\r\n` +
        `2026-02-01 00:00:01,${refund},payment sent,-5000,0,0343500004,0343500003,1019983.54\r\n`,
    );
  });

  it('from and to are days in Madagascar, both included', async () => {
    await pay('700');
    now += 1000;
    await pay('800');
    const amounts = async (query: string) => cellsOf((await read(query)).text).map(([, , , amount]) => amount);
    expect(await amounts('?from=2026-01-31&to=2026-01-31')).toEqual(['700']);
    expect(await amounts('?from=2026-02-01')).toEqual(['800']);
    expect(await amounts('?to=2026-01-31')).toEqual(['700']);
    expect(await amounts('?from=2026-01-31&to=2026-02-01')).toEqual(['700', '800']);
    expect(await amounts('?from=2026-02-02')).toEqual([]);
  });

  it('is that of the number that received the most payments, or of the given one', async () => {
    await pay('700');
    await pay('800');
    await pay('900', MERCHANT, '0343500003');
    expect((await read()).headers.get('content-disposition')).toContain(MERCHANT);
    const other = await read('?msisdn=0343500003');
    expect(cellsOf(other.text).map(([, , type, amount]) => [type, amount])).toEqual([
      ['payment sent', '-700'],
      ['payment sent', '-800'],
      ['payment received', '900'],
    ]);
  });

  it.each(['?from=31.01.2026', '?to=2026-1-31', '?msisdn=0341234567', '?environment=test'])(
    'rejects %s',
    async (query) => {
      expect((await read(query)).status).toBe(400);
    },
  );
});
