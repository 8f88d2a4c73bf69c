import type { CreatedKey, Key, Scope } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { asMerchant, signIn } from '../../../test/support/merchant.ts';
import { MERCHANT_API_KEY, type ProblemAnswer, startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';
import { loadMerchantRoutes } from '../merchantRoutes.ts';

const merchantRoutes = Object.values(await loadMerchantRoutes());

interface List {
  readonly data: readonly Key[];
  readonly nextCursor: string | null;
}

describe('keys', () => {
  const stack = useForAll(() => startStack({ env: { TRUST_PROXY: 'loopback' } }));

  async function create(name: string, scope: Scope, more: { readonly expiresAt?: string } = {}): Promise<CreatedKey> {
    const { status, body } = await stack.post<CreatedKey>('/v1/merchant/keys', { name, scope, ...more }, asMerchant);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  }

  const bearer = (key: Pick<CreatedKey, 'secret'>, address = '192.0.2.1') => ({
    Authorization: `Bearer ${key.secret}`,
    'X-Forwarded-For': address,
  });

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

    it('rejects a time of expiry that has passed', async () => {
      const body = { name: 'Hanta', scope: 'read', expiresAt: '2020-01-01T00:00:00Z' };
      const answer = await stack.post<ProblemAnswer>('/v1/merchant/keys', body, asMerchant);
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, '/expiresAt']);
    });
  });

  describe('every route of the merchant API', () => {
    const expected = merchantRoutes.map(({ method, path, scope }) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, ':$1'),
      scope,
    }));

    it.each(['read', 'operate', 'admin'] as const)(
      'answers 403 to a key with the scope %s if it needs more, else not',
      async (scope) => {
        const key = await create(`table ${scope}`, scope);
        const rank = ['read', 'operate', 'admin'];
        const wrong: string[] = [];
        for (const { method, path, scope: needed } of expected) {
          const address = `${stack.served.url}${path.replace(':id', 'none').replace(':transactionReference', 'none')}`;
          // An empty body: the scope is checked before the body.
          const { status } = await fetch(address, { method, headers: bearer(key) });
          const isRefused = rank.indexOf(scope) < rank.indexOf(needed);
          if ((status === 403) !== isRefused || status === 401)
            wrong.push(`${method} ${path} answered ${status} to ${scope}`);
        }
        expect(wrong).toEqual([]);
      },
    );

    it('needs the scope admin if it is about settings, keys, the audit log or the erasure of a number', () => {
      const forAdmins = /^\/v1\/merchant\/(settings|keys|audit|payers)\b/;
      expect(expected.filter(({ path, scope }) => forAdmins.test(path) !== (scope === 'admin'))).toEqual([]);
    });
  });
});

describe('the session', () => {
  const stack = useForAll(() => startStack({ env: { TRUST_PROXY: 'loopback' } }));

  const read = async (cookie: string) => (await stack.get('/v1/merchant', { Cookie: cookie })).status;

  it('reads without Origin, and changes only from the companion’s own pages', async () => {
    const { cookie } = await signIn(stack, MERCHANT_API_KEY);
    expect(await read(cookie)).toBe(200);
    const change = (Origin: string) =>
      stack.post<ProblemAnswer>('/v1/merchant/webhooks/test', { type: 'tsena.ping' }, { Cookie: cookie, Origin });
    expect((await change(stack.served.url)).status).toBe(200);
    const { status, body } = await change('https://shop.example');
    expect([status, body.code]).toEqual([403, 'origin_not_allowed']);
  });

  it('ends when its holder signs out, and with another MERCHANT_API_KEY', async () => {
    const first = await signIn(stack, MERCHANT_API_KEY, { Origin: stack.served.url });
    expect(first.set).toMatch(/^tsena=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    const signOut = (Origin: string) =>
      stack.send('DELETE', '/v1/merchant/session', undefined, { Cookie: first.cookie, Origin });
    expect((await signOut('https://evil.example')).status).toBe(403);
    const out = await signOut(stack.served.url);
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()[0]).toMatch(/^tsena=; .*Expires=Thu, 01 Jan 1970/);
    expect(await read(first.cookie)).toBe(401);

    const second = await signIn(stack, MERCHANT_API_KEY);
    await stack.restart({ MERCHANT_API_KEY: 'another-key-of-some-length' });
    expect(await read(second.cookie)).toBe(401);
  });
});
