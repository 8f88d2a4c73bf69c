import { createMerchantClient } from '@tsena/node';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { TsenaPlugin } from '@tsena/vendure';
import { getConfig, runPluginConfigurations, setConfig } from '@vendure/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  MERCHANT_API_KEY,
  ORDER_TOKEN_SECRET,
  prepareCompanion,
  sendWebhook,
  until,
  WEBHOOK_SECRET,
} from '../../testing/companion.mjs';
import { stopAll } from '../../testing/processes.mjs';
import { testShopPromises } from '../../testing/shopPromises.mjs';
import { readOptions } from '../dist/options.js';
import { createAdmin, createShopper, startVendure } from './shop.mjs';

const SECRETS = { orderTokenSecret: ORDER_TOKEN_SECRET, webhookSecret: WEBHOOK_SECRET };

afterAll(stopAll);

describe('@tsena/vendure in a real Vendure server', () => {
  let companion;
  let shop;
  let admin;
  let webhook;
  let output;

  beforeAll(async () => {
    companion = await prepareCompanion();
    const { url, ...server } = await startVendure({
      companionUrl: companion.url,
      ...SECRETS,
      merchantApiKey: MERCHANT_API_KEY,
    });
    shop = url;
    output = server.output;
    webhook = `${url}/tsena/webhook`;
    await companion.start(webhook);
    admin = await createAdmin(url);
  });

  afterEach(() => companion.faults([]));
  afterAll(() => companion.removeFiles());

  /** A shopper at the payment step, with the order's code, reference and token. */
  async function arrive(product, quantity) {
    const shopper = await createShopper(shop);
    const code = await shopper.checkOut(product, quantity);
    const { orderToken } = await shopper.token();
    return { shopper, code, reference: `VD-${code}`, orderToken };
  }

  const reaches = (code, state) =>
    until(async () => {
      const order = await admin.order(code);
      expect(order.state).toBe(state);
      return order;
    });
  const notesOf = async (code) => (await admin.order(code)).notes;
  const noted = (code, text) =>
    until(async () => {
      const notes = await notesOf(code);
      expect(notes.join('\n')).toContain(text);
      return notes;
    });

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
        const { code: id, reference, orderToken } = await arrive();
        return { id, reference, orderToken };
      },
      async read(code) {
        const { state, payments, notes } = await admin.order(code);
        const received = payments.reduce((sum, payment) => sum + (payment.state === 'Settled' ? payment.amount : 0), 0);
        return { isPaid: state === 'PaymentSettled', payments: payments.length, received: received / 100, notes };
      },
      others: (reference) => [reference.replace('VD-', ''), `X${reference}`, 'VD-'],
      output: () => output.join(''),
      missing: (reference) =>
        `There is no order ${reference.replace('VD-', '')}, but a webhook names it (payment.completed, pay_`,
    },
  );

  it('signs the active order in whole Ariary: 4450000 of Vendure is Ar 44 500', async () => {
    const { shopper, code, orderToken } = await arrive();
    const claims = JSON.parse(Buffer.from(orderToken.split('.')[1], 'base64url').toString());
    expect(claims).toEqual({
      sub: `VD-${code}`,
      amount: '44500',
      currency: 'MGA',
      description: `Order ${code}`,
      exp: expect.any(Number),
    });
    expect((await shopper.token()).companionUrl).toBe(companion.url);
  });

  it('signs no order before the payment step, and none with a fraction of an Ariary', async () => {
    const early = await createShopper(shop);
    await expect(early.token()).rejects.toThrow('There is no active order.');
    await early.add();
    await expect(early.token()).rejects.toThrow('The order must be in the state ArrangingPayment.');
    const fraction = await createShopper(shop);
    await fraction.checkOut('fraction');
    await expect(fraction.token()).rejects.toThrow('Mobile money takes whole Ariary (MGA), at least 100.');
  });

  it('settles an order by the webhook of its completed payment', async () => {
    const { shopper, code, orderToken } = await arrive();
    const { status, body } = await companion.pay(orderToken);
    expect(status).toBe(201);
    await companion.answerAll();
    const order = await reaches(code, 'PaymentSettled');
    const { transactionReference } = await companion.readPayment(body.id);
    expect(order.payments).toEqual([
      {
        id: expect.any(String),
        state: 'Settled',
        amount: 4_450_000,
        transactionId: transactionReference,
        metadata: { paymentId: body.id, transactionReference, environment: 'sandbox' },
        refunds: [],
      },
    ]);
    expect(order.notes).toEqual([]);
    expect(await shopper.order(code)).toMatchObject({ state: 'PaymentSettled', active: false });
  });

  it('refuses a body that is larger than any webhook', async () => {
    const body = 'x'.repeat(300_000);
    expect((await fetch(webhook, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })).status).toBe(
      413,
    );
  });

  it('settles an order by the webhook that it refused before it was switched to its environment', async () => {
    const { code, reference } = await arrive();
    const event = { order: reference, id: 'pay_live' };
    expect(
      await sendWebhook(webhook, 'payment.completed', { ...event, environment: 'production' }, { id: 'msg_live' }),
    ).toBe(403);
    expect(await sendWebhook(webhook, 'payment.completed', event, { id: 'msg_live' })).toBe(204);
    await reaches(code, 'PaymentSettled');
  });

  it('refuses to be enabled in a channel without a price in Ariary', async () => {
    const { paymentMethods, activeChannel } = await admin.send(
      '{ paymentMethods { items { id code } } activeChannel { id defaultTaxZone { id } } }',
    );
    const input = {
      ...{ code: 'fr', token: 'fr', defaultLanguageCode: 'en', pricesIncludeTax: false, defaultCurrencyCode: 'EUR' },
      ...{ defaultTaxZoneId: activeChannel.defaultTaxZone.id, defaultShippingZoneId: activeChannel.defaultTaxZone.id },
    };
    const created = await admin.send(
      'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ... on Channel { id } } }',
      {
        input,
      },
    );
    const method = paymentMethods.items.find(({ code }) => code === 'mobile-money').id;
    await admin.send(
      'mutation ($input: AssignPaymentMethodsToChannelInput!) { assignPaymentMethodsToChannel(input: $input) { id } }',
      {
        input: { paymentMethodIds: [method], channelId: created.createChannel.id },
      },
    );
    const enable = (channel) =>
      admin.send(
        'mutation ($input: UpdatePaymentMethodInput!) { updatePaymentMethod(input: $input) { id } }',
        {
          input: { id: method, enabled: true },
        },
        channel,
      );
    await expect(enable('fr')).rejects.toThrow('No product of this channel has a price in Ariary (MGA).');
    await enable();
  });

  it('keeps a shopper from changing or cancelling an order that is being paid; an administrator can', async () => {
    const { shopper, code, orderToken } = await arrive();
    await companion.pay(orderToken);
    const refused = 'A mobile-money payment of this order is in progress. Wait for its result.';
    expect(await shopper.to('AddingItems')).toContain(refused);
    expect(await shopper.to('Cancelled')).toContain(refused);
    expect(await admin.cancel(await admin.order(code))).toBe('Order');
    await companion.answerAll();
    const notes = await noted(code, 'after the order was cancelled');
    expect(notes).toHaveLength(1);
    expect(await admin.order(code)).toMatchObject({ state: 'Cancelled', payments: [] });
  });

  it('settles an order whose shopper went back to the cart before the webhook came', async () => {
    const { shopper, code, reference } = await arrive();
    expect(await shopper.to('AddingItems')).toBe('AddingItems');
    expect(await sendWebhook(webhook, 'payment.completed', { order: reference })).toBe(204);
    await reaches(code, 'PaymentSettled');
  });

  it('asks for another delivery while Vendure cannot take the payment, and notes it once', async () => {
    const shopper = await createShopper(shop);
    const code = await shopper.add();
    const event = [webhook, 'payment.completed', { order: `VD-${code}` }, { id: 'msg_too_early' }];
    expect(await sendWebhook(...event)).toBe(500);
    expect(await sendWebhook(...event)).toBe(500);
    expect(await notesOf(code)).toEqual([expect.stringContaining('The order is not paid. Vendure says:')]);
    expect(await admin.order(code)).toMatchObject({ state: 'AddingItems', payments: [] });
    await shopper.enterAddress();
    expect(await sendWebhook(...event)).toBe(204);
    expect(await admin.order(code)).toMatchObject({
      state: 'PaymentSettled',
      payments: [{ state: 'Settled', amount: 4_450_000 }],
    });
  });

  it('lets no storefront add a payment by itself', async () => {
    const { shopper, code } = await arrive();
    const add = shopper.send(
      'mutation { addPaymentToOrder(input: { method: "mobile-money", metadata: { verified: { money: 4450000 } } }) { __typename } }',
    );
    await expect(add).rejects.toThrow('cannot be added by the storefront');
    expect(await admin.order(code)).toMatchObject({ state: 'ArrangingPayment', payments: [] });
  });

  it('records a refund at the companion once, and leaves it pending until the money was sent by hand', async () => {
    const { code, orderToken } = await arrive();
    const { body } = await companion.pay(orderToken);
    await companion.answerAll();
    const order = await reaches(code, 'PaymentSettled');
    await expect(admin.refund(order, 1_000_050)).rejects.toThrow('A refund must be whole Ariary, at least 1.');
    const refund = await admin.refund(order, 1_000_000);
    expect(refund).toMatchObject({ __typename: 'Refund', state: 'Pending', total: 1_000_000 });
    const [recorded] = await companion.refunds();
    expect(recorded).toMatchObject({ paymentId: body.id, amount: '10000', reason: 'Broken jar' });
    expect(await admin.settleRefund(refund.id, '636042599')).toMatchObject({
      state: 'Settled',
      transactionId: '636042599',
    });
    const notes = await noted(code, 'was recorded at the companion.');
    expect(notes.join('\n')).toContain(
      `a refund of Ar 10000. It is recorded at the companion (${recorded.id}). No money has moved: send it by hand`,
    );
    expect(await admin.refund(order, 1_000_000)).toMatchObject({ state: 'Pending' });
    expect(await admin.refund(order, 5_000)).toMatchObject({ __typename: 'Refund', state: 'Pending', total: 5_000 });
    const amounts = (await companion.refunds())
      .filter(({ paymentId }) => paymentId === body.id)
      .map(({ amount }) => amount);
    expect(amounts.sort()).toEqual(['10000', '10000', '50']);
  });

  it('records a refund whose first answer was lost once, and anew if that record was voided', async () => {
    const { code, orderToken } = await arrive();
    const { body: payment } = await companion.pay(orderToken);
    await companion.answerAll();
    const order = await reaches(code, 'PaymentSettled');
    const { refunds } = createMerchantClient({ companionUrl: companion.url, apiKey: MERCHANT_API_KEY });
    const body = { amount: '10000', reason: 'Broken jar' };
    const lost = (number) => refunds.record(payment.id, body, { idempotencyKey: `vd-${payment.id}-1000000-${number}` });
    const statuses = async () =>
      (await companion.refunds()).filter(({ paymentId }) => paymentId === payment.id).map(({ status }) => status);
    await lost(1);
    await admin.refund(order, 200_000);
    await admin.refund(order, 1_000_000);
    expect(await statuses()).toEqual(['recorded', 'recorded']);
    await refunds.void((await lost(2)).id, { reason: 'not sent' });
    await admin.refund(order, 1_000_000);
    expect(await statuses()).toEqual(['recorded', 'voided', 'recorded', 'recorded']);
  });

  it('lets no administrator cancel a completed payment: the money has moved', async () => {
    const { code, orderToken } = await arrive();
    await companion.pay(orderToken);
    await companion.answerAll();
    const order = await reaches(code, 'PaymentSettled');
    await expect(admin.cancelPayment(order)).rejects.toThrow(
      'This payment is completed, and its money has moved. Record a refund instead.',
    );
    expect(await admin.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{ state: 'Settled' }] });
    const other = await arrive();
    await admin.addPayment(await admin.order(other.code), 'mobile-money', '636042513');
    expect(await admin.cancelPayment(await reaches(other.code, 'PaymentSettled'))).toBe('Payment');
  });

  it('leaves a refund pending of a payment that an administrator added by hand, which the companion does not know', async () => {
    const { code } = await arrive();
    await admin.addPayment(await admin.order(code), 'mobile-money', '636042512');
    const order = await reaches(code, 'PaymentSettled');
    expect(await admin.refund(order, 1_000_000)).toMatchObject({ __typename: 'Refund', state: 'Pending' });
    expect((await companion.refunds()).filter(({ order: reference }) => reference === `VD-${code}`)).toEqual([]);
    await noted(
      code,
      'a refund of Ar 10000. It is not recorded at the companion: an administrator added the payment by hand.',
    );
  });

  it('refuses a refund that the companion cannot record, and cancels no order while the companion is down', async () => {
    const { shopper, code, orderToken } = await arrive();
    await companion.pay(orderToken);
    await companion.answerAll();
    const order = await reaches(code, 'PaymentSettled');
    const other = await arrive();
    await companion.stop();
    try {
      await expect(admin.refund(order, 1_000_000)).rejects.toThrow(
        'The refund may have been recorded. Try again with the same amount and reason',
      );
      expect(await other.shopper.to('Cancelled')).toContain('is in progress');
      expect(await other.shopper.to('AddingItems')).toBe('AddingItems');
    } finally {
      await companion.restart();
    }
    expect((await admin.order(code)).payments[0].refunds).toEqual([]);
    expect(await shopper.order(code)).toMatchObject({ state: 'PaymentSettled' });
  });
});

