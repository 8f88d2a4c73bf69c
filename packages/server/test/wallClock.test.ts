import type { PaymentId } from '@tsena/shared/checkout';
import type { PaymentDetail } from '@tsena/shared/merchant';
import { freePort } from '@tsena/testkit/port';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../src/config/readSettings.ts';
import { historyOf } from '../src/core/storage/reads.ts';
import { type Served, serve } from '../src/main.ts';
import { type Answer, MERCHANT_API_KEY, PAYER, type ProblemAnswer, type Stack, type StackOptions, startStack } from './support/stack.ts';

const HOUR = 3_600_000;
/** Loses the answer to an initiation that the operator accepts. */
const LOST = { on: 'initiate', do: 'accept-then-status', value: 500 } as const;
/** Delays the answer for longer than a round of the poller and the renewal of a lease. */
const SLOW = { on: 'initiate', do: 'delay', value: 4000 } as const;

let ahead = 0;
const wall = () => Date.now() + ahead;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  ahead = 0;
  for (const close of closing.splice(0)) await close();
});

async function start(options: StackOptions = {}): Promise<Stack> {
  const stack = await startStack({ wall, callbacks: false, ...options });
  closing.push(() => stack.close());
  return stack;
}

/** Pays with an order token that is valid for longer than the clock is ahead. */
async function pay(stack: Stack, order: string): Promise<Answer<ProblemAnswer & { readonly id: PaymentId; readonly status: string }>> {
  return stack.post('/v1/payments', { orderToken: await stack.mint({ sub: order, amount: '25000' }, 24 * 3600), msisdn: PAYER });
}

/** Approves the newest transaction; returns its reference. */
function approveLast(stack: Stack): string {
  const [transaction] = stack.sandbox.transactions();
  return stack.sandbox.approve(transaction?.serverCorrelationId ?? '').transactionReference ?? '';
}

async function kindsOf({ served }: Stack, id: PaymentId): Promise<string[]> {
  return (await historyOf(served.companion.storage.store.db, id)).map(({ kind }) => kind);
}

async function readDetail(stack: Stack, id: PaymentId): Promise<PaymentDetail> {
  const { body } = await stack.get<PaymentDetail>(`/v1/merchant/payments/${id}`, { Authorization: `Bearer ${MERCHANT_API_KEY}` });
  return body;
}

// On PostgreSQL, the companion goes by the database's clock: see below.
describe('a wall clock that jumps three hours ahead and is corrected', () => {
  it('does not make the companion refuse submitted references', async () => {
    const stack = await start({ sandbox: { faults: [LOST] } });
    const submit = async (payment: PaymentId, transactionReference: string) =>
      (await stack.post(`/v1/payments/${payment}/reference`, { transactionReference })).body.status;
    const before = (await pay(stack, 'BEFORE')).body.id;
    const beforeReference = approveLast(stack);
    ahead = 3 * HOUR;
    const during = (await pay(stack, 'DURING')).body.id;
    const duringReference = approveLast(stack);
    ahead = 0;
    const after = (await pay(stack, 'AFTER')).body.id;
    const afterReference = approveLast(stack);

    expect(await submit(after, afterReference)).toBe('completed');
    expect(await submit(before, beforeReference)).toBe('completed');
    // The companion corrects times that it stored ahead, soon after the clock is corrected.
    await vi.waitFor(
      async () => expect(Date.parse((await readDetail(stack, during)).payment.sentAt ?? '')).toBeLessThan(Date.now() + HOUR),
      {
        timeout: 10_000,
      },
    );
    expect(await submit(during, duringReference)).toBe('completed');
  });
});

describe('an instance on PostgreSQL whose wall clock is three hours ahead', () => {
  async function startAhead(stack: Stack, port = '0'): Promise<Served> {
    const other = await serve(readSettings({ ...stack.env, PORT: port }), undefined, { wall: () => Date.now() + 3 * HOUR });
    closing.unshift(() => other.stop());
    return other;
  }

  it('does not mark a payment as unresolved that another instance is sending', async () => {
    const stack = await start({ store: 'postgres', sandbox: { faults: [SLOW] }, env: { OPERATOR_TIMEOUT_MS: '10000' } });
    await startAhead(stack);
    const { id } = (await pay(stack, 'ORDER-1')).body;
    await stack.until(id, 'pending');
    expect(await kindsOf(stack, id)).toEqual(['created', 'sending', 'accepted']);
    expect(stack.receiver.webhooks).toEqual([]);
  }, 40_000);

  it('leaves the webhooks to an instance whose signatures the shop accepts', async () => {
    // The callbacks go to the instance with the wrong clock, so that it sees each webhook first.
    const port = String(await freePort());
    const env = { PUBLIC_URL: `http://127.0.0.1:${port}` };
    const stack = await start({ store: 'postgres', sandbox: { autoApproveMs: 50 }, env });
    await startAhead(stack, port);
    const ids: PaymentId[] = [];
    for (const order of ['ORDER-1', 'ORDER-2', 'ORDER-3', 'ORDER-4', 'ORDER-5']) ids.push((await pay(stack, order)).body.id);
    await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(5), { timeout: 30_000 });
    for (const id of ids) {
      await vi.waitFor(async () =>
        expect((await readDetail(stack, id)).webhooks).toMatchObject([{ status: 'delivered', deliveryAttempts: 1 }]),
      );
    }
  }, 60_000);
});
