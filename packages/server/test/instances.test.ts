import { type PaymentId, paymentIdSchema, paymentSchema } from '@tsena/shared/checkout';
import { readEvents, readMerchantEvents } from '@tsena/testkit/events';
import { startWire, withoutNotifications } from '@tsena/testkit/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { readSettings } from '../src/config/readSettings.ts';
import { type Served, serve } from '../src/main.ts';
import { MERCHANT_API_KEY, PAYER, startStack } from './support/stack.ts';
import { announced, type TestChange } from './support/storages.ts';
import { useForEach } from './support/use.ts';

const FAILED: TestChange = { to: 'failed', set: { failure_code: 'payment_failed', next_check_at: null }, event: { kind: 'failed' } };

describe('two companions on one PostgreSQL', () => {
  const stack = useForEach(() => startStack({ store: 'postgres', callbacks: false }));
  let there: Served;
  /** Reaches the database through a connection that a test can break. */
  let here: Served;
  const wire = useForEach(() => startWire(stack.env.DATABASE_URL ?? ''));

  beforeEach(async () => {
    there = stack.served;
  });
  afterEach(async () => {
    await here.stop();
  });

  async function startHere(): Promise<void> {
    here = await serve(readSettings({ ...stack.env, PORT: '0', DATABASE_URL: wire.url }));
  }

  async function payAt(served: Served, order: string): Promise<PaymentId> {
    const response = await fetch(`${served.url}/v1/payments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ orderToken: await stack.mint({ sub: order, amount: '25000' }), msisdn: PAYER }),
    });
    return z.parse(z.object({ id: paymentIdSchema }), await response.json()).id;
  }

  async function statusAt(served: Served, id: PaymentId): Promise<string> {
    return z.parse(paymentSchema, await (await fetch(`${served.url}/v1/payments/${id}`)).json()).status;
  }

  const changeAt = (served: Served, id: PaymentId, change: TestChange) => announced(served.companion, id, change);

  it.each([
    ['', undefined],
    [', also if no notification arrives', withoutNotifications],
  ])('send each change once to event streams at the other instance%s', async (_how, rewrite) => {
    wire.rewrite(rewrite);
    await startHere();
    const id = await payAt(there, 'ORDER-1');
    const events = await readEvents(here.url, id);
    await changeAt(there, id, FAILED);
    await events.ended;
    expect(events.payments.map(({ status }) => status)).toEqual(['pending', 'failed']);
  });

  it('send a change that happened while an instance had no connection to the database', async () => {
    await startHere();
    const id = await payAt(there, 'ORDER-1');
    const events = await readEvents(here.url, id);
    wire.silence();
    await changeAt(there, id, FAILED);
    wire.cut();
    wire.mend();
    await events.ended;
    expect(events.payments.at(-1)).toMatchObject({ status: 'failed' });
  });

  it('tell the dashboards which payments change, and after a gap that all may have', async () => {
    await startHere();
    const [events, other] = [await readMerchantEvents(here.url, MERCHANT_API_KEY), await readMerchantEvents(there.url, MERCHANT_API_KEY)];
    const seen = ({ changes }: typeof events) => changes.flatMap(({ paymentIds }) => paymentIds ?? []);
    const id = await payAt(there, 'ORDER-1');
    // An instance that still connects to the database sends null in place of an id.
    await vi.waitFor(
      async () => {
        await changeAt(there, id, { event: { kind: 'unknown_status' } });
        expect([seen(events).includes(id), seen(other).includes(id)]).toEqual([true, true]);
      },
      { timeout: 20_000, interval: 300 },
    );
    const before = events.changes.length;
    wire.cut();
    await vi.waitFor(() => expect(events.changes.slice(before)).toContainEqual({ paymentIds: null }), 15_000);
    events.close();
    other.close();
  });

  it('continue the payments of an instance that stopped', async () => {
    await startHere();
    const id = await payAt(there, 'ORDER-1');
    await there.stop();
    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await vi.waitFor(async () => expect(await statusAt(here, id)).toBe('completed'), 15_000);
    await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.completed']));
  });
});
