import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ORDER_TOKEN_SECRET, sendWebhook, WEBHOOK_SECRET } from '../../testing/companion.mjs';
import { freePort } from '../../testing/processes.mjs';
import { hasPhp } from './php.mjs';

const KEY = Buffer.from(WEBHOOK_SECRET.slice(6), 'base64');
const NO_KEY = Buffer.alloc(0);
const SHORT_KEY = Buffer.alloc(23, 7);
const RIGHT = {
  companion_url: 'https://pay.example',
  order_token_secret: ORDER_TOKEN_SECRET,
  webhook_secret: WEBHOOK_SECRET,
};

let folder;
let child;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsena-plugin-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Serves the plugin in host.php. */
async function serve(settings, env = {}) {
  const url = `http://127.0.0.1:${await freePort()}`;
  child = spawn('php', ['-S', new URL(url).host, fileURLToPath(new URL('host.php', import.meta.url))], {
    env: { PATH: process.env.PATH, SETTINGS: JSON.stringify(settings), STATE: join(folder, 'order.json'), ...env },
    stdio: 'ignore',
  });
  await vi.waitFor(() => fetch(url), { timeout: 15_000, interval: 20 });
  return url;
}

const stateOf = async (url) => (await fetch(url)).json();

const send = (url, { type = 'payment.completed', key = KEY, id = 'msg_1', sentAt, ...other } = {}) =>
  sendWebhook(
    `${url}/?wc-api=tsena`,
    type,
    { id: 'pay_1', order: 'WC-1042', ...other },
    { id, sentAt, secret: `whsec_${key.toString('base64')}` },
  );

