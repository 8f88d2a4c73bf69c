import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { problemSchema } from '@tsena/shared';
import { type Checkout, checkoutSchema, paymentSchema } from '@tsena/shared/checkout';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ORDER_TOKEN_SECRET, PAYER, type ProblemAnswer, startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

const stack = useForAll(() => startStack({ env: { OPERATOR_NAME: 'MVola' } }));
let orders = 0;

const newOrder = () => `ORDER-${++orders}`;

async function expectProblem(response: Response, status: number, code: string): Promise<ProblemAnswer> {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body: unknown = await response.json();
  expect(body).toMatchObject({ status, code, type: `urn:tsena:problem:${code}` });
  expect(response.status).toBe(status);
  return z.parse(problemSchema, body) as ProblemAnswer;
}

function sign(claims: Record<string, unknown>, secret = ORDER_TOKEN_SECRET, alg = 'HS256'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${stack.served.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('GET /v1/checkout', () => {
  it('answers with the order, the merchant and the current payment', async () => {
    const order = newOrder();
    const token = await stack.mint({
      sub: order,
      amount: '25000',
      description: 'Vanilla',
      returnUrl: 'https://shop.example/done',
    });
    const before = await stack.get<Checkout>('/v1/checkout', { Authorization: `Bearer ${token}` });
    expect(z.parse(checkoutSchema, before.body)).toEqual({
      order,
      amount: '25000',
      currency: 'MGA',
      description: 'Vanilla',
      partnerName: 'Tsena Boutique',
      operatorName: 'MVola',
      environment: 'sandbox',
      returnUrl: 'https://shop.example/done',
      payment: null,
      view: null,
    });
    const { body: payment } = await stack.post('/v1/payments', { orderToken: token, msisdn: PAYER });
    const after = await stack.get<Checkout>('/v1/checkout', { Authorization: `Bearer ${token}` });
    expect(after.body.payment).toMatchObject({ id: payment.id, status: 'pending' });
  });

  it('says that its answer depends on the order token, also in a refusal', async () => {
    for (const Authorization of [
      `Bearer ${await stack.mint({ sub: newOrder(), amount: '25000' })}`,
      'Bearer no-token',
    ]) {
      const { headers } = await fetch(`${stack.served.url}/v1/checkout`, { headers: { Authorization } });
      expect(headers.get('vary')).toMatch(/\bAuthorization\b/);
    }
  });

  it('rejects a missing, a forged and an expired order token', async () => {
    const get = (authorization?: string) =>
      fetch(`${stack.served.url}/v1/checkout`, authorization === undefined ? {} : { headers: { authorization } });
    await expectProblem(await get(), 401, 'order_token_missing');
    await expectProblem(await get('Basic abc'), 401, 'order_token_missing');
    const claims = { sub: newOrder(), amount: '25000', exp: inAnHour() };
    await expectProblem(
      await get(`Bearer ${await sign(claims, 'another-secret-of-at-least-32-characters')}`),
      401,
      'order_token_invalid',
    );
    await expectProblem(await get(`Bearer ${await sign({ ...claims, exp: 1 })}`), 401, 'order_token_expired');
  });
});

describe('POST /v1/payments', () => {
  it('takes the amount only from the signed order token, rejects a changed token and ignores an amount in the body', async () => {
    const token = await stack.mint({ sub: newOrder(), amount: '25000' });
    const [header, payload, signature] = token.split('.');
    const claims: object = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, amount: '100' })).toString('base64url');
    await expectProblem(
      await post('/v1/payments', { orderToken: `${header}.${changed}.${signature}`, msisdn: PAYER }),
      401,
      'order_token_invalid',
    );
    const honest = await post('/v1/payments', { orderToken: token, msisdn: PAYER, amount: '100' });
    const payment = z.parse(paymentSchema, await honest.json());
    expect([payment.amount, payment.id]).toEqual(['25000', expect.stringMatching(/^pay_[A-Za-z0-9_-]{22}$/)]);
    expect(honest.headers.get('location')).toBe(`/v1/payments/${payment.id}`);
  });
});