describe('@tsena/vendure in a Vendure server on PostgreSQL', () => {
  let postgres;
  let shop;

  beforeAll(async () => {
    postgres = await startPostgres();
    const options = { companionUrl: 'http://127.0.0.1:1', ...SECRETS };
    shop = (await startVendure(options, { DATABASE_URL: await createDatabase(postgres.url) })).url;
  });
  afterAll(async () => {
    stopAll();
    await postgres?.stop();
  });

  it('settles each order once by webhooks that arrive at the same time, and notes a second payment once', async () => {
    const admin = await createAdmin(shop);
    const codes = [];
    for (const _ of [1, 2]) codes.push(await (await createShopper(shop)).checkOut());
    const events = codes.flatMap((code) =>
      [1, 2].map((attempt) => ({ order: `VD-${code}`, id: `pay_${code}_${attempt}` })),
    );
    const send = (payment) =>
      sendWebhook(`${shop}/tsena/webhook`, 'payment.completed', payment, { id: `msg_${payment.id}` });
    const answers = await Promise.all([...events, ...events, ...events].map(send));
    expect(answers).toEqual(Array(12).fill(204));
    for (const code of codes) {
      expect(await admin.order(code)).toMatchObject({
        state: 'PaymentSettled',
        payments: [{ state: 'Settled', amount: 4_450_000 }],
        notes: [expect.stringContaining('the order was paid before. Refund one of the two payments by hand.')],
      });
    }
  });
});