describe.skipIf(!hasPhp())('the webhook of the WooCommerce plugin', () => {
  it('completes the order once, and refuses a webhook that anyone else signed', async () => {
    const url = await serve(RIGHT);
    expect(await stateOf(url)).toEqual({ status: 'pending', notes: 0, mails: [], offered: true, signed: true, log: 0 });
    expect(await send(url, { key: NO_KEY })).toBe(401);
    expect(await send(url, { key: SHORT_KEY })).toBe(401);
    expect(await send(url, { sentAt: Math.floor(Date.now() / 1000) - 301 })).toBe(401);
    expect(await stateOf(url)).toMatchObject({ status: 'pending' });
    expect(await send(url)).toBe(204);
    expect(await send(url)).toBe(204);
    expect(await send(url, { id: 'msg_2' })).toBe(204);
    expect(await stateOf(url)).toMatchObject({ status: 'processing', notes: 0, mails: [] });
  });

  it('holds the order for another amount, with one note and one mail, however often it arrives', async () => {
    const url = await serve(RIGHT);
    expect(await send(url, { amount: '100' })).toBe(204);
    expect(await send(url, { amount: '100' })).toBe(204);
    expect(await stateOf(url)).toMatchObject({
      status: 'on-hold',
      notes: 1,
      mails: ['Order 1042: please check its payment'],
    });
  });

  it('logs a webhook with a wrong signature, once a minute', async () => {
    const url = await serve(RIGHT);
    expect(await send(url, { key: SHORT_KEY })).toBe(401);
    expect(await send(url, { key: SHORT_KEY })).toBe(401);
    expect(await stateOf(url)).toMatchObject({ log: 1, mails: [] });
  });

  it('refuses a payment of another environment with one note and one mail, so that it is delivered again', async () => {
    const url = await serve(RIGHT);
    expect(await send(url, { environment: 'production' })).toBe(403);
    expect(await send(url, { environment: 'production' })).toBe(403);
    expect(await stateOf(url)).toMatchObject({
      status: 'pending',
      notes: 1,
      mails: ['Order 1042: please check its payment'],
    });
    expect(await send(url)).toBe(204);
    expect(await stateOf(url)).toMatchObject({ status: 'processing', notes: 1 });
  });

  it.each([
    ['sandbox', true],
    ['production', false],
  ])('while the companion names %s, is offered in the sandbox: %s', async (COMPANION_ENVIRONMENT, offered) => {
    expect(await stateOf(await serve(RIGHT, { COMPANION_ENVIRONMENT }))).toMatchObject({ offered });
  });

  it.each([
    ['Test mode in the sandbox', {}, {}, { offered: true, connected: true, test: true }],
    ['Active in production', { environment: 'production' }, {}, { offered: true, connected: true, test: false }],
    [
      'no more than an action needed in a shop in US dollars',
      {},
      { CURRENCY: 'USD' },
      { offered: false, connected: false },
    ],
    [
      'no more than an action needed while the companion names another environment',
      {},
      { COMPANION_ENVIRONMENT: 'production' },
      { offered: false, connected: false },
    ],
    ['no more than an action needed without secrets', { webhook_secret: '' }, {}, { offered: false, connected: false }],
  ])('on the page Payments shows %s', async (_what, settings, env, expected) => {
    const url = await serve({ ...RIGHT, ...settings }, env);
    expect(await stateOf(`${url}/?payments`)).toMatchObject(expected);
  });

  it('logs and mails a completed payment of an order that was deleted', async () => {
    const url = await serve(RIGHT);
    expect(await send(url, { order: 'WC-7' })).toBe(204);
    expect(await stateOf(url)).toMatchObject({ log: 1, mails: ['Order 7: please check its payment'] });
  });

  it('leaves orders alone that are not its own', async () => {
    const url = await serve(RIGHT);
    for (const order of ['WC-01042', 'WC-1042x', 'PS-1042', '1042']) expect(await send(url, { order })).toBe(204);
    expect(await send(url, { order: 'WC-7', type: 'payment.failed' })).toBe(204);
    expect(await send(url, { type: 'tsena.ping' })).toBe(204);
    expect(await send(url, { amount: 44500 })).toBe(400);
    expect(await stateOf(url)).toMatchObject({ status: 'pending', notes: 0 });
  });

  it('asks for another delivery while another request holds the order, and works without named locks', async () => {
    expect(await send(await serve(RIGHT, { LOCK: '0' }))).toBe(503);
    child.kill('SIGKILL');
    const url = await serve(RIGHT, { LOCK: 'null' });
    expect(await send(url)).toBe(204);
    expect(await stateOf(url)).toMatchObject({ status: 'processing' });
  });

  it.each([
    ['no settings', false, NO_KEY],
    ['a webhook secret of nothing but whsec_', { ...RIGHT, webhook_secret: 'whsec_' }, NO_KEY],
    ['a webhook secret of 23 bytes', { ...RIGHT, webhook_secret: `whsec_${SHORT_KEY.toString('base64')}` }, SHORT_KEY],
  ])('with %s refuses a forged webhook, signs nothing and is not offered', async (_name, settings, key) => {
    const url = await serve(settings);
    expect(await send(url, { key })).toBe(500);
    expect(await stateOf(url)).toEqual({
      status: 'pending',
      notes: 0,
      mails: [],
      offered: false,
      signed: false,
      log: 0,
    });
  });

  it.each([
    ['no order-token secret', { ...RIGHT, order_token_secret: '' }],
    ['an order-token secret of 31 characters', { ...RIGHT, order_token_secret: 'x'.repeat(31) }],
  ])('with %s signs nothing and is not offered', async (_name, settings) => {
    expect(await stateOf(await serve(settings))).toMatchObject({ offered: false, signed: false });
  });
});

describe.skipIf(!hasPhp())('the files of the WooCommerce plugin', () => {
  const plugin = fileURLToPath(new URL('../dist/tsena-checkout', import.meta.url));

  it('are valid PHP', () => {
    const { stdout } = spawnSync(
      'sh',
      ['-c', `find "${plugin}" -name '*.php' -exec php -l {} \\; 2>&1 | grep -v '^No syntax errors'`],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toBe('');
  });
});
