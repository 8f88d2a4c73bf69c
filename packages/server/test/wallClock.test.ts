import type { PaymentDetail } from '@tsena/shared/merchant';
import { freePort } from '@tsena/testkit/port';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from '../src/config/readSettings.ts';
import { serve } from '../src/main.ts';
import { asMerchant } from './support/merchant.ts';
import { type Stack, type StackOptions, startStack } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

const HOUR = 3_600_000;
/** Delays the answer for longer than a round of the poller and the renewal of a lease. */
const SLOW = { on: 'initiate', do: 'delay', value: 4000 } as const;

describe('an instance on PostgreSQL whose wall clock is three hours ahead', () => {
  /** Starts it at this port, beside a stack. */
  async function startBeside(options: StackOptions, port: string): Promise<Stack> {
    const stack = await untilTestEnds(startStack({ store: 'postgres', callbacks: false, ...options }));
    const ahead = await serve(readSettings({ ...stack.env, PORT: port }), undefined, {
      wall: () => Date.now() + 3 * HOUR,
    });
    onTestFinished(() => ahead.stop());
    return stack;
  }

  const readDetail = async (stack: Stack, id: string) =>
    (await stack.get<PaymentDetail>(`/v1/merchant/payments/${id}`, asMerchant)).body;

  it('does not mark a payment as unresolved that another instance is sending', async () => {
    const stack = await startBeside({ sandbox: { faults: [SLOW] }, env: { OPERATOR_TIMEOUT_MS: '10000' } }, '0');
    const { id } = (await stack.pay('ORDER-1')).body;
    await stack.until(id, 'pending');
    expect((await readDetail(stack, id)).history.map(({ kind }) => kind)).toEqual(['created', 'sending', 'accepted']);
    expect(stack.receiver.webhooks).toEqual([]);
  }, 40_000);

  it('leaves the webhooks to an instance whose signatures the shop accepts', async () => {
    // The callbacks go to the instance with the wrong clock, so that it sees each webhook first.
    const port = String(await freePort());
    const stack = await startBeside(
      { sandbox: { autoApproveMs: 50 }, env: { PUBLIC_URL: `http://127.0.0.1:${port}` } },
      port,
    );
    const ids: string[] = [];
    for (const order of ['ORDER-1', 'ORDER-2', 'ORDER-3', 'ORDER-4', 'ORDER-5'])
      ids.push((await stack.pay(order)).body.id);
    await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(5), { timeout: 30_000 });
    for (const id of ids) {
      const delivered = [{ status: 'delivered', deliveryAttempts: 1 }];
      await vi.waitFor(async () => expect((await readDetail(stack, id)).webhooks).toMatchObject(delivered));
    }
  }, 60_000);
});
