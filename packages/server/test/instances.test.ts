import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { readEvents, readMerchantEvents } from '@tsena/testkit/events';
import { startWire, withoutNotifications } from '@tsena/testkit/wire';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../src/config/readSettings.ts';
import { type Served, serve } from '../src/main.ts';
import { seedPayment } from './support/seed.ts';
import { MERCHANT_API_KEY, startStack } from './support/stack.ts';
import { announced, type TestChange } from './support/storages.ts';
import { useForEach } from './support/use.ts';

const ORDER = 'ORDER-1' as OrderReference;
const FAILED: TestChange = {
  to: 'failed',
  set: { failure_code: 'payment_failed', next_check_at: null },
  event: { kind: 'failed' },
};

describe('two companions on one PostgreSQL', () => {
  const stack = useForEach(() => startStack({ store: 'postgres', callbacks: false }));
  /** Reaches the database through a connection that a test can break. */
  let here: Served;
  const wire = useForEach(() => startWire(stack.env.DATABASE_URL ?? ''));

  afterEach(async () => {
    await here.stop();
  });

  async function startHere(): Promise<void> {
    here = await serve(readSettings({ ...stack.env, PORT: '0', DATABASE_URL: wire.url }));
  }

  const pay = async () => (await stack.pay('ORDER-1')).body.id;

  /** Changes a payment at the other instance. */
  const changeThere = (id: PaymentId, change: TestChange) => announced(stack.served.companion.context, id, change);

  it.each([
    ['', undefined],
    [', also if no notification arrives', withoutNotifications],
  ])('send each change once to event streams at the other instance%s', async (_how, rewrite) => {
    wire.rewrite(rewrite);
    await startHere();
    const id = await pay();
    const events = await readEvents(here.url, id);
    await changeThere(id, FAILED);
    await vi.waitFor(() => expect(events.payments.map(({ status }) => status)).toEqual(['pending', 'failed']), 20_000);
    events.close();
  });

  it('send a payment again when another one of its order changes at the other instance', async () => {
    await startHere();
    const id = await pay();
    const other = await seedPayment(stack.served.companion.storage.store, {
      order_reference: ORDER,
      attempt_number: 2,
      status: 'pending',
    });
    const events = await readEvents(here.url, id);
    await changeThere(other, {
      to: 'completed',
      set: { verified: 1 },
      event: { kind: 'completed', data: { transactionId: '1', verified: true } },
    });
    await vi.waitFor(
      () => expect(events.payments.at(-1)).toMatchObject({ status: 'pending', view: 'paid_by_another' }),
      20_000,
    );
    expect(events.payments.map((payment) => payment.id)).toEqual([id, id]);
    events.close();
  });

  it('send a change that happened while an instance had no connection to the database', async () => {
    await startHere();
    const id = await pay();
    const events = await readEvents(here.url, id);
    wire.silence();
    await changeThere(id, FAILED);
    wire.cut();
    wire.mend();
    await vi.waitFor(() => expect(events.payments.at(-1)).toMatchObject({ status: 'failed' }), 20_000);
    events.close();
  });

  it('tell the dashboards which payments change, and after a gap that all may have', async () => {
    await startHere();
    const [events, other] = [
      await readMerchantEvents(here.url, MERCHANT_API_KEY),
      await readMerchantEvents(stack.served.url, MERCHANT_API_KEY),
    ];
    const seen = ({ changes }: typeof events) => changes.flatMap(({ paymentIds }) => paymentIds ?? []);
    const id = await pay();
    // An instance that still connects to the database sends null in place of an id.
    await vi.waitFor(
      async () => {
        await changeThere(id, { event: { kind: 'unknown_status' } });
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
});
