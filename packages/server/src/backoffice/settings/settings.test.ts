import type { ServerResponse } from 'node:http';
import type { Problem } from '@tsena/shared';
import type { AuditEntry, MerchantSettings } from '@tsena/shared/merchant';
import { startEndpoint } from '@tsena/testkit/endpoint';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { asMerchant, eventually, finish, settleNewest } from '../../../test/support/merchant.ts';
import { ORDER_TOKEN_SECRET, PAYER, startStack } from '../../../test/support/stack.ts';
import { useForEach } from '../../../test/support/use.ts';
import { writeSetting } from './storedSettings.ts';

/** The environment sets the operator's name, and leaves these open. */
const OPEN = { OPERATOR_NAME: 'MVola', PARTNER_NAME: '', WEBHOOK_URL: '', WEBHOOK_SECRET: '', PUBLIC_URL: '' };

interface Changed extends MerchantSettings {
  readonly webhookSecret: string | null;
}

const shop = useForEach(startEndpoint);
const stack = useForEach(() => startStack({ env: OPEN, callbacks: false }));

const call = <Body>(method: string, path: string, body?: unknown) =>
  stack.send<Body>(method, path, body, { ...asMerchant, 'Accept-Language': 'en' });
const read = async () => (await call<MerchantSettings>('GET', '/v1/merchant/settings')).body;
const patch = (body: object) => call<Changed & Problem>('PATCH', '/v1/merchant/settings', body);
const refused = (pointer: string, detail: unknown = expect.any(String), code = 'setting_refused') => ({
  status: 422,
  body: { code, errors: [{ pointer, detail }] },
});
const nameShop = () => patch({ partnerName: 'Epicerie Soa' });
const entries = async (action: AuditEntry['action']) =>
  (await call<{ data: AuditEntry[] }>('GET', '/v1/merchant/audit')).body.data.filter(
    (entry) => entry.action === action,
  );

describe('a companion without a name', () => {
  it('takes no payment and is not ready, until the dashboard sets the name', async () => {
    expect(await call('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { code: 'setup_incomplete', missing: ['partnerName'] },
    });
    expect(await stack.pay('ORDER-1')).toMatchObject({ status: 503, body: { code: 'setup_incomplete' } });
    expect(stack.sandbox.transactions()).toEqual([]);

    expect((await patch({ partnerName: 'Epicerie Soa' })).status).toBe(200);
    expect((await call('GET', '/readyz')).status).toBe(200);
    const { body } = await stack.pay('ORDER-1');
    expect(body.partnerName).toBe('Epicerie Soa');
    expect(stack.sandbox.transactions()).toMatchObject([{ partnerName: 'Epicerie Soa' }]);
  });
});

