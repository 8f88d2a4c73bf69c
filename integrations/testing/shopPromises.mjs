import { sendWebhook, until } from './companion.mjs';

const UNPAID = { isPaid: false, payments: 0, received: 0, notes: [] };
const PAID = { isPaid: true, payments: 1, received: 44_500, notes: [] };

/**
 * What each platform promises about an order of Ar 44 500 in its shop.
 *
 * @param vitest `it` and `expect` of the platform's workspace
 * @param shop what the platform has:
 * - `companion`, and the address of the shop's `webhook`;
 * - `arrive()`, a shopper at the payment: the order's `id` in the shop, its `reference` and `orderToken`;
 * - `read(id)`, whether the order `isPaid`, how many `payments` it has, what they `received` in Ariary, and its
 *   `notes`;
 * - `others(reference)`, references of this platform's form that are no order of it;
 * - `output()`, what the shop has logged, and `missing(reference)`, what it says there of an order that does not exist.
 */
export function testShopPromises({ it, expect }, shop) {
  const isPaid = (id) =>
    until(async () => expect(await shop.read(id)).toMatchObject({ isPaid: true, received: 44_500 }));
  const send = (...event) => sendWebhook(shop.webhook, ...event);

  it('marks an order as paid once if the same webhook arrives again, also at once', async () => {
    const { id, reference, orderToken } = await shop.arrive();
    const { body } = await shop.companion.pay(orderToken);
    await shop.companion.answerAll();
    await until(async () => expect((await shop.companion.readPayment(body.id)).status).toBe('completed'));
    const again = () => send('payment.completed', { order: reference, id: body.id });
    expect(await Promise.all([1, 2, 3].map(again))).toEqual([204, 204, 204]);
    await shop.companion.deliverAgain(reference, 'payment.completed');
    // An older event that arrives late.
    expect(await send('payment.unresolved', { order: reference, id: body.id, status: 'unresolved' })).toBe(204);
    expect(await shop.read(id)).toEqual(PAID);
  });

  it('leaves an order open when its payment was declined, and takes the next one', async () => {
    const { id, reference, orderToken } = await shop.arrive();
    await shop.companion.pay(orderToken);
    await shop.companion.answerAll('reject');
    await shop.companion.delivered(reference, 'payment.failed');
    expect(await shop.read(id)).toEqual(UNPAID);
    await shop.companion.pay(orderToken);
    await shop.companion.answerAll();
    await isPaid(id);
  });

  it('notes an unresolved payment, and marks its order as paid once it is recovered', async () => {
    await shop.companion.faults([{ on: 'initiate', do: 'accept-then-reset', times: 1 }]);
    const { id, reference, orderToken } = await shop.arrive();
    const { body } = await shop.companion.pay(orderToken);
    await shop.companion.delivered(reference, 'payment.unresolved');
    const note = expect.stringMatching(`the customer may have paid\\. Do not ask for a second payment:.*\\(${body.id}`);
    expect(await shop.read(id)).toEqual({ ...UNPAID, notes: [note] });
    await shop.companion.answerAll();
    await isPaid(id);
  });

  it('marks an order as paid by one of two payments, and notes the other one once', async () => {
    const { id, reference, orderToken } = await shop.arrive();
    await shop.companion.payTwice(orderToken);
    await shop.companion.answerAll();
    await isPaid(id);
    await shop.companion.delivered(reference, 'order.overpaid');
    await until(async () =>
      expect((await shop.companion.deliveries(reference)).map(({ status }) => status)).toEqual([
        'delivered',
        'delivered',
        'delivered',
      ]),
    );
    await shop.companion.deliverAgain(reference, 'order.overpaid');
    const { notes, ...paid } = await shop.read(id);
    expect({ ...paid, notes: [] }).toEqual(PAID);
    expect(notes).toHaveLength(2);
    for (const sentence of ['the order was paid before.', 'The companion reports that this order was paid twice.'])
      expect(notes).toContainEqual(expect.stringContaining(sentence));
  });

  it('marks nothing as paid by a webhook that someone else signed', async () => {
    const { id, reference } = await shop.arrive();
    const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
    expect(await send('payment.completed', { order: reference }, { secret })).toBe(401);
    expect((await fetch(shop.webhook, { method: 'POST' })).status).toBe(401);
    expect(await shop.read(id)).toEqual(UNPAID);
  });

  it('refuses a payment of another environment with one note, so that it is delivered again', async () => {
    const { id, reference } = await shop.arrive();
    const event = [{ order: reference, id: 'pay_live', environment: 'production' }, { id: `msg_live_${reference}` }];
    for (const _delivery of [1, 2]) expect(await send('payment.completed', ...event)).toBe(403);
    const note = expect.stringContaining('The companion reports a payment of another environment');
    expect(await shop.read(id)).toEqual({ ...UNPAID, notes: [note] });
  });

  it('answers 204 to orders that are not its own and to unknown types, and changes nothing', async () => {
    const { id, reference } = await shop.arrive();
    for (const order of ['ORDER-1042', 'LNK-1', `WC-${reference}`, `${reference}x`, ...shop.others(reference)]) {
      expect(await send('payment.completed', { order })).toBe(204);
    }
    expect(await send('payment.invented', { order: reference })).toBe(204);
    expect(await send('tsena.ping', {})).toBe(204);
    expect(await send('payment.completed', { order: reference, amount: 44_500 })).toBe(400);
    expect(await shop.read(id)).toEqual(UNPAID);
    // A completed payment without an order is at least pointed out.
    await until(async () => expect(shop.output()).toContain(shop.missing(`${reference}x`)));
    expect(shop.output()).not.toContain(`WC-${reference}`);
  });

  it('marks nothing as paid if amount or currency are not those of the order', async () => {
    const { id, reference } = await shop.arrive();
    for (const amount of ['44499', '100', '4450000', '100']) {
      const event = [{ order: reference, amount, id: 'pay_other' }, { id: `msg_${reference}_${amount}` }];
      expect(await send('payment.completed', ...event)).toBe(204);
    }
    expect(await send('payment.completed', { order: reference, currency: 'EUR', id: 'pay_other' })).toBe(204);
    const { notes, ...rest } = await shop.read(id);
    expect({ ...rest, notes: [] }).toEqual(UNPAID);
    expect(notes).toHaveLength(4);
    expect(notes).toContainEqual(expect.stringMatching(/its amount or currency differs .*\(pay_other, Ar 44499/));
  });
}
