import type { FaultRule } from '@tsena/sandbox';
import type { PaymentPage } from '@tsena/shared/merchant';
import { readCsv } from '@tsena/testkit/csv';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asMerchant } from './support/merchant.ts';
import { type Stack, startStack } from './support/stack.ts';

const PAYMENTS = 240;
const AT_ONCE = 8;

let stack: Stack;
afterEach(() => stack.close());

/** A busy day: lost answers, callbacks that are lost or come twice, failing servers. */
const FAULTS: FaultRule[] = [
  { on: 'initiate', do: 'accept-then-status', value: 500, probability: 0.08 },
  { on: 'initiate', do: 'accept-then-reset', probability: 0.05 },
  { on: 'initiate', do: 'status', value: 503, probability: 0.05 },
  { on: 'initiate', do: 'throttle', value: 1, probability: 0.01 },
  { on: 'status', do: 'status', value: 502, probability: 0.05 },
  { on: 'details', do: 'garbage', probability: 0.05 },
  { on: 'callback', do: 'drop', probability: 0.3 },
  { on: 'callback', do: 'duplicate', value: 3, probability: 0.2 },
  { on: 'callback', do: 'early', probability: 0.1 },
];

async function runParallel<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const queue = [...items.entries()];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next[1], next[0]);
    }),
  );
}

/** Hundredths of an Ariary. */
function cents(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
}

describe.each([
  ['spec', 'sqlite'],
  ['live', 'postgres'],
] as const)('the merchant’s export, in the %s dialect, on %s', (dialect, store) => {
  it(`agrees with the operator’s transactions to the last Ariary after ${PAYMENTS} payments`, async () => {
    stack = await startStack({ store, sandbox: { dialect, seed: 7, balance: 900_000_000 } });
    stack.sandbox.setFaults(FAULTS);
    const orders = Array.from({ length: PAYMENTS }, (_, index) => `ORDER-${index}`);
    await runParallel(orders, async (order, index) => {
      await stack.pay(order, String(100 + index * 137));
    });
    // Two in three are approved, the others rejected.
    stack.sandbox.transactions().forEach(({ serverCorrelationId, status }, index) => {
      if (status === 'pending') stack.sandbox[index % 3 === 0 ? 'reject' : 'approve'](serverCorrelationId);
    });
    stack.sandbox.setFaults([]);

    // Payments that no callback completed: by polling, or by the merchant with the operator's list.
    const list = async (query: string) => (await stack.get<PaymentPage>(`/v1/merchant/payments?limit=200&${query}`, asMerchant)).body.data;
    await vi.waitFor(
      async () => {
        const open = [...(await list('status=pending')), ...(await list('status=sending'))];
        await runParallel(open, async ({ id }) => {
          await stack.post(`/v1/merchant/payments/${id}/refresh`, {}, asMerchant);
        });
        expect(open.map(({ status }) => status)).toEqual([]);
      },
      { timeout: 90_000, interval: 500 },
    );
    const byReference = new Map(stack.sandbox.transactions().map((transaction) => [transaction.amount, transaction]));
    await runParallel(await list('status=unresolved'), async ({ id, amount }) => {
      const transactionReference = byReference.get(amount)?.transactionReference;
      if (typeof transactionReference === 'string') {
        const { status } = await stack.post(`/v1/merchant/payments/${id}/resolve`, { transactionReference }, asMerchant);
        // 409 if a late callback came first.
        expect([200, 409]).toContain(status);
        expect((await stack.get(`/v1/payments/${id}`)).body.status).toBe('completed');
      } else {
        await stack.post(`/v1/merchant/payments/${id}/resolve`, { resolution: 'not_received', reason: 'not in the portal' }, asMerchant);
      }
    });

    const response = await fetch(`${stack.served.url}/v1/merchant/payments.csv`, { headers: asMerchant });
    const rows = readCsv(await response.text());
    expect(rows).toHaveLength(PAYMENTS);
    const ours = rows.filter(({ status }) => status === 'completed');
    const theirs = stack.sandbox.transactions().filter(({ status }) => status === 'completed');
    const line = (reference: unknown, amount: unknown, fees: string) => `${reference} ${amount} ${cents(fees)}`;
    expect(ours.map((row) => line(row.transaction_reference, row.amount, row.fees ?? '')).sort()).toEqual(
      theirs.map(({ transactionReference, amount, fees }) => line(transactionReference, amount, fees[0]?.feeAmount ?? '')).sort(),
    );
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['completed', 'failed', 'unresolved']));
    expect(ours.every(({ verified }) => verified === 'yes')).toBe(true);
    expect(stack.sandbox.audit()).toEqual([]);

    const totals = await stack.get<{ total: { completed: number; amount: string; fees: string } }>('/v1/merchant/totals', asMerchant);
    const sum = (values: readonly string[]) => values.reduce((all, value) => all + cents(value), 0n);
    expect(totals.body.total.completed).toBe(theirs.length);
    expect(cents(totals.body.total.amount)).toBe(sum(theirs.map(({ amount }) => amount)));
    expect(cents(totals.body.total.fees)).toBe(sum(theirs.map(({ fees }) => fees[0]?.feeAmount ?? '0')));
    expect((await list('needsReview=true')).map(({ reviewReasons }) => reviewReasons)).toEqual([]);
  }, 180_000);
});
