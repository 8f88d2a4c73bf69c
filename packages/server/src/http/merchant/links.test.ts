import type { Problem } from '@tsena/shared';
import type { CreatedKey, Link, LinkPage } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { readQrPng, readQrSvg } from '../../../test/support/qrCodes.ts';
import { type Stack, startStack } from '../../../test/support/stack.ts';

const HOUR_MS = 3_600_000;

describe.each(STORES)('payment links on %s', (store) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ store });
  });
  afterAll(() => stack.close());

  const create = (body: unknown, headers: Record<string, string> = {}) =>
    stack.post<Link & Partial<Pick<Problem, 'code' | 'errors'>>>('/v1/merchant/links', body, { ...asMerchant, ...headers });
  const read = async (id: string) => (await stack.get<Link>(`/v1/merchant/links/${id}`, asMerchant)).body;
  const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString();
  const db = () => stack.served.companion.storage.store.db;

  it('POST /v1/merchant/links creates a link with an order of its own', async () => {
    const { status, body, headers } = await create({ amount: '25000', description: 'Lamba' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/merchant/links/${body.id}`);
    expect(body).toEqual({
      id: expect.stringMatching(/^link_[A-Za-z0-9_-]{22}$/),
      url: `${stack.env.PUBLIC_URL}/pay/${body.id}`,
      order: expect.stringMatching(/^LNK-[0-9A-Z]{12}$/),
      amount: '25000',
      currency: 'MGA',
      description: 'Lamba',
      reusable: false,
      status: 'active',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      createdBy: 'owner',
      expiresAt: null,
      cancelledAt: null,
      cancelledBy: null,
    });
    expect(await read(body.id)).toEqual(body);
  });

  it('GET /v1/merchant/links lists links, newest first, by status and by order', async () => {
    const older = (await create({ amount: '100', order: `OLDER-${store}` })).body;
    const newer = (await create({ amount: '100', order: `NEWER-${store}`, expiresAt: inAnHour() })).body;
    const first = (await stack.get<LinkPage>('/v1/merchant/links?limit=1', asMerchant)).body;
    expect(first.data.map(({ id }) => id)).toEqual([newer.id]);
    const second = (await stack.get<LinkPage>(`/v1/merchant/links?limit=1&cursor=${first.nextCursor}`, asMerchant)).body;
    expect(second.data.map(({ id }) => id)).toEqual([older.id]);
    const found = (await stack.get<LinkPage>(`/v1/merchant/links?order=OLDER-${store}&status=active`, asMerchant)).body;
    expect(found.data.map(({ id }) => id)).toEqual([older.id]);
    for (const status of ['paid', 'expired', 'cancelled']) {
      const none = (await stack.get<LinkPage>(`/v1/merchant/links?order=OLDER-${store}&status=${status}`, asMerchant)).body;
      expect(none.data).toEqual([]);
    }
  });

  it('a link expires at `expiresAt`, and the list finds it as expired', async () => {
    const { id, order } = (await create({ amount: '100', expiresAt: inAnHour() })).body;
    await db().updateTable('links').set({ expires_at: Date.now() }).where('id', '=', id).execute();
    expect((await read(id)).status).toBe('expired');
    const { data } = (await stack.get<LinkPage>(`/v1/merchant/links?status=expired&order=${order}`, asMerchant)).body;
    expect(data.map((link) => link.id)).toEqual([id]);
  });

  it('POST …/cancel cancels a link once, and its order can have another link', async () => {
    const order = `CANCELLED-${store}`;
    const { id } = (await create({ amount: '100', order })).body;
    const taken = await create({ amount: '200', order });
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({ code: 'link_order_taken', link: { id } });
    const { body: key } = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'Hanta', scope: 'operate' }, asMerchant);
    const asHanta = { Authorization: `Bearer ${key.secret}` };
    for (const caller of [asHanta, asMerchant]) {
      const { status, body } = await stack.post<Link>(`/v1/merchant/links/${id}/cancel`, {}, caller);
      expect([status, body.status]).toEqual([200, 'cancelled']);
      expect(body).toMatchObject({ createdBy: 'owner', cancelledBy: 'Hanta', cancelledAt: expect.stringMatching(/^20.*Z$/) });
    }
    expect((await create({ amount: '200', order })).status).toBe(201);
  });

  it('of two requests that create a link for one order at the same time, one is refused', async () => {
    const order = `RACE-${store}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ amount: '100', order })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  it('the order of a paid payment takes no link, and a link whose order is paid is paid and cannot be cancelled', async () => {
    const order = `PAID-${store}`;
    const { id } = (await create({ amount: '25000', order })).body;
    const payment = (await stack.pay(order)).body;
    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await stack.until(payment.id, 'completed');
    expect((await read(id)).status).toBe('paid');
    const { data } = (await stack.get<LinkPage>(`/v1/merchant/links?status=paid`, asMerchant)).body;
    expect(data.map((link) => link.id)).toEqual([id]);
    const cancelled = await stack.post<Problem>(`/v1/merchant/links/${id}/cancel`, {}, asMerchant);
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'link_paid']);
    expect((await read(id)).status).toBe('paid');
    expect((await create({ amount: '25000', order })).body).toMatchObject({ code: 'link_order_taken' });
  });

  it('the same Idempotency-Key and body get the same answer, also at the same time and after a restart', async () => {
    const body = { amount: '25000', description: 'Vary' };
    const key = { 'Idempotency-Key': `key-${store}` };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(body, key)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    await stack.restart();
    expect((await create({ description: 'Vary', amount: '25000', reusable: false }, key)).body).toEqual(answers[0]?.body);
    const other = await create({ ...body, amount: '25001' }, key);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('two merchant keys of one name do not share an Idempotency-Key', async () => {
    const made: Link[] = [];
    for (let index = 0; index < 2; index += 1) {
      const { body: key } = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'Hanta', scope: 'operate' }, asMerchant);
      const headers = { Authorization: `Bearer ${key.secret}`, 'Idempotency-Key': `name-${store}` };
      made.push((await stack.post<Link>('/v1/merchant/links', { amount: '25000' }, headers)).body);
    }
    expect(made[0]?.id).not.toBe(made[1]?.id);
    expect(made.map(({ createdBy }) => createdBy)).toEqual(['Hanta', 'Hanta']);
  });

  it('a request that is refused does not use its Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': `refused-${store}` };
    expect((await create({ amount: '100', expiresAt: '2020-01-01T00:00:00Z' }, key)).status).toBe(400);
    expect((await create({ amount: '100' }, key)).status).toBe(201);
  });

  it('an Idempotency-Key is kept seven days', async () => {
    const key = { 'Idempotency-Key': `week-${store}` };
    const { id } = (await create({ amount: '100' }, key)).body;
    const age = (ms: number) =>
      db()
        .updateTable('idempotency_keys')
        .set({ created_at: Date.now() - ms })
        .where('key', '=', `week-${store}`)
        .execute();
    await age(7 * 24 * HOUR_MS - 60_000);
    expect((await create({ amount: '100' }, key)).body.id).toBe(id);
    await age(7 * 24 * HOUR_MS + 60_000);
    expect((await create({ amount: '100' }, key)).body.id).not.toBe(id);
  });

  it.each([
    [{}, '/amount'],
    [{ amount: 25000 }, '/amount'],
    [{ amount: '99' }, '/amount'],
    [{ amount: '250.5' }, '/amount'],
    [{ amount: '100', currency: 'EUR' }, ''],
    [{ amount: '100', order: 'LNK-1' }, '/order'],
    [{ amount: '100', order: '' }, '/order'],
    [{ amount: '100', order: 'A'.repeat(51) }, '/order'],
    [{ amount: '100', order: 'A'.repeat(38), reusable: true }, '/order'],
    [{ amount: '100', description: 'A\u0000' }, '/description'],
    // It turns the text around that follows it on the page.
    [{ amount: '100', description: '\u202e000 5 rA' }, '/description'],
    [{ amount: '100', description: 'A'.repeat(51) }, '/description'],
    [{ amount: '100', expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ amount: '100', expiresAt: '2026-02-30' }, '/expiresAt'],
    [{ amount: '100', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ amount: '100', returnUrl: 'javascript:alert(1)' }, '/returnUrl'],
    [{ amount: '100', returnUrl: 'https://[bad' }, '/returnUrl'],
    [{ amount: '100', reusable: 'yes' }, '/reusable'],
  ])('POST /v1/merchant/links rejects %j', async (body, pointer) => {
    const { status, body: problem } = await create(body);
    expect([status, problem.code, problem.errors?.[0]?.pointer]).toEqual([400, 'invalid_request', pointer]);
  });

  it.each([' ', 'é', 'a'.repeat(256)])('POST /v1/merchant/links rejects the Idempotency-Key %j', async (key) => {
    const { status, body } = await create({ amount: '100' }, { 'Idempotency-Key': key });
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/Idempotency-Key']);
  });

  it('an unknown link is not found, and a stranger reads nothing', async () => {
    for (const path of ['link_AAAAAAAAAAAAAAAAAAAAAA', 'x', 'link_AAAAAAAAAAAAAAAAAAAAAA/qr.svg']) {
      const { status, body } = await stack.get<Problem>(`/v1/merchant/links/${path}`, asMerchant);
      expect([status, body.code]).toEqual([404, 'link_not_found']);
      expect((await stack.get<Problem>(`/v1/merchant/links/${path}`)).status).toBe(401);
    }
    expect((await stack.post('/v1/merchant/links', { amount: '100' })).status).toBe(401);
  });

  it('the QR codes, SVG and PNG, hold the link’s address', async () => {
    const { id, url } = (await create({ amount: '100' })).body;
    const address = `${stack.env.PUBLIC_URL}/v1/merchant/links/${id}/qr`;
    const svg = await fetch(`${address}.svg`, { headers: asMerchant });
    expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(readQrSvg(await svg.text())).toBe(url);
    const png = await fetch(`${address}.png`, { headers: asMerchant });
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(readQrPng(Buffer.from(await png.arrayBuffer()))).toBe(url);
  });
});

describe('payment links without PUBLIC_URL', () => {
  it('are refused, and say which setting is missing', async () => {
    const stack = await startStack({ callbacks: false });
    try {
      const { status, body } = await stack.post<Problem>('/v1/merchant/links', { amount: '25000' }, asMerchant);
      expect([status, body.code]).toEqual([409, 'public_url_missing']);
    } finally {
      await stack.close();
    }
  });
});