describe('PATCH /v1/merchant/settings', () => {
  beforeEach(nameShop);

  it('holds from the next prompt, and after a restart', async () => {
    await patch({ partnerName: 'Tsena Vaovao', userLanguage: 'FR', nif: '4000123456', contact: 'Analakely' });
    await stack.restart();
    expect(await read()).toMatchObject({
      partnerName: 'Tsena Vaovao',
      userLanguage: 'FR',
      nif: '4000123456',
      stat: null,
    });
    const { body } = await stack.pay('ORDER-2');
    expect(body.partnerName).toBe('Tsena Vaovao');
    await finish(stack, body.id, 'approve');
  });

  it('refuses what the server sets, and keeps nothing of that request', async () => {
    const before = await read();
    expect(before.fixed).toContain('operatorName');
    expect(await patch({ nif: '123456', operatorName: 'Other' })).toMatchObject({
      status: 409,
      body: { code: 'setting_fixed', errors: [{ pointer: '/operatorName' }] },
    });
    expect(await read()).toEqual(before);
    expect((await patch({ operatorName: 'MVola' })).status).toBe(200);
  });

  it('says what a setting must be, and keeps nothing of that request', async () => {
    const before = await read();
    for (const [body, sentence] of [
      [{ partnerName: 'Épicerie' }, 'Use up to 50 letters'],
      [{ brandColor: 'red' }, 'Enter # and six characters'],
      [{ brandLogoUrl: 'https://x.example/a.png;script-src *' }, 'Enter the https:// address of a PNG'],
      [{ webhookUrl: 'ftp://shop.example' }, 'Enter an address that begins with https://'],
      [{ publicUrl: 'https://me:secret@pay.example' }, 'Enter an address that begins with https://'],
      [{ notifyEmail: 'me@shop.example' }, 'The server has no mail server'],
      [{ nif: 'a'.repeat(20) }, 'Enter 5 to 30 digits'],
      [{ userLanguage: 'DE' }, 'Choose one of the languages'],
    ] as const) {
      expect(await patch({ contact: 'kept?', ...body })).toMatchObject(
        refused(`/${Object.keys(body)[0]}`, expect.stringContaining(sentence), 'setting_invalid'),
      );
    }
    expect(await read()).toEqual(before);
  });

  it('keeps no address of another companion, also with the same secrets', async () => {
    const other = await startStack({ env: { ...OPEN, ORDER_TOKEN_SECRET }, callbacks: false });
    const before = await read();
    const sentence =
      'Another companion answers at this address, not this one. Enter the address of this companion, or correct the proxy.';
    for (const name of ['publicUrl', 'callbackBaseUrl']) {
      expect(await patch({ [name]: other.served.url })).toMatchObject(refused(`/${name}`, sentence));
    }
    await other.close();
    expect(await read()).toEqual(before);
  });

  it.each([
    ['accepts everything', (response: ServerResponse) => response.end('{"answer":"yes"}')],
    [
      'redirects to this companion',
      (response: ServerResponse) =>
        response.writeHead(307, { Location: `${stack.served.url}${response.req.url}` }).end(),
    ],
  ])('keeps no address of a server that %s', async (_what, answer) => {
    shop.answer = (_received, response) => void answer(response);
    expect(await patch({ publicUrl: new URL(shop.url).origin })).toMatchObject(refused('/publicUrl'));
    expect(shop.received).toHaveLength(1);
  });

  it('keeps a callback address at which this companion answers', async () => {
    const { url } = stack.served;
    expect((await patch({ callbackBaseUrl: url })).status).toBe(200);
    const { body } = await stack.pay('ORDER-3');
    await finish(stack, body.id, 'approve');
    expect(
      (await call<{ callbacks: unknown[] }>('GET', `/v1/merchant/payments/${body.id}`)).body.callbacks,
    ).toHaveLength(1);

    // A payment that has begun keeps its address.
    const open = (await stack.pay('ORDER-OPEN')).body;
    const origin = url.replace('127.0.0.1', 'localhost');
    expect((await patch({ callbackBaseUrl: origin })).status).toBe(200);
    expect((await patch({ callbackBaseUrl: null })).status).toBe(200);
    await finish(stack, open.id, 'approve');
    const { callbacks } = (await call<{ callbacks: unknown[] }>('GET', `/v1/merchant/payments/${open.id}`)).body;
    expect(callbacks).toHaveLength(1);
    await patch({ callbackBaseUrl: url });

    // What was before can be taken back.
    const { previous } = await read();
    expect(previous.callbackBaseUrl).toBeNull();
    await patch({ callbackBaseUrl: previous.callbackBaseUrl });
    expect((await read()).callbackBaseUrl).toBeNull();
  });

  it('reads no more than a companion’s answer from an address that never ends', async () => {
    let sent = 0;
    shop.answer = (_received, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && sent < 100 * 1024 * 1024) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    expect(await patch({ callbackBaseUrl: new URL(shop.url).origin })).toMatchObject({
      status: 422,
      body: { code: 'setting_refused' },
    });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('compares with what another instance has set meanwhile', async () => {
    await patch({ stat: '11111' });
    // As another instance does; this one has not read it yet.
    const { storage } = stack.served.companion;
    await storage.store.transact((trx) => writeSetting(storage, trx, 'stat', { value: '22222', previous: '11111' }));
    expect((await patch({ stat: '11111' })).body.stat).toBe('11111');
    expect((await entries('settings_changed'))[0]?.changes).toEqual({ stat: { before: '22222', after: '11111' } });
  });

  it('pings the shop with a signature before it keeps the address', async () => {
    shop.answer = (_received, response) => response.writeHead(500).end();
    expect(await patch({ webhookUrl: shop.url })).toMatchObject({ status: 422, body: { code: 'setting_refused' } });
    expect(await read()).toMatchObject({ webhookUrl: null, webhookSecrets: 0 });

    shop.answer = (_received, response) => response.writeHead(200).end();
    const { status, body } = await patch({ webhookUrl: `${shop.url}?key=hunter2` });
    expect(status).toBe(200);
    const ping = shop.received.at(-1) ?? expect.unreachable();
    expect(new Webhook(body.webhookSecret ?? '').verify(ping.body, ping.headers)).toMatchObject({ type: 'tsena.ping' });
    expect((await entries('settings_changed'))[0]?.changes).toEqual({ webhookUrl: { before: null, after: shop.url } });
    expect(JSON.stringify(await read())).not.toContain('whsec_');
  });
});

describe('POST /v1/merchant/settings/webhook-secret', () => {
  beforeEach(nameShop);

  it('shows the secret once; the one before stays valid until the next', async () => {
    const make = async () =>
      (await call<{ secret: string }>('POST', '/v1/merchant/settings/webhook-secret')).body.secret;
    const [first, second, third] = [await make(), await make(), await make()];
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await patch({ webhookUrl: shop.url })).body.webhookSecret).toBeNull();
    const { body } = await stack.pay('ORDER-4');
    settleNewest(stack, 'approve');
    await eventually(() => expect(shop.received.at(-1)?.body).toContain('payment.completed'));
    const { body: payload, headers } = shop.received.at(-1) ?? expect.unreachable();
    expect(payload).toContain(body.id);
    expect(() => new Webhook(third).verify(payload, headers)).not.toThrow();
    expect(() => new Webhook(second).verify(payload, headers)).not.toThrow();
    expect(() => new Webhook(first).verify(payload, headers)).toThrow();
    expect(await entries('webhook_secret_made')).toHaveLength(3);
    const stored = await stack.served.companion.storage.store.db.selectFrom('settings').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('whsec_');
  });
});

