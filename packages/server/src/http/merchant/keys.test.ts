import { problemSchema } from '@tsena/shared';
import type { CreatedKey, Key, MerchantPayment, Scope } from '@tsena/shared/merchant';
import { merchantSchema } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { Router } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { asMerchant, eventually } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { MERCHANT_API_KEY, type ProblemAnswer, type Stack, startStack } from '../../../test/support/stack.ts';
import { readSettings } from '../../config/readSettings.ts';
import { serve } from '../../main.ts';
import { OPERATIONS } from '../openapi/operations.ts';
import { allow } from './caller.ts';
import { requireScopes, routeScopes } from './routeScopes.ts';

interface List {
  readonly data: readonly Key[];
  readonly nextCursor: string | null;
}

describe.each(STORES)('on %s', (store) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ store, env: { TRUST_PROXY: 'loopback' } });
  });
  afterAll(() => stack.close());

  async function create(name: string, scope: Scope, more: { readonly expiresAt?: string } = {}): Promise<CreatedKey> {
    const { status, body } = await stack.post<CreatedKey>('/v1/merchant/keys', { name, scope, ...more }, asMerchant);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  const bearer = (key: Pick<CreatedKey, 'secret'>, address = '192.0.2.1') => ({
    Authorization: `Bearer ${key.secret}`,
    'X-Forwarded-For': address,
  });

  async function revoke(id: string, headers: Record<string, string> = asMerchant): Promise<number> {
    return (await fetch(`${stack.served.url}/v1/merchant/keys/${id}`, { method: 'DELETE', headers })).status;
  }

  async function listed(id: string): Promise<Key | undefined> {
    return (await stack.get<List>('/v1/merchant/keys?limit=200', asMerchant)).body.data.find((key) => key.id === id);
  }

  describe('POST /v1/merchant/keys', () => {
    it('shows the key once, and stores only its hash', async () => {
      const key = await create('Hanta', 'operate');
      expect(key).toEqual({
        id: expect.stringMatching(/^key_[\w-]{22}$/),
        name: 'Hanta',
        scope: 'operate',
        expiresAt: null,
        secret: expect.stringMatching(/^tsena_test_[0-9A-Za-z]{36}$/),
      });
      const { body } = await stack.get<List>('/v1/merchant/keys', asMerchant);
      expect(JSON.stringify(body)).not.toContain(key.secret);
      expect(body.data[0]).toMatchObject({
        id: key.id,
        name: 'Hanta',
        scope: 'operate',
        hint: `${key.secret.slice(0, 15)}…`,
        createdBy: 'owner',
        lastUsedAt: null,
        revokedAt: null,
      });
      const rows = await stack.served.companion.storage.store.db.selectFrom('keys').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(key.secret.slice(15));
    });

    it.each([
      [{ name: '', scope: 'read' }, '/name'],
      [{ name: 'x'.repeat(51), scope: 'read' }, '/name'],
      [{ name: 'a\u0000b', scope: 'read' }, '/name'],
      [{ name: 'Owner', scope: 'read' }, '/name'],
      [{ name: 'payer', scope: 'read' }, '/name'],
      [{ name: 'Hanta', scope: 'root' }, '/scope'],
      [{ name: 'Hanta' }, '/scope'],
      [{ name: 'Hanta', scope: 'read', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
      [{ name: 'Hanta', scope: 'read', expiresAt: 'tomorrow' }, '/expiresAt'],
    ])('rejects %j', async (body, pointer) => {
      const answer = await stack.post<ProblemAnswer>('/v1/merchant/keys', body, asMerchant);
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    });
  });

  describe('a key', () => {
    it('gives access to what its scope allows', async () => {
      const key = await create('Hanta', 'read');
      const { status, body } = await stack.get<{ key: unknown }>('/v1/merchant', bearer(key));
      expect([status, body.key]).toEqual([200, { name: 'Hanta', scope: 'read' }]);
      const refused = await stack.post<ProblemAnswer>('/v1/merchant/webhooks/test', { type: 'tsena.ping' }, bearer(key));
      expect([refused.status, refused.body.code]).toEqual([403, 'scope_insufficient']);
      expect((await stack.post<ProblemAnswer>('/v1/merchant/keys', { name: 'Rivo', scope: 'admin' }, bearer(key))).status).toBe(403);
    });

    it('shows when it was last used', async () => {
      const key = await create('Hanta', 'read');
      await stack.get('/v1/merchant', bearer(key));
      await eventually(async () => expect((await listed(key.id))?.lastUsedAt).toMatch(/^20/));
    });

    it('is not valid after it has expired', async () => {
      const key = await create('Hanta', 'read', { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
      expect((await stack.get('/v1/merchant', bearer(key))).status).toBe(200);
      const { db } = stack.served.companion.storage.store;
      await db
        .updateTable('keys')
        .set({ expires_at: Date.now() - 1 })
        .where('id', '=', key.id)
        .execute();
      const { status, body } = await stack.get<ProblemAnswer>('/v1/merchant', bearer(key, '192.0.2.2'));
      expect([status, body.code]).toEqual([401, 'merchant_key_invalid']);
    });

    it('is not valid from the moment of its revocation, which can be repeated', async () => {
      const key = await create('Hanta', 'admin');
      const other = await create('Rivo', 'read');
      expect((await stack.get('/v1/merchant', bearer(other))).status).toBe(200);
      expect(await revoke(other.id, bearer(key))).toBe(204);
      expect((await stack.get<ProblemAnswer>('/v1/merchant', bearer(other, '192.0.2.3'))).body.code).toBe('merchant_key_invalid');
      expect(await listed(other.id)).toMatchObject({ revokedBy: 'Hanta', revokedAt: expect.stringMatching(/^20/) });
      const { revokedAt } = (await listed(other.id)) ?? {};
      expect(await revoke(other.id)).toBe(204);
      expect(await listed(other.id)).toMatchObject({ revokedBy: 'Hanta', revokedAt });
      expect(await revoke('key_none')).toBe(404);
    });

    it('is accepted although too many wrong keys came from its address, which count wrong keys of its format too', async () => {
      const key = await create('Hanta', 'read');
      const gone = await create('Rivo', 'read');
      await revoke(gone.id);
      const answers = [];
      for (let index = 0; index < 12; index += 1) answers.push((await stack.get('/v1/merchant', bearer(gone, '192.0.2.4'))).status);
      expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
      expect((await stack.get('/v1/merchant', bearer(key, '192.0.2.4'))).status).toBe(200);
    });

    it('is named in the history of what it did', async () => {
      const key = await create('Hanta', 'operate');
      const id = await seedPayment(stack.served.companion.storage.store, { status: 'unresolved' });
      const body = { resolution: 'not_received', reason: 'not in the statement' };
      const resolved = await stack.post<MerchantPayment>(`/v1/merchant/payments/${id}/resolve`, body, bearer(key));
      expect(resolved.body.resolution).toEqual({ ...body, by: 'Hanta' });
      const detail = await stack.get<{ history: { kind: string; data: unknown }[] }>(`/v1/merchant/payments/${id}`, bearer(key));
      expect(detail.body.history.at(-1)).toMatchObject({ kind: 'resolved', data: { by: 'Hanta' } });
    });
  });

  it('GET /v1/merchant/keys pages through all keys', async () => {
    const all = (await stack.get<List>('/v1/merchant/keys?limit=200', asMerchant)).body.data.map(({ id }) => id);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: List } = await stack.get(`/v1/merchant/keys?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`, asMerchant);
      paged.push(...body.data.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(paged).toEqual(all);
  });

  describe('POST /v1/merchant/webhooks/{id}/replay', () => {
    it('records who did it in the history', async () => {
      const { body } = await stack.pay('ORDER-REPLAYED');
      stack.sandbox.reject(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
      await stack.until(body.id, 'failed');
      const key = await create('Hanta', 'operate');
      const detail = async () =>
        (
          await stack.get<{ history: { kind: string; data: unknown }[]; webhooks: { id: string; status: string }[] }>(
            `/v1/merchant/payments/${body.id}`,
            bearer(key),
          )
        ).body;
      const webhook = await eventually(async () => {
        const [first] = (await detail()).webhooks;
        expect(first?.status).toBe('delivered');
        return first?.id ?? '';
      });
      expect((await stack.post(`/v1/merchant/webhooks/${webhook}/replay`, {}, bearer(key))).status).toBe(200);
      expect((await detail()).history.at(-1)).toMatchObject({ kind: 'webhook_replayed', data: { webhook, by: 'Hanta' } });
    });
  });

  describe('every route of the merchant API', () => {
    const expected = OPERATIONS.filter(({ caller }) => caller === 'merchant key').map(({ method, path, scope }) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, ':$1'),
      scope,
    }));

    it('names its scope in the OpenAPI document as in the router', () => {
      const routes = routeScopes(stack.served.companion.router).filter(
        ({ path }) => path.startsWith('/v1/merchant') && path !== '/v1/merchant/session',
      );
      const byName = (list: readonly { method: string; path: string }[]) => list.map((one) => JSON.stringify(one)).toSorted();
      expect(byName(routes)).toEqual(byName(expected));
    });

    it.each(['read', 'operate', 'admin'] as const)('answers 403 to a key with the scope %s if it needs more, else not', async (scope) => {
      const key = await create(`table ${scope}`, scope);
      const rank = ['read', 'operate', 'admin'];
      const wrong: string[] = [];
      for (const { method, path, scope: needed } of expected) {
        const address = `${stack.served.url}${path.replace(':id', 'none').replace(':transactionReference', 'none')}`;
        // An empty body: the scope is checked before the body.
        const { status } = await fetch(address, { method, headers: bearer(key) });
        const isRefused = rank.indexOf(scope) < rank.indexOf(needed ?? 'admin');
        if ((status === 403) !== isRefused || status === 401) wrong.push(`${method} ${path} answered ${status} to ${scope}`);
      }
      expect(wrong).toEqual([]);
    });
  });
});

describe('two instances', () => {
  it('both refuse a key as soon as one has revoked it', async () => {
    const stack = await startStack({ store: 'postgres' });
    const other = await serve(readSettings({ ...stack.env, PORT: '0' }));
    try {
      const { body: key } = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'Hanta', scope: 'read' }, asMerchant);
      const ask = async () => (await fetch(`${other.url}/v1/merchant`, { headers: { Authorization: `Bearer ${key.secret}` } })).status;
      expect(await ask()).toBe(200);
      await fetch(`${stack.served.url}/v1/merchant/keys/${key.id}`, { method: 'DELETE', headers: asMerchant });
      expect(await ask()).toBe(401);
    } finally {
      await other.stop();
      await stack.close();
    }
  });
});

