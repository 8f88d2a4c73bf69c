import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort, listening, start } from '../../testing/processes.mjs';

const server = fileURLToPath(new URL('server.mjs', import.meta.url));

/** Starts a Vendure server with the plugin, and collects what it prints. */
export async function startVendure(options, env = {}) {
  const port = await freePort();
  const child = start(process.execPath, [server], {
    env: { TSENA_OPTIONS: JSON.stringify(options), PORT: String(port), VENDURE_DISABLE_TELEMETRY: 'true', ...env },
  });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  return { output, url: await listening(child, 'Vendure') };
}

/** A client of one of Vendure's APIs, with a session of its own. */
function createClient(address) {
  let token;
  return async function send(query, variables = {}, channel) {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(channel === undefined ? {} : { 'vendure-token': channel }),
      },
      body: JSON.stringify({ query, variables }),
    });
    token = response.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = await response.json();
    if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join(' '));
    return data;
  };
}

const PRODUCTS = { vanilla: '1', fraction: '2' };

/** A storefront: one shopper with one order. */
export async function createShopper(url) {
  const send = createClient(`${url}/shop-api`);
  const shopper = {
    send,
    async add(product = 'vanilla', quantity = 1) {
      const { addItemToOrder } = await send(
        'mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) { __typename ... on Order { code } ... on ErrorResult { message } } }',
        { id: PRODUCTS[product], quantity },
      );
      if (addItemToOrder.__typename !== 'Order') throw new Error(addItemToOrder.message);
      return addItemToOrder.code;
    },
    async to(state) {
      const { transitionOrderToState: result } = await send(
        'mutation ($state: String!) { transitionOrderToState(state: $state) { __typename ... on Order { state } ... on OrderStateTransitionError { transitionError } } }',
        { state },
      );
      return result.state ?? result.transitionError;
    },
    async token() {
      return (await send('mutation { createTsenaOrderToken { companionUrl orderToken } }')).createTsenaOrderToken;
    },
    async order(code) {
      return (
        await send(
          'query ($code: String!) { orderByCode(code: $code) { code state active totalWithTax payments { state method amount transactionId } } }',
          { code },
        )
      ).orderByCode;
    },
    /** Enters who the shopper is, where the parcel goes, and how. */
    async enterAddress() {
      await send('mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename } }', {
        input: { firstName: 'Soa', lastName: 'R', emailAddress: `${randomUUID()}@example.mg` },
      });
      await send(
        'mutation { setOrderShippingAddress(input: { streetLine1: "Analakely", countryCode: "MG" }) { __typename } }',
      );
      await send('mutation { setOrderShippingMethod(shippingMethodId: ["1"]) { __typename } }');
    },
    /** Fills the cart and goes to the payment step. Returns the order's code. */
    async checkOut(product = 'vanilla', quantity = 1) {
      const code = await shopper.add(product, quantity);
      await shopper.enterAddress();
      const state = await shopper.to('ArrangingPayment');
      if (state !== 'ArrangingPayment') throw new Error(state);
      return code;
    },
  };
  return shopper;
}

/** The administrator of the shop. */
export async function createAdmin(url) {
  const send = createClient(`${url}/admin-api`);
  await send('mutation { login(username: "superadmin", password: "superadmin") { __typename } }');
  const admin = {
    send,
    async order(code) {
      const { orders } = await send(
        `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
          id code state totalWithTax lines { id quantity }
          payments { id state amount transactionId metadata refunds { id state total transactionId metadata } }
          history(options: { filter: { type: { eq: "ORDER_NOTE" } } }) { items { isPublic data } }
        } } }`,
        { code },
      );
      const [order] = orders.items;
      return { ...order, notes: order.history.items.map(({ data }) => data.note) };
    },
    async cancel({ id }) {
      const { cancelOrder } = await send(
        'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename } }',
        { id },
      );
      return cancelOrder.__typename;
    },
    /** Presses "Add payment". */
    async addPayment({ id }, method, transactionId) {
      const input = { orderId: id, method, transactionId, metadata: {} };
      return (
        await send('mutation ($input: ManualPaymentInput!) { addManualPaymentToOrder(input: $input) { __typename } }', {
          input,
        })
      ).addManualPaymentToOrder.__typename;
    },
    /** Presses "Cancel payment". */
    async cancelPayment({ payments: [{ id }] }) {
      return (await send('mutation ($id: ID!) { cancelPayment(id: $id) { __typename } }', { id })).cancelPayment
        .__typename;
    },
    async refund(order, amount, reason = 'Broken jar') {
      const input = { paymentId: order.payments[0].id, amount, reason, lines: [], shipping: 0, adjustment: 0 };
      return (
        await send(
          'mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { __typename ... on Refund { id state total metadata } ... on ErrorResult { message } } }',
          { input },
        )
      ).refundOrder;
    },
    async settleRefund(id, transactionId) {
      return (
        await send(
          'mutation ($input: SettleRefundInput!) { settleRefund(input: $input) { __typename ... on Refund { state transactionId } } }',
          { input: { id, transactionId } },
        )
      ).settleRefund;
    },
  };
  return admin;
}