describe('an ORDER_TOKEN_SECRET that was replaced', () => {
  beforeEach(nameShop);

  it('loses no webhook: each waits until the merchant has made another secret', async () => {
    await patch({ webhookUrl: shop.url });
    await stack.restart({ ORDER_TOKEN_SECRET: 'another-order-token-secret-of-32-characters' });
    expect(await read()).toMatchObject({ webhookUrl: shop.url, webhookSecrets: 0 });
    const { body } = await stack.post(
      '/v1/merchant/payments',
      { amount: '25000', msisdn: PAYER },
      { ...asMerchant, 'Idempotency-Key': '1' },
    );
    await finish(stack, body.id, 'approve');
    const { secret } = (await call<{ secret: string }>('POST', '/v1/merchant/settings/webhook-secret')).body;
    await eventually(() => expect(shop.received.at(-1)?.body).toContain(body.id));
    const { body: payload, headers } = shop.received.at(-1) ?? expect.unreachable();
    expect(new Webhook(secret).verify(payload, headers)).toMatchObject({ type: 'payment.completed' });
  });
});

describe('the settings', () => {
  it('make the companion ask no private address, unless WEBHOOK_ALLOW_PRIVATE allows it', async () => {
    await stack.restart({ WEBHOOK_ALLOW_PRIVATE: '' });
    shop.answer = (_received, response) => response.writeHead(200).end();
    const { origin, port } = new URL(shop.url);
    for (const body of [
      { webhookUrl: shop.url },
      { webhookUrl: `http://localhost:${port}/` },
      { publicUrl: origin },
      { callbackBaseUrl: `http://localhost:${port}` },
      { brandLogoUrl: 'http://169.254.169.254/latest' },
    ]) {
      expect(await patch(body)).toMatchObject({ status: 422, body: { code: 'setting_refused' } });
    }
    expect(shop.received).toEqual([]);
  });

  it('make it ask no private public address where the environment sets the callback address', async () => {
    await stack.restart({ WEBHOOK_ALLOW_PRIVATE: '', CALLBACK_BASE_URL: stack.served.url });
    expect(await patch({ publicUrl: new URL(shop.url).origin })).toMatchObject({
      status: 422,
      body: { code: 'setting_refused' },
    });
    expect(shop.received).toEqual([]);
  });
});