describe('a Vendure server with wrong options of @tsena/vendure', () => {
  const right = { companionUrl: 'https://pay.example', ...SECRETS };

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
    ['a prefix that ends with a digit', { ...right, orderPrefix: 'SHOP1' }, 'no digit at its end'],
    ['the prefix of payment links', { ...right, orderPrefix: 'LNK-' }, 'not LNK- or CTR- at its beginning'],
    ['an unknown environment', { ...right, environment: 'live' }, 'environment must be sandbox or production.'],
  ])('refuses %s', (_name, options, message) => {
    expect(() => readOptions(options)).toThrow(message);
  });

  it('offers nothing while the companion names another environment', async () => {
    const companion = await prepareCompanion();
    const { url, output } = await startVendure({ companionUrl: companion.url, ...SECRETS, environment: 'production' });
    await companion.start(`${url}/tsena/webhook`);
    const shopper = await createShopper(url);
    await shopper.checkOut();
    await expect(shopper.token()).rejects.toThrow('Mobile money is not available now.');
    await until(() =>
      expect(output.join('')).toContain("the companion's environment is sandbox, this shop's is production."),
    );
    companion.removeFiles();
  });

  it('does not start without the secrets', async () => {
    await expect(startVendure({ companionUrl: 'https://pay.example' })).rejects.toThrow(
      /ended with 1[\s\S]*The order-token secret is missing\./,
    );
  });

  it('does not start without TsenaPlugin.init()', async () => {
    await expect(startVendure(right, { WITHOUT_INIT: '1' })).rejects.toThrow(
      /ended with 1[\s\S]*Call TsenaPlugin\.init\(/,
    );
  });
});

describe('the configuration of a Vendure shop where its secrets are not set', () => {
  it('can be loaded, as the build of the dashboard and the commands of Vendure load it', async () => {
    const options = { companionUrl: undefined, orderTokenSecret: undefined, webhookSecret: '' };
    await setConfig({ plugins: [TsenaPlugin.init(options)] });
    const { paymentOptions } = await runPluginConfigurations(getConfig());
    expect(paymentOptions.paymentMethodHandlers.map(({ code }) => code)).toContain('tsena');
  });
});