describe('a route without a scope', () => {
  it('keeps the companion from starting', () => {
    const router = Router();
    router.route('/v1/merchant/one').get(allow('read'), () => undefined);
    requireScopes(router);
    router.route('/v1/merchant/two').post((_request, response) => void response.end());
    expect(() => requireScopes(router)).toThrow('POST /v1/merchant/two');
  });
});

describe('the session', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ env: { TRUST_PROXY: 'loopback' } });
  });
  afterAll(() => stack.close());

  const ask = (path: string, init: RequestInit = {}) => fetch(`${stack.served.url}/v1/merchant${path}`, init);

  async function signIn(key: string, headers: Record<string, string> = {}): Promise<{ readonly cookie: string; readonly set: string }> {
    const response = await ask('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ key }),
    });
    expect(response.status).toBe(204);
    const [set = ''] = response.headers.getSetCookie();
    return { cookie: set.split(';')[0] ?? '', set };
  }

  it('sets a cookie that no script reads and no other site sends, for twelve hours', async () => {
    const { set } = await signIn(MERCHANT_API_KEY, { Origin: stack.served.url });
    expect(set).toMatch(/^tsena=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    const rows = await stack.served.companion.storage.store.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(set.slice(6, 49));
  });

  it('sets a cookie with the prefix __Host- and Secure on https', async () => {
    const one = await startStack({ env: { PUBLIC_URL: 'https://pay.example' } });
    try {
      const response = await fetch(`${one.served.url}/v1/merchant/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'https://pay.example' },
        body: JSON.stringify({ key: MERCHANT_API_KEY }),
      });
      const [set = ''] = response.headers.getSetCookie();
      expect(set).toMatch(/^__Host-tsena=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/);
      const cookie = set.split(';')[0] ?? '';
      expect((await fetch(`${one.served.url}/v1/merchant`, { headers: { Cookie: cookie } })).status).toBe(200);
      // Another host could set this one, and the Host header says nothing behind a proxy.
      const plain = cookie.replace('__Host-', '');
      expect((await fetch(`${one.served.url}/v1/merchant`, { headers: { Cookie: plain } })).status).toBe(401);
    } finally {
      await one.close();
    }
  });

  it('without the prefix __Host- does not count behind a proxy', async () => {
    const { cookie } = await signIn(MERCHANT_API_KEY, { Origin: stack.served.url });
    const read = async (headers: Record<string, string>) => (await ask('', { headers: { Cookie: cookie, ...headers } })).status;
    expect(await read({})).toBe(200);
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded']) {
      expect(await read({ [name]: 'x' }), name).toBe(401);
    }
    const behind = await signIn(MERCHANT_API_KEY, { 'X-Forwarded-For': '192.0.2.7' });
    expect(behind.set).toMatch(/^__Host-tsena=.*; Secure;/);
  });

  it('of one key exists 20 times at most: the newest stay', async () => {
    const { body: key } = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'Many', scope: 'read' }, asMerchant);
    const { cookie: others } = await signIn(MERCHANT_API_KEY);
    const cookies: string[] = [];
    for (let time = 1; time <= 22; time += 1) cookies.push((await signIn(key.secret)).cookie);
    const { db } = stack.served.companion.storage.store;
    expect(await db.selectFrom('sessions').selectAll().where('key_id', '=', key.id).execute()).toHaveLength(20);
    for (const cookie of [others, cookies.at(-1) ?? '']) expect((await ask('', { headers: { Cookie: cookie } })).status).toBe(200);
  });

  it('reads without Origin, and changes only from the companion’s own pages', async () => {
    const { cookie } = await signIn(MERCHANT_API_KEY);
    expect((await ask('', { headers: { Cookie: cookie } })).status).toBe(200);
    const change = (headers: Record<string, string>) =>
      ask('/webhooks/test', {
        method: 'POST',
        headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
        body: '{"type":"tsena.ping"}',
      });
    expect((await change({ Origin: stack.served.url })).status).toBe(200);
    for (const headers of [
      {},
      { Origin: 'https://shop.example' },
      { Origin: 'null' },
      { Origin: stack.served.url.replace('http:', 'https:') },
    ]) {
      const response = await change(headers as Record<string, string>);
      expect([response.status, z.parse(problemSchema, await response.json()).code]).toEqual([403, 'origin_not_allowed']);
    }
  });

  it('changes from the dashboard behind a proxy and under a path of its host', async () => {
    const one = await startStack({ env: { PUBLIC_URL: 'https://shop.example/pay', TRUST_PROXY: 'loopback' } });
    const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'shop.example', 'X-Forwarded-For': '192.0.2.9' };
    const send = (path: string, method: string, headers: Record<string, string>, body?: unknown) =>
      fetch(`${one.served.url}/v1/merchant${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...proxied, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    try {
      const own = { Origin: 'https://shop.example' };
      const signedIn = await send('/session', 'POST', own, { key: MERCHANT_API_KEY });
      const [set = ''] = signedIn.headers.getSetCookie();
      // The whole host: the prefix allows no other path.
      expect(set).toMatch(/^__Host-tsena=.*; Path=\/;/);
      const cookie = { Cookie: set.split(';')[0] ?? '' };
      const ping = { type: 'tsena.ping' };
      expect((await send('/webhooks/test', 'POST', { ...cookie, ...own }, ping)).status).toBe(200);
      for (const origin of ['https://shop.example:8443', 'http://shop.example', 'https://evil.example', 'null']) {
        expect((await send('/webhooks/test', 'POST', { ...cookie, Origin: origin }, ping)).status, origin).toBe(403);
      }
      expect((await send('/session', 'DELETE', { ...cookie, Origin: 'https://evil.example' })).status).toBe(403);
      expect((await send('', 'GET', cookie)).status).toBe(200);
      expect((await send('/session', 'DELETE', { ...cookie, ...own })).status).toBe(204);
      expect((await send('', 'GET', cookie)).status).toBe(401);
    } finally {
      await one.close();
    }
  });

  it('has the scope of its key, and ends when the key is revoked', async () => {
    const { body: key } = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'Hanta', scope: 'read' }, asMerchant);
    const { cookie } = await signIn(key.secret);
    const response = await ask('', { headers: { Cookie: cookie } });
    expect(z.parse(merchantSchema, await response.json()).key).toEqual({ name: 'Hanta', scope: 'read' });
    expect((await ask('/keys', { headers: { Cookie: cookie } })).status).toBe(403);
    await ask(`/keys/${key.id}`, { method: 'DELETE', headers: asMerchant });
    expect((await ask('', { headers: { Cookie: cookie } })).status).toBe(401);
  });

  it('ends when its holder signs out, after twelve hours, and with another MERCHANT_API_KEY', async () => {
    const { db } = stack.served.companion.storage.store;
    const first = await signIn(MERCHANT_API_KEY);
    const out = await ask('/session', { method: 'DELETE', headers: { Cookie: first.cookie, Origin: stack.served.url } });
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()[0]).toMatch(/^tsena=; .*Expires=Thu, 01 Jan 1970/);
    expect((await ask('', { headers: { Cookie: first.cookie } })).status).toBe(401);

    const second = await signIn(MERCHANT_API_KEY);
    await db
      .updateTable('sessions')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await ask('', { headers: { Cookie: second.cookie } })).status).toBe(401);

    const third = await signIn(MERCHANT_API_KEY);
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
    await stack.restart({ MERCHANT_API_KEY: 'another-key-of-some-length' });
    expect((await ask('', { headers: { Cookie: third.cookie } })).status).toBe(401);
  });
});