describe('CORS', () => {
  const preflight = (origin: string, path = '/v1/payments') =>
    fetch(`${stack.served.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });

  it('allows the shop’s pages, without cookies', async () => {
    const response = await preflight('https://shop.example');
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    const { headers } = await fetch(`${stack.served.url}/v1/checkout`, { headers: { Origin: 'https://shop.example' } });
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After,Location,X-Request-Id');
  });

  it('allows no other page, and no page at /v1/merchant', async () => {
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    expect(
      (await preflight('https://shop.example', '/v1/merchant/payments')).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });
});

describe('the script-tag file and the application', () => {
  const published = createRequire(import.meta.url);
  const read = (file: string) => readFileSync(published.resolve(`@tsena/widget/${file}`));
  const integrities: Record<string, string> = JSON.parse(read('integrity.json').toString());
  const hashOf = (file: string) => createHash('sha256').update(read(file)).digest('hex').slice(0, 16);
  const address = `/v1/checkout-${hashOf('checkout.js')}.js`;
  const appAddress = `/v1/checkout-app.js?${hashOf('checkout-app.js')}`;

  /** fetch would decompress, and asks caches to be passed by. */
  async function getScript(path: string, headers: Record<string, string>) {
    const [response] = (await once(request(`${stack.served.url}${path}`, { headers }).end(), 'response')) as [
      IncomingMessage,
    ];
    return { statusCode: response.statusCode, headers: response.headers, body: await buffer(response) };
  }

  it('/v1/checkout.js is revalidated at each use and answered 304 if unchanged', async () => {
    const response = await fetch(`${stack.served.url}/v1/checkout.js`);
    expect(Buffer.from(await response.arrayBuffer()).equals(read('checkout.js'))).toBe(true);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('cache-control')).toContain('no-cache');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const asked = { 'Accept-Encoding': 'identity' };
    const { headers } = await getScript('/v1/checkout.js', asked);
    const again = await getScript('/v1/checkout.js', { ...asked, 'If-None-Match': headers.etag ?? '' });
    expect(again).toMatchObject({ statusCode: 304, body: Buffer.alloc(0) });
  });

  it.each([
    ['checkout.js', address],
    ['checkout-app.js', appAddress],
  ])('%s is immutable under its hash, for every origin, and has its integrity value', async (file, path) => {
    const response = await fetch(`${stack.served.url}${path}`);
    const body = Buffer.from(await response.arrayBuffer());
    expect(`sha384-${createHash('sha384').update(body).digest('base64')}`).toBe(integrities[file]);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('under the hash of another version is not found, or not kept', async () => {
    const other = (path: string) => fetch(`${stack.served.url}${path.replace(/[0-9a-f]{16}/, '0'.repeat(16))}`);
    expect((await other(address)).status).toBe(404);
    expect((await other(appAddress)).headers.get('cache-control')).toBe('public, no-cache');
  });

  it('the script-tag file names the application that is beside it', () => {
    expect(read('checkout.js').toString()).toContain(appAddress.replace('/v1/', ''));
    expect(read('checkout.js').toString()).toContain(integrities['checkout-app.js']);
  });

  it('is compressed with br, gzip or not at all', async () => {
    const identity = (body: Buffer) => body;
    for (const [accepted, encoding, decompress] of [
      ['br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['*;q=0', undefined, identity],
    ] as const) {
      const { headers, body } = await getScript(address, { 'Accept-Encoding': accepted });
      expect(headers['content-encoding']).toBe(encoding);
      expect(decompress(body).equals(read('checkout.js'))).toBe(true);
    }
  });
});

it('each answer has headers against framing, sniffing and caching', async () => {
  const { headers } = await fetch(`${stack.served.url}/v1/payments/pay_AAAAAAAAAAAAAAAAAAAAAA`);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  // The shop's other subdomains may have no certificate.
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
});
