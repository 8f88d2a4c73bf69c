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
  const options = {
    companionUrl: 'http://127.0.0.1:1',
    publicUrl: () => shop,
    orderTokenSecret: 's'.repeat(32),
    webhookSecret,
  };
  shop = await serve(createShop({ ...options, merchantApiKey: undefined, environment: 'sandbox' }, orders));
});

async function send(content: unknown, secret = webhookSecret): Promise<number> {
  const body = JSON.stringify({ timestamp: '2026-11-20T12:00:00.000Z', ...(content as object) });
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  };
  return (await fetch(`${shop}/webhooks/tsena`, { method: 'POST', headers, body })).status;
}

const completed = (other?: Record<string, unknown>) => ({ type: 'payment.completed', data: paymentFor(order, other) });
async function text(): Promise<string> {
  return (await fetch(`${shop}/orders/${order.reference}`, { headers: { 'accept-language': 'en' } })).text();
}
const state = () => stateOf(orders.find(order.reference) ?? order).state;

describe('a webhook', () => {
  it('payment.completed marks the order as paid, also when it arrives twice', async () => {
    expect(await send(completed())).toBe(204);
    expect(await send(completed())).toBe(204);
    expect(state()).toBe('paid');
  });

  it('with a signature under another secret is refused', async () => {
    expect(await send(completed(), `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(401);
    expect(state()).toBe('open');
  });

  it.each([{ amount: '100' }, { currency: 'USD' }])(
    'payment.completed with %o does not mark the order as paid',
    async (other) => {
      expect(await send(completed(other))).toBe(204);
      expect(state()).toBe('checking');
    },
  );

  it('of another environment is refused', async () => {
    expect(await send(completed({ environment: 'production' }))).toBe(403);
    expect(state()).toBe('open');
  });

  it('of another shop’s order, or of an unknown type, is accepted and changes nothing', async () => {
    expect(await send(completed({ order: 'H-0' }))).toBe(204);
    expect(await send({ type: 'tsena.ping', data: {} })).toBe(204);
    expect(state()).toBe('open');
  });

  it('payment.failed leaves an unpaid order open and a paid order paid', async () => {
    expect(await send({ type: 'payment.failed', data: paymentFor(order, { id: 'pay_1', status: 'failed' }) })).toBe(
      204,
    );
    expect(state()).toBe('open');
    await send(completed());
    await send({ type: 'payment.failed', data: paymentFor(order, { id: 'pay_2', status: 'failed' }) });
    expect(state()).toBe('paid');
  });

  it('that is older than the stored state changes nothing', async () => {
    const unresolved = {
      type: 'payment.unresolved',
      data: paymentFor(order, { status: 'unresolved', updatedAt: '2026-11-20T12:00:00.000Z' }),
    };
    await send({
      type: 'payment.failed',
      data: paymentFor(order, { status: 'failed', updatedAt: '2026-11-20T12:01:00.000Z' }),
    });
    expect(await send(unresolved)).toBe(204);
    expect(state()).toBe('open');
  });

  it('payment.completed counts, even if a newer event arrived before it', async () => {
    const pending = { status: 'pending', reviewReasons: ['details_mismatch'], updatedAt: '2026-11-20T12:01:00.000Z' };
    await send({ type: 'payment.review_required', data: paymentFor(order, pending) });
    expect(state()).toBe('checking');
    expect(await send(completed({ updatedAt: '2026-11-20T12:00:00.000Z' }))).toBe(204);
    expect(state()).toBe('paid');
  });

  it('order.overpaid shows that the shop refunds one payment', async () => {
    await send(completed());
    await send({ type: 'order.overpaid', data: paymentFor(order, { id: 'pay_2' }) });
    expect(orders.find(order.reference)?.refundDue).toBe(true);
    expect(await text()).toContain('You paid twice');
  });

  it('payment.refunded shows the order as refunded, and its voiding as paid', async () => {
    const at = (minute: number) => ({ updatedAt: `2026-11-20T12:0${minute}:00.000Z` });
    const half = { amountRefunded: String(order.total / 2) };
    const full = { amountRefunded: String(order.total) };
    await send(completed(at(0)));
    await send({ type: 'payment.refunded', data: paymentFor(order, { ...half, ...at(1) }) });
    expect(state()).toBe('paid');
    await send({ type: 'payment.refunded', data: paymentFor(order, { ...full, ...at(2) }) });
    expect(state()).toBe('refunded');
    const page = await text();
    expect(page).toContain('We have refunded your payment');
    expect(page).not.toContain('We are packing');
    // It comes late, and changes nothing.
    await send(completed(at(0)));
    expect(state()).toBe('refunded');
    // It takes no other payment.
    const checkout = await fetch(`${shop}/checkout/${order.reference}`, { redirect: 'manual' });
    expect(checkout.headers.get('location')).toBe(`/orders/${order.reference}`);
    await send({ type: 'payment.refund_voided', data: paymentFor(order, { ...half, ...at(3) }) });
    expect(state()).toBe('paid');
  });

  it('payment.refunded of one of two payments ends the promise to refund it', async () => {
    await send(completed());
    await send({ type: 'order.overpaid', data: paymentFor(order, { id: 'pay_2' }) });
    const refunded = { id: 'pay_2', amountRefunded: String(order.total) };
    await send({ type: 'payment.refunded', data: paymentFor(order, refunded) });
    const page = await text();
    expect(page).toContain('Paid. Thank you!');
    expect(page).not.toContain('You paid twice');
  });
});
