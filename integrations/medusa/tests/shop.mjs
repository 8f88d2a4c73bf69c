import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, start } from '../../testing/processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = join(root, 'tests/project');
const cli = join(root, 'node_modules/@medusajs/cli/cli.js');
const START_MS = 300_000;

/** A Medusa project with the plugin installed, on one database. */
export function createProject({ databaseUrl, options }) {
  const installed = join(project, 'node_modules/@tsena');
  mkdirSync(installed, { recursive: true });
  rmSync(join(installed, 'medusa'), { force: true });
  symlinkSync(root, join(installed, 'medusa'), 'junction');
  const env = {
    DATABASE_URL: databaseUrl,
    TSENA_OPTIONS: JSON.stringify(options),
    MEDUSA_DISABLE_TELEMETRY: 'true',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  const output = [];
  const medusa = (...args) => {
    const child = start(process.execPath, [cli, ...args], { env, directory: project, errors: 'pipe' });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
    return child;
  };
  const run = async (...args) => {
    const [code] = await once(medusa(...args), 'exit');
    if (code !== 0) throw new Error(`medusa ${args.join(' ')} ended with ${code}\n${output.join('').slice(-4000)}`);
  };

  return {
    /** What Medusa has printed. */
    output,
    /** Creates the tables. */
    migrate: () => run('db:migrate', '--skip-scripts'),
    /** Serves the shop. Rejects if Medusa ends before it listens. */
    async serve(port) {
      const child = medusa('start', '--host', '127.0.0.1', '--port', String(port ?? (await freePort())));
      let ended = null;
      child.once('exit', (code) => {
        ended = code ?? 'a signal';
      });
      const url = `http://127.0.0.1:${child.spawnargs.at(-1)}`;
      for (const end = Date.now() + START_MS; Date.now() < end; await wait(200)) {
        if (ended !== null) throw new Error(`medusa start ended with ${ended}\n${output.join('').slice(-4000)}`);
        const answer = await fetch(`${url}/health`).catch(() => null);
        if (answer?.ok) return { child, url };
      }
      throw new Error(`medusa start does not answer\n${output.join('').slice(-4000)}`);
    },
  };
}

async function request(address, { method = 'GET', headers, body }) {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${answer.message}`);
  return answer;
}

/** Creates a region, two products and the keys of the APIs. Returns them. */
export const seedShop = (url) => request(`${url}/seed`, { method: 'POST', body: {} });

/** A storefront: one shopper with one cart. */
export function createShopper(url, { publishable, region, products }) {
  const send = (path, body, method = 'POST') =>
    request(`${url}/store${path}`, {
      method,
      headers: { 'x-publishable-api-key': publishable },
      ...(method === 'GET' ? {} : { body }),
    });
  const shopper = {
    send,
    cart: undefined,
    session: undefined,
    async add(product = 'vanilla', quantity = 1) {
      const { cart } = await send('/carts', {
        region_id: region,
        email: 'soa@example.mg',
        items: [{ variant_id: products[product], quantity }],
      });
      shopper.cart = cart;
      return cart;
    },
    /** Chooses mobile money: the payment session has the order token. */
    async choose(data) {
      const { payment_collection: collection } = await send('/payment-collections', { cart_id: shopper.cart.id });
      const { payment_collection: chosen } = await send(`/payment-collections/${collection.id}/payment-sessions`, {
        provider_id: 'pp_tsena_tsena',
        ...(data === undefined ? {} : { data }),
      });
      [shopper.session] = chosen.payment_sessions;
      return shopper.session;
    },
    /** Presses "Place order". Returns the order. */
    async place() {
      const answer = await send(`/carts/${shopper.cart.id}/complete`, {});
      if (answer.type !== 'order') throw new Error(answer.error.message);
      return answer.order;
    },
    async checkOut(product) {
      await shopper.add(product);
      await shopper.choose();
      return await shopper.place();
    },
  };
  return shopper;
}

/** The administrator of the shop. */
export function createAdmin(url, { secret }) {
  const authorization = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`;
  const send = (path, body, method = 'POST') =>
    request(`${url}/admin${path}`, { method, headers: { authorization }, ...(method === 'GET' ? {} : { body }) });
  const FIELDS =
    'id,status,payment_status,total,summary,metadata,*payment_collections,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds,*payment_collections.payment_sessions,*transactions';
  return {
    send,
    async order(id) {
      const { order } = await send(`/orders/${id}?fields=${FIELDS}`, undefined, 'GET');
      const [collection] = order.payment_collections;
      return { ...order, collection, payments: collection?.payments ?? [], notes: Object.values(order.metadata ?? {}) };
    },
    async orderOfCart(cart) {
      const { orders } = await send(`/orders?limit=100&fields=id,payment_status,email,*cart`, undefined, 'GET');
      return orders.find((one) => one.cart?.id === cart) ?? null;
    },
    /** Adds one item to an order that is placed. */
    async edit(order, variant) {
      await send('/order-edits', { order_id: order });
      await send(`/order-edits/${order}/items`, { items: [{ variant_id: variant, quantity: 1 }] });
      await send(`/order-edits/${order}/confirm`, {});
    },
    /** Presses "Check status". Returns whether Medusa then has the payment. */
    checkStatus: async (order, session) =>
      (await send(`/orders/${order}/payment-sessions/authorize`, { payment_session_id: session })).is_authorized,
    /** Which payment providers the region has. */
    offer: (region, ...providers) => send(`/regions/${region}`, { payment_providers: providers }),
    cancel: (id) => send(`/orders/${id}/cancel`, {}),
    refund: (payment, amount) => send(`/payments/${payment}/refund`, { amount }),
  };
}
