import { createRequire } from 'node:module';
import { createMerchantClient } from '@tsena/node';
import { createDatabase, runSql, startPostgres } from '@tsena/testkit/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  MERCHANT_API_KEY,
  ORDER_TOKEN_SECRET,
  prepareCompanion,
  sendWebhook,
  until,
  WEBHOOK_SECRET,
} from '../../testing/companion.mjs';
import { freePort, kill, stopAll } from '../../testing/processes.mjs';
import { testShopPromises } from '../../testing/shopPromises.mjs';
import { createAdmin, createProject, createShopper, seedShop } from './shop.mjs';

const SECRETS = { orderTokenSecret: ORDER_TOKEN_SECRET, webhookSecret: WEBHOOK_SECRET };
const { TsenaProvider } = createRequire(import.meta.url)('../.medusa/server/src/index.js');

const claimsOf = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());

describe('@tsena/medusa in a real Medusa server', () => {
  let postgres;
  let companion;
  let project;
  let database;
  let seed;
  let server;
  let port;
  let admin;
  let webhook;

  beforeAll(async () => {
    postgres = await startPostgres();
    companion = await prepareCompanion();
    const options = { companionUrl: companion.url, ...SECRETS, merchantApiKey: MERCHANT_API_KEY };
    database = await createDatabase(postgres.url);
    project = createProject({ databaseUrl: database, options });
    await project.migrate();
    port = await freePort();
    server = await project.serve(port);
    seed = await seedShop(server.url);
    webhook = `${server.url}/tsena/webhook`;
    admin = createAdmin(server.url, seed);
    await companion.start(webhook);
  });

  afterEach(() => companion.faults([]));
  afterAll(async () => {
    stopAll();
    await postgres?.stop();
    companion?.removeFiles();
  });

  /** A shopper who has placed an order, with its payment session and order token. */
  async function arrive() {
    const shopper = createShopper(server.url, seed);
    const { id } = await shopper.checkOut();
    const order = await admin.order(id);
    const [session] = order.collection.payment_sessions;
    return { shopper, id, session: session.id, orderToken: session.data.orderToken };
  }

  const isCaptured = (id) =>
    until(async () => {
      const order = await admin.order(id);
      expect(order.payment_status).toBe('captured');
      return order;
    });
  /** Repeated until PostgreSQL accepts a connection, which takes long on a busy machine. */
  const sql = (statement) => until(() => runSql(database, statement));
  const logged = (text) => until(async () => expect(project.output.join('')).toContain(text));
  testShopPromises(
    { it, expect },
    {
      get companion() {
        return companion;
      },
      get webhook() {
        return webhook;
      },
      arrive: async () => {
        const { id, session: reference, orderToken } = await arrive();
        return { id, reference, orderToken };
      },
      async read(id) {
        const { payment_status: status, payments, summary, notes } = await admin.order(id);
        return { isPaid: status === 'captured', payments: payments.length, received: summary.paid_total, notes };
      },
      others: () => ['payses_'],
      output: () => project.output.join(''),
      missing: (reference) => `Tsena: ${reference}: A payment was completed, but its payment session does not exist.`,
    },
  );

  it('gives the storefront the order token in the data of the payment session, in whole Ariary', async () => {
    const shopper = createShopper(server.url, seed);
    await shopper.add();
    const { id, status, data } = await shopper.choose();
    expect(status).toBe('pending');
    expect(data).toMatchObject({
      order: id,
      amount: '44500',
      currency: 'MGA',
      companionUrl: companion.url,
      paymentId: null,
    });
    expect(claimsOf(data.orderToken)).toEqual({ sub: id, amount: '44500', currency: 'MGA', exp: expect.any(Number) });
  });

  it('takes no fraction of an Ariary, and nothing that a storefront writes into the data', async () => {
    const shopper = createShopper(server.url, seed);
    await shopper.add('fraction');
    await expect(shopper.choose()).rejects.toThrow('Mobile money takes whole Ariary, at least 100.');
    const other = createShopper(server.url, seed);
    await other.add();
    const { id, data } = await other.choose({
      amount: '100',
      order: 'payses_other',
      paymentId: 'pay_1',
      session_id: 'payses_other',
    });
    expect(data).toMatchObject({ order: id, amount: '44500', paymentId: null });
  });

  it('places the order before it is paid, and captures it by the webhook of its completed payment', async () => {
    const { id, session, orderToken } = await arrive();
    expect(await admin.order(id)).toMatchObject({
      payments: [],
      collection: { payment_sessions: [{ status: 'pending_authorization' }] },
    });
    const { status, body } = await companion.pay(orderToken);
    expect(status).toBe(201);
    await companion.answerAll();
    await companion.delivered(session, 'payment.completed');
    const order = await isCaptured(id);
    const { transactionReference } = await companion.readPayment(body.id);
    expect(order.payments).toMatchObject([
      {
        amount: 44_500,
        data: { order: session, paymentId: body.id, transactionReference },
        captures: [{ amount: 44_500 }],
      },
    ]);
    expect(order.summary).toMatchObject({ paid_total: 44_500, pending_difference: 0 });
    expect(order.notes).toEqual([]);
  });

  it('books a captured payment after a crash that left the order without it', async () => {
    const { id, session, orderToken } = await arrive();
    const { body } = await companion.pay(orderToken);
    const [{ totals }] = (await sql(`select totals from order_summary where order_id = '${id}'`)).rows;
    await companion.answerAll();
    await companion.delivered(session, 'payment.completed');
    await sql(`delete from order_transaction where order_id = '${id}'`);
    await sql(`update order_summary set totals = '${JSON.stringify(totals)}' where order_id = '${id}'`);
    expect((await admin.order(id)).summary).toMatchObject({ paid_total: 0 });
    for (const _ of [1, 2])
      expect(await sendWebhook(webhook, 'payment.completed', { order: session, id: body.id })).toBe(204);
    const order = await admin.order(id);
    expect(order.summary).toMatchObject({ paid_total: 44_500, pending_difference: 0 });
    expect([order.payments.length, order.payments[0].captures.length, order.transactions.length]).toEqual([1, 1, 1]);
  });

  it('captures nothing by a signed webhook while the companion does not say the same, and asks for another delivery', async () => {
    const { id, session } = await arrive();
    expect(await sendWebhook(webhook, 'payment.completed', { order: session })).toBe(500);
    expect((await admin.order(id)).payments).toEqual([]);
  });

  it('captures nothing of an order that was edited since its payment began', async () => {
    const { id, session, orderToken } = await arrive();
    await companion.pay(orderToken);
    await admin.edit(id, seed.products.vanilla);
    await companion.answerAll();
    await companion.delivered(session, 'payment.completed');
    const order = await admin.order(id);
    expect(order).toMatchObject({ total: 89_000, payments: [] });
    expect(order.notes).toEqual([expect.stringMatching(/its amount or currency differs .* press “Check status”/)]);
    // "Check status" in Medusa Admin.
    expect(await admin.checkStatus(id, session)).toBe(true);
    expect(await admin.order(id)).toMatchObject({
      payments: [{ amount: 44_500, captures: [{ amount: 44_500 }] }],
      summary: { paid_total: 44_500, pending_difference: 44_500 },
    });
  });

  it('captures nothing for an order that was canceled, and asks for review', async () => {
    const { id, session, orderToken } = await arrive();
    await companion.pay(orderToken);
    await admin.cancel(id);
    await companion.answerAll();
    await logged(`Tsena: ${id}: A payment was completed after the order was canceled.`);
    await companion.delivered(session, 'payment.completed');
    expect(await admin.order(id)).toMatchObject({
      status: 'canceled',
      payments: [],
      notes: [expect.stringContaining('A payment was completed after the order was canceled. Refund it by hand.')],
    });
  });

  /** A shopper who pays before the order is placed. */
  async function payCart() {
    const shopper = createShopper(server.url, seed);
    await shopper.add();
    const { id, data } = await shopper.choose();
    await companion.pay(data.orderToken);
    return { cart: shopper.cart.id, shopper, session: id };
  }
  const orderOf = async (cart) => {
    const { id } = await until(async () => {
      const found = await admin.orderOfCart(cart);
      expect(found).not.toBeNull();
      return found;
    });
    return await admin.order(id);
  };

  it('keeps a cart as it is while it is being paid, and places its order by the webhook', async () => {
    const { cart, shopper, session } = await payCart();
    await expect(
      shopper.send(`/carts/${cart}/line-items`, { variant_id: seed.products.vanilla, quantity: 1 }),
    ).rejects.toThrow('Could not delete all payment sessions');
    await expect(shopper.choose()).rejects.toThrow('Could not delete all payment sessions');
    await companion.answerAll();
    await companion.delivered(session, 'payment.completed');
    const order = await orderOf(cart);
    expect(order).toMatchObject({ total: 44_500, payment_status: 'captured', notes: [] });
    expect(order.payments).toMatchObject([{ amount: 44_500, captures: [{ amount: 44_500 }] }]);
    expect(order.summary).toMatchObject({ paid_total: 44_500, pending_difference: 0 });
  });

  it('asks for review and for another delivery while the cart of a paid session cannot be placed', async () => {
    const { cart, session } = await payCart();
    await admin.offer(seed.region, 'pp_system_default');
    try {
      await companion.answerAll();
      await logged(`Tsena: ${session}: A payment was completed, but Medusa could not make an order of its cart.`);
      expect(await admin.orderOfCart(cart)).toBeNull();
    } finally {
      await admin.offer(seed.region, 'pp_tsena_tsena', 'pp_system_default');
    }
    const failed = await until(async () => {
      const [delivery] = await companion.deliveries(session);
      expect(delivery.deliveryAttempts).toBeGreaterThan(0);
      return delivery;
    });
    await companion.replay(failed.id);
    await companion.delivered(session, 'payment.completed');
    expect(await orderOf(cart)).toMatchObject({ payment_status: 'captured', summary: { paid_total: 44_500 } });
    expect(await companion.refunds()).toEqual([]);
  });

  it('asks for review of the first payment of a cart that was captured with the second one', async () => {
    const shopper = createShopper(server.url, seed);
    const cart = await shopper.add();
    const { id: session, data } = await shopper.choose();
    const first = await companion.payTwice(data.orderToken);
    const completed = async () =>
      (await companion.deliveries(session)).filter(({ type }) => type === 'payment.completed');
    await admin.offer(seed.region, 'pp_system_default');
    try {
      await companion.answerAll();
      await until(async () =>
        expect((await completed()).map(({ deliveryAttempts }) => deliveryAttempts > 0)).toEqual([true, true]),
      );
    } finally {
      await admin.offer(seed.region, 'pp_tsena_tsena', 'pp_system_default');
    }
    const ofFirst = (await completed()).find(({ paymentId }) => paymentId === first);
    await companion.replay(ofFirst.id);
    await until(async () => expect((await completed()).find(({ id }) => id === ofFirst.id).status).toBe('delivered'));
    const order = await orderOf(cart.id);
    expect(order.payments).toMatchObject([{ amount: 44_500, captures: [{ amount: 44_500 }] }]);
    expect(order.payments[0].data.paymentId).not.toBe(first);
    expect(order.notes).toContain(
      `A payment was completed, but the order was paid before. Refund one of the two payments by hand. (${first}, Ar 44500)`,
    );
  });

  it('records a refund at the companion once, and none that the companion does not know', async () => {
    const { id, orderToken } = await arrive();
    const { body } = await companion.pay(orderToken);
    await companion.answerAll();
    const { payments } = await isCaptured(id);
    await expect(admin.refund(payments[0].id, 1_000.5)).rejects.toThrow('A refund must be whole Ariary, at least 1.');
    await companion.stop();
    try {
      await expect(admin.refund(payments[0].id, 10_000)).rejects.toThrow(
        'The refund may have been recorded. Try again with the same amount',
      );
    } finally {
      await companion.restart();
    }
    for (const expected of [1, 2]) {
      await admin.refund(payments[0].id, 10_000);
      expect(
        (await companion.refunds()).filter(({ paymentId, amount }) => paymentId === body.id && amount === '10000'),
      ).toHaveLength(expected);
    }
    await admin.refund(payments[0].id, 50);
    expect(
      (await companion.refunds()).filter(({ paymentId, amount }) => paymentId === body.id && amount === '50'),
    ).toHaveLength(1);
    expect((await admin.order(id)).payments[0]).toMatchObject({
      refunds: [{ amount: 10_000 }, { amount: 10_000 }, { amount: 50 }],
      data: { refunds: '10000 10000 50' },
    });
    await logged('No money has moved: send it by hand');
    // The companion's webhooks of the three refunds.
    const recorded = expect.stringContaining(
      'A refund of a payment of this order was recorded at the companion. A person sends the money.',
    );
    await until(async () => expect((await admin.order(id)).notes).toEqual([recorded, recorded, recorded]));
  });

  it('records a refund anew if the record of a try whose answer was lost was voided', async () => {
    const { id, orderToken } = await arrive();
    const { body } = await companion.pay(orderToken);
    await companion.answerAll();
    const { payments } = await isCaptured(id);
    const { refunds } = createMerchantClient({ companionUrl: companion.url, apiKey: MERCHANT_API_KEY });
    const refund = { amount: '10000', reason: 'Refund in Medusa' };
    const lost = await refunds.record(body.id, refund, { idempotencyKey: `md-${body.id}-1-10000` });
    await admin.refund(payments[0].id, 2_000);
    await refunds.void(lost.id, { reason: 'not sent' });
    await admin.refund(payments[0].id, 10_000);
    const found = (await companion.refunds()).filter(({ paymentId }) => paymentId === body.id);
    expect(found.map(({ status }) => status)).toEqual(['recorded', 'recorded', 'voided']);
  });

  it('says without a merchant key that a person must send the money of a refund', async () => {
    const { id, orderToken } = await arrive();
    await companion.pay(orderToken);
    await companion.answerAll();
    const { payments } = await isCaptured(id);
    const other = await createProject({
      databaseUrl: database,
      options: { companionUrl: companion.url, ...SECRETS },
    }).serve();
    await createAdmin(other.url, seed).refund(payments[0].id, 10_000);
    const note =
      /^A refund was recorded in Medusa only.* send it by hand from your account at the operator\. \(pay_[\w-]+, Ar 10000\)$/;
    await until(async () => expect((await admin.order(id)).notes).toEqual([expect.stringMatching(note)]));
    await kill(other.child);
  });
});

