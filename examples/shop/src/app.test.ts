import { jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createShop } from './app.ts';
import { findProduct } from './catalogue.ts';
import { Orders } from './orders.ts';
import { paymentFor, serve } from './testing.ts';

const orderTokenSecret = 's'.repeat(32);
const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let shop: string;
let orders: Orders;
let companionAnswer: () => { status: number; body: unknown };
let askedFor: string[];
let cookies: Map<string, string>;

beforeEach(async () => {
  askedFor = [];
  cookies = new Map();
  orders = new Orders();
  companionAnswer = () => ({ status: 200, body: { data: [] } });
  const companionUrl = await serve((request, response) => {
    askedFor.push(`${request.url} ${request.headers.authorization}`);
    const { status, body } = companionAnswer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  shop = await serve(
    createShop(
      {
        companionUrl,
        publicUrl: () => shop,
        orderTokenSecret,
        webhookSecret,
        merchantApiKey: 'merchant-key',
        environment: 'sandbox',
      },
      orders,
    ),
  );
});

/** Sends a request like a browser that stores cookies. */
async function browse(path: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(`${shop}${path}`, {
    redirect: 'manual',
    headers: { 'accept-language': 'en', cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    cookies.set(name, value);
  }
  return response;
}

const location = (response: Response) => response.headers.get('location') ?? '';

async function orderVanilla(): Promise<string> {
  await browse('/cart', { slug: 'vanilla' });
  return location(await browse('/orders', {})).replace('/checkout/', '');
}

describe('basket and orders', () => {
  it('POST /cart adds a product and returns to the page', async () => {
    expect(location(await browse('/cart', { slug: 'vanilla', back: '/products/vanilla' }))).toBe(
      '/products/vanilla?added=vanilla',
    );
    expect(await (await browse('/products/vanilla?added=vanilla')).text()).toContain(
      'Black vanilla is in your basket.',
    );
    await browse('/cart/quantity', { slug: 'vanilla', quantity: '3' });
    expect(await (await browse('/cart')).text()).toContain('96,000\u00a0Ar');
    await browse('/cart/quantity', { slug: 'vanilla', quantity: '0' });
    expect(await (await browse('/cart')).text()).toContain('Your basket is empty.');
  });

  it('redirects stay in the shop', async () => {
    expect(location(await browse('/cart', { slug: 'vanilla', back: '//evil.example' }))).toBe('/?added=vanilla');
    expect(location(await browse('//evil.example/?lang=fr'))).toBe('/evil.example/');
  });

  it('POST /orders creates one order for a cart, however often it is sent', async () => {
    const reference = await orderVanilla();
    expect(location(await browse('/orders', {}))).toBe(`/checkout/${reference}`);
    await browse('/cart', { slug: 'coffee' });
    expect(location(await browse('/orders', {}))).not.toBe(`/checkout/${reference}`);
  });
});

describe('the checkout page', () => {
  it('has a signed token with the order and its amount', async () => {
    const reference = await orderVanilla();
    const page = await (await browse(`/checkout/${reference}?amount=100`)).text();
    const token = /<tsena-checkout order-token="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(page).toContain(`<input type="hidden" name="token" value="${token}">`);
    const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(orderTokenSecret));
    expect(protectedHeader.alg).toBe('HS256');
    expect(payload).toMatchObject({
      sub: reference,
      amount: String(findProduct('vanilla')?.price),
      returnUrl: `${shop}/orders/${reference}`,
    });
    expect(payload.exp).toBeGreaterThan(Date.now() / 1000);
  });

  it('allows the form, scripts and requests for the companion only, and contains no secret', async () => {
    const response = await browse(`/checkout/${await orderVanilla()}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self' http:\/\/127\.0\.0\.1:\d+; connect-src http:\/\/127\.0\.0\.1:\d+; style-src 'self'; img-src 'self'; /,
    );
    expect(policy).toMatch(/; form-action 'self' http:\/\/127\.0\.0\.1:\d+;/);
    expect(policy).not.toContain('unsafe');
    // With less, the browser would not name the shop, and the companion would ask once more.
    expect(response.headers.get('referrer-policy')).toBe('strict-origin');
    expect((await browse('/cart')).headers.get('referrer-policy')).toBe('same-origin');
    const page = await response.text();
    for (const secret of [orderTokenSecret, webhookSecret, 'merchant-key']) expect(page).not.toContain(secret);
  });

  it('redirects a paid order and answers 404 for an unknown one', async () => {
    const reference = await orderVanilla();
    companionAnswer = () => ({ status: 200, body: { data: [paymentFor({ reference, total: 32_000 })] } });
    await browse(`/orders/${reference}`);
    expect(location(await browse(`/checkout/${reference}`))).toBe(`/orders/${reference}`);
    expect((await browse('/checkout/H-0')).status).toBe(404);
  });
});

describe('the order page', () => {
  it('reads the payment from the companion before a webhook arrives, and empties the basket of a paid order', async () => {
    const reference = await orderVanilla();
    expect(await (await browse(`/orders/${reference}`)).text()).toContain('Not paid yet');
    expect(askedFor).toEqual([`/v1/merchant/payments?order=${reference} Bearer merchant-key`]);
    companionAnswer = () => ({ status: 200, body: { data: [paymentFor({ reference, total: 32_000 })] } });
    expect(await (await browse(`/orders/${reference}/state`)).json()).toEqual({ state: 'paid' });
    const page = await (await browse(`/orders/${reference}`)).text();
    expect(page).toContain('Paid. Thank you!');
    expect(page).toContain('636042511');
    expect(askedFor).toHaveLength(2);
    expect(await (await browse('/cart')).text()).toContain('Your basket is empty.');
  });

  it('once the webhook has come, every page has an empty basket, and the same things can be bought again', async () => {
    const reference = await orderVanilla();
    const order = orders.find(reference) ?? expect.unreachable();
    orders.recordPayment(order, 'pay_1', { state: 'paid', transactionReference: '636042511' }, 1);
    expect(await (await browse('/')).text()).not.toContain('basket-count');
    expect(await (await browse('/cart')).text()).toContain('Your basket is empty.');
    const next = await orderVanilla();
    expect(next).not.toBe(reference);
    expect(await (await browse('/cart')).text()).toContain('32,000\u00a0Ar');
  });

  it('does not show an order as paid by a payment of another amount', async () => {
    const reference = await orderVanilla();
    companionAnswer = () => ({ status: 200, body: { data: [paymentFor({ reference, total: 100 })] } });
    expect(await (await browse(`/orders/${reference}`)).text()).toContain('We are checking your payment');
  });
});

describe('every page', () => {
  it('has the browser’s language, or the language that the visitor chose', async () => {
    const read = async (accept: string) =>
      await (await fetch(`${shop}/`, { headers: { 'accept-language': accept } })).text();
    expect(await read('mg')).toContain('<html lang="mg">');
    expect(await read('fr-FR,fr;q=0.9')).toContain('<html lang="fr">');
    expect(await read('de')).toContain('<html lang="fr">');
    expect(location(await browse('/cart?lang=mg'))).toBe('/cart');
    expect(await (await browse('/cart')).text()).toContain('<html lang="mg">');
  });

  it('answers 404 with an error page for an unknown address', async () => {
    const response = await browse('/nowhere');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This page does not exist');
  });
});
