import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { createShop } from './app.ts';
import { readCart } from './cart.ts';
import { type Order, Orders, stateOf } from './orders.ts';
import { paymentFor, serve } from './testing.ts';

const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let orders: Orders;
let order: Order;
let shop: string;

beforeEach(async () => {
  orders = new Orders();
  order = orders.add(readCart('vanilla.1'));
  const options = { companionUrl: 'http://127.0.0.1:1', publicUrl: () => shop, orderTokenSecret: 's'.repeat(32), webhookSecret };
  shop = await serve(createShop({ ...options, merchantApiKey: undefined }, orders));
});

async function send(content: unknown, secret = webhookSecret, tamper = (body: string) => body): Promise<number> {
  const body = JSON.stringify(content);
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  };
  return (await fetch(`${shop}/webhooks/tsena`, { method: 'POST', headers, body: tamper(body) })).status;
}

const completed = (other?: Record<string, unknown>) => ({ type: 'payment.completed', data: paymentFor(order, other) });
const state = () => stateOf(orders.find(order.reference) ?? order).state;

describe('a webhook', () => {
  it('marks the order paid, however often it comes', async () => {
    expect(await send(completed())).toBe(204);
    expect(await send(completed())).toBe(204);
    expect(state()).toBe('paid');
  });

  it('signed with another secret changes nothing', async () => {
    expect(await send(completed(), `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(401);
    expect(state()).toBe('open');
  });

  it('changed on its way changes nothing', async () => {
    expect(await send(completed({ status: 'failed' }), webhookSecret, (body) => body.replace('failed', 'completed'))).toBe(401);
    expect(state()).toBe('open');
  });

  it('without a body or a signature is refused', async () => {
    expect((await fetch(`${shop}/webhooks/tsena`, { method: 'POST' })).status).toBe(400);
    expect((await fetch(`${shop}/webhooks/tsena`, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(await send({ type: 'payment.completed', data: {} })).toBe(400);
  });

  it.each([{ amount: '100' }, { currency: 'USD' }])('of a payment with %o does not pay the order', async (other) => {
    expect(await send(completed(other))).toBe(204);
    expect(state()).toBe('checking');
  });

  it('for an order that is not ours is refused, so that the companion shows it', async () => {
    expect(await send(completed({ order: 'H-0' }))).toBe(404);
  });

  it('of a failed payment leaves the order open, unless it is paid already', async () => {
    expect(await send({ type: 'payment.failed', data: paymentFor(order, { id: 'pay_1', status: 'failed' }) })).toBe(204);
    expect(state()).toBe('open');
    await send(completed());
    await send({ type: 'payment.failed', data: paymentFor(order, { id: 'pay_2', status: 'failed' }) });
    expect(state()).toBe('paid');
  });

  it('of a doubtful payment keeps the order in doubt until it is settled', async () => {
    await send({ type: 'payment.unresolved', data: paymentFor(order, { status: 'unresolved' }) });
    expect(state()).toBe('checking');
    await send({ type: 'payment.failed', data: paymentFor(order, { status: 'failed' }) });
    expect(state()).toBe('open');
  });

  it('that comes late, about an earlier time, changes nothing', async () => {
    const unresolved = {
      type: 'payment.unresolved',
      data: paymentFor(order, { status: 'unresolved', updatedAt: '2026-11-20T12:00:00.000Z' }),
    };
    await send({ type: 'payment.failed', data: paymentFor(order, { status: 'failed', updatedAt: '2026-11-20T12:01:00.000Z' }) });
    expect(await send(unresolved)).toBe(204);
    expect(state()).toBe('open');
  });

  it('of a completed payment counts, even if a later event came before it', async () => {
    await send({ type: 'payment.details_mismatch', data: paymentFor(order, { status: 'pending', updatedAt: '2026-11-20T12:01:00.000Z' }) });
    expect(state()).toBe('open');
    expect(await send(completed({ updatedAt: '2026-11-20T12:00:00.000Z' }))).toBe(204);
    expect(state()).toBe('paid');
  });

  it('of a second payment says that one is owed back', async () => {
    await send(completed());
    await send({ type: 'order.overpaid', data: paymentFor(order, { id: 'pay_2' }) });
    expect(orders.find(order.reference)?.refundDue).toBe(true);
    expect(await (await fetch(`${shop}/orders/${order.reference}`, { headers: { 'accept-language': 'en' } })).text()).toContain(
      'came in twice',
    );
  });
});