describe('the provider of @tsena/medusa', () => {
  const right = { companionUrl: 'http://127.0.0.1:1', ...SECRETS };
  const quiet = { logger: { warn: () => undefined } };

  it.each([
    [
      'no order-token secret',
      { ...right, orderTokenSecret: undefined },
      'orderTokenSecret: The order-token secret is missing.',
    ],
    [
      'an empty webhook key',
      { ...right, webhookSecret: 'whsec_' },
      'The webhook secret needs whsec_ and 24 to 64 bytes in base64.',
    ],
    ['an empty merchant key', { ...right, merchantApiKey: '' }, 'merchantApiKey: apiKey is missing'],
    [
      'an address that is none',
      { ...right, companionUrl: 'pay.example' },
      'companionUrl must be an http or https address',
    ],
    ['an unknown environment', { ...right, environment: 'live' }, 'environment must be sandbox or production.'],
  ])('refuses %s', (_name, options, message) => {
    expect(() => TsenaProvider.validateOptions(options)).toThrow(message);
    expect(() => new TsenaProvider(quiet, options)).toThrow(message);
  });

  it('authorizes and captures nothing while the companion does not answer', async () => {
    const provider = new TsenaProvider(quiet, right);
    const data = { order: 'payses_1', amount: '44500', currency: 'MGA' };
    expect((await provider.authorizePayment({ data })).status).toBe('pending_authorization');
    expect((await provider.getPaymentStatus({ data })).status).toBe('pending_authorization');
    await expect(provider.capturePayment({ data })).rejects.toThrow('Nothing was captured.');
    // A shopper can still change the cart.
    expect(await provider.deletePayment({ data })).toEqual({ data });
  });

  it('offers nothing while the companion names another environment', async () => {
    const companion = await prepareCompanion();
    await companion.start('http://127.0.0.1:1');
    const errors = [];
    const provider = new TsenaProvider(
      { logger: { error: (line) => errors.push(line) } },
      { ...right, companionUrl: companion.url, environment: 'production' },
    );
    const choose = provider.initiatePayment({ amount: 44_500, currency_code: 'mga', data: { session_id: 'payses_1' } });
    await expect(choose).rejects.toThrow('Mobile money is not available now.');
    expect(errors).toEqual(["Tsena: not offered: the companion's environment is sandbox, this shop's is production."]);
    await companion.stop();
    companion.removeFiles();
  });

  it('takes no other currency than Ariary', async () => {
    const provider = new TsenaProvider(quiet, right);
    await expect(
      provider.initiatePayment({ amount: 44_500, currency_code: 'eur', data: { session_id: 'payses_1' } }),
    ).rejects.toThrow('Mobile money takes Ariary (MGA).');
  });
});
