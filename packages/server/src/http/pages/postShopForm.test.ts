import { checkoutHtml } from '@tsena/node';
import type { PaymentPage } from '@tsena/shared/merchant';
import { beforeEach, describe, expect, it } from 'vitest';
import { asMerchant, finish } from '../../../test/support/merchant.ts';
import { type Stack, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds, useForAll } from '../../../test/support/use.ts';

const PAYER = '034 35 000 03';
const SHOP = { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site' };
const STARTED = /^\/pay\/pay_[\w-]{22}\?lang=fr$/;

/** What a browser gets for a form of the shop's page. */
async function press(stack: Stack, fields: Record<string, string>, headers: Record<string, string> = SHOP, at = '') {
  const response = await fetch(`${stack.served.url}/pay${at}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Accept-Language': 'en', Connection: 'close', ...headers },
    body: new URLSearchParams({ lang: 'fr', ...fields }),
  });
  const { status, headers: answered } = response;
  return { status, headers: answered, location: answered.get('location') ?? '', text: await response.text() };
}

const hiddenFields = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/?>/g)].map(([, a, b]) => [a, b]),
  );
const idOf = ({ location }: { location: string }) => location.replace(/^\/pay\//, '').replace(/\?.*/, '');

describe('POST /pay with a number', () => {
  const stack = useForAll(() =>
    startStack({
      env: { ALLOWED_ORIGINS: 'https://shop.example,https://other-shop.example', LIMIT_PER_MSISDN: 'off' },
      sandbox: { msisdns: ['0343500003', '0343500004', '0343500005'] },
    }),
  );
  beforeEach(() => stack.sandbox.setFaults([]));
  let orders = 0;
  const order = async () => {
    orders += 1;
    const sub = `SHOP-${orders}`;
    return { sub, token: await stack.mint({ sub, amount: '25000', description: 'Vary' }) };
  };
  const paymentsOf = async (sub: string) =>
    (await stack.get<PaymentPage>(`/v1/merchant/payments?order=${sub}`, asMerchant)).body.data;
  const requests = () => stack.sandbox.transactions().length;

  it.each([
    ['the shop', SHOP],
    ['another shop of ALLOWED_ORIGINS', { Origin: 'https://other-shop.example' }],
  ])('from %s begins the payment and leads to the waiting page, in the form’s language', async (_name, headers) => {
    const { sub, token } = await order();
    const started = await press(stack, { token, msisdn: PAYER }, headers);
    expect([started.status, started.location]).toEqual([303, expect.stringMatching(STARTED)]);
    expect(started.headers.get('set-cookie')).toMatch(
      /^tsena_payer=0343500003; Max-Age=300; Path=\/pay\/pay_[\w-]{22}; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const waiting = await (await fetch(stack.served.url + started.location)).text();
    expect(waiting).toContain('Confirmez sur votre téléphone');
    await finish(stack, idOf(started), 'approve');
    expect(await paymentsOf(sub)).toMatchObject([{ id: idOf(started), status: 'completed', amount: '25000' }]);
  });

  it('takes what checkoutHtml has written', async () => {
    const { token } = await order();
    const html = checkoutHtml({ orderToken: token, companionUrl: stack.served.url, locale: 'fr' });
    expect(html).toContain(`action="${stack.served.url}/pay"`);
    const started = await press(stack, { ...hiddenFields(html), msisdn: PAYER });
    expect([started.status, started.location]).toEqual([303, expect.stringMatching(STARTED)]);
  });

  it.each([
    ['a foreign page', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['a page that begins like the shop', { Origin: 'https://shop.example.evil.example' }],
    ['the shop without TLS', { Origin: 'http://shop.example' }],
    ['an Origin of null', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['an Origin of null that calls itself the companion’s', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['nowhere', {}],
    ['a page that names the shop as Referer', { Referer: 'https://shop.example/' }],
    ['two origins', { Origin: 'https://shop.example, https://evil.example' }],
  ])(
    'from %s shows the form with the number, and sends nothing until its button is pressed',
    async (_name, headers) => {
      const { sub, token } = await order();
      const before = requests();
      const shown = await press(stack, { token, msisdn: '034 35 000 05' }, headers as Record<string, string>);
      expect([shown.status, shown.location, shown.headers.get('set-cookie')]).toEqual([200, '', null]);
      expect(shown.text).toMatch(/<input[^>]*name="msisdn"[^>]*value="034 35 000 05"/);
      expect(shown.text).toContain('<html lang="fr">');
      // The number is not called wrong, no script begins anything, and the number is in no address.
      expect(shown.text).not.toMatch(/aria-invalid="true"|<script|[?&]msisdn=/);
      expect([await paymentsOf(sub), requests()]).toEqual([[], before]);
      expect(shown.headers.get('cache-control')).toBe('no-store');
      expect(shown.headers.get('content-security-policy')).toMatch(/form-action 'self'.*frame-ancestors 'none'/);

      const action = /<form[^>]*action="([^"]*)"/.exec(shown.text)?.[1] ?? '';
      const { pathname, search } = new URL(action, `${stack.served.url}/pay`);
      expect(`${pathname}${search}`).toMatch(/^\/pay\/link_[\w-]{22}\?lang=fr$/);
      const own = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
      const fields = { ...hiddenFields(shown.text), msisdn: '034 35 000 05' };
      // That form is still only this page's own.
      expect((await press(stack, fields, SHOP, pathname.slice(4) + search)).status).toBe(403);
      const pressed = await press(stack, fields, own, pathname.slice(4) + search);
      expect([pressed.status, pressed.location]).toEqual([303, expect.stringMatching(STARTED)]);
      expect(requests()).toBe(before + 1);
    },
  );

  it('and no number from elsewhere leads to the form; from the shop it says what is missing', async () => {
    const { token } = await order();
    const elsewhere = await press(stack, { token, msisdn: ' ' }, {});
    expect([elsewhere.status, elsewhere.location]).toEqual([303, expect.stringMatching(/^\/pay\/link_.*\?lang=fr$/)]);
    const shop = await press(stack, { token, msisdn: '' });
    expect([shop.status, shop.text.includes('Entrez votre numéro')]).toEqual([422, true]);
  });

  it.each(['', '/'])('that is wrong gets the page at /pay%s with what was typed, and its form pays', async (slash) => {
    const { sub, token } = await order();
    const refused = await press(stack, { token, msisdn: '032 12 345 67"><b>' }, SHOP, slash);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('value="032 12 345 67&quot;>&lt;b>"');
    expect(refused.text).toContain('aria-invalid="true"');
    expect(await paymentsOf(sub)).toEqual([]);
    const address = (href: string) => new URL(href, `${stack.served.url}/pay${slash}`);
    const action = address(/<form[^>]*action="([^"]*)"/.exec(refused.text)?.[1] ?? '');
    const [, language = ''] = /<a lang="mg" href="([^"]*)"/.exec(refused.text) ?? [];
    expect((await fetch(address(language))).status).toBe(200);
    const corrected = await press(
      stack,
      { ...hiddenFields(refused.text), msisdn: PAYER },
      { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
      action.pathname.slice(4) + action.search,
    );
    expect(corrected.location).toMatch(STARTED);
    // Back in the shop's page, the form leads to the payment that it has begun.
    expect((await press(stack, { token, msisdn: PAYER })).location).toBe(corrected.location);
    expect(await paymentsOf(sub)).toHaveLength(1);
  });

  it('sent several times begins one payment, also once it has failed; a new token begins another one', async () => {
    const { sub, token } = await order();
    const before = requests();
    const answers = await Promise.all([1, 2, 3].map(() => press(stack, { token, msisdn: PAYER })));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(requests()).toBe(before + 1);
    const [first = expect.unreachable()] = answers;
    await finish(stack, idOf(first), 'reject');
    expect((await press(stack, { token, msisdn: PAYER })).location).toBe(first.location);
    expect(requests()).toBe(before + 1);
    const renewed = await stack.mint({ sub, amount: '25000', description: 'Vary' }, 1200);
    const second = await press(stack, { token: renewed, msisdn: PAYER });
    expect(second.location).toMatch(STARTED);
    expect(second.location).not.toBe(first.location);
    await finish(stack, idOf(second), 'approve');
    // What pays the order is the same for widget and form.
    expect((await press(stack, { token: renewed, msisdn: PAYER })).location).toBe(second.location);
    expect(requests()).toBe(before + 2);
  });

  it('of an order whose payment began in the widget leads to that payment', async () => {
    const { token } = await order();
    const { body } = await stack.post<{ id: string }>('/v1/payments', { orderToken: token, msisdn: PAYER });
    expect((await press(stack, { token, msisdn: PAYER })).location).toBe(`/pay/${body.id}?lang=fr`);
  });

  it.each([
    ['with another amount', '', 422, '26000', SHOP],
    ['with another amount, at /pay/', '/', 422, '26000', SHOP],
    ['from a foreign origin', '', 200, '25000', { Origin: 'https://evil.example' }],
  ])(
    '%s while a payment is open refreshes to the page of the order, in the form’s language',
    async (_name, slash, status, amount, headers) => {
      const { sub, token } = await order();
      const started = await press(stack, { token, msisdn: PAYER });
      const signed = await stack.mint({ sub, amount, description: 'Vary' }, 1200);
      const shown = await press(stack, { token: signed, msisdn: PAYER }, headers as Record<string, string>, slash);
      expect([shown.status, shown.text.includes('Une demande est encore ouverte')]).toEqual([status, true]);
      const refresh = shown.headers.get('refresh') ?? '';
      expect(refresh).toMatch(
        slash === '' ? /^10; url=pay\/link_[\w-]{22}\?lang=fr$/ : /^10; url=link_[\w-]{22}\?lang=fr$/,
      );
      expect(shown.text).toContain(`<meta http-equiv="refresh" content="${refresh}"/>`);
      // As the browser does after ten seconds.
      const follow = async () => {
        const address = new URL(refresh.replace('10; url=', ''), `${stack.served.url}/pay${slash}`);
        const page = await fetch(address, { headers: { 'Accept-Language': 'en', Connection: 'close' } });
        return { status: page.status, text: await page.text() };
      };
      const open = await follow();
      expect(open.status).toBe(200);
      expect(open.text).toContain('<html lang="fr">');
      expect(open.text).toContain('Une demande est encore ouverte');
      await finish(stack, idOf(started), 'approve');
      expect((await follow()).text).toContain('Déjà payé');
    },
  );

  it.each(['', 'x', 'e30.e30.e30'])('with the token %j begins nothing and keeps nothing', async (token) => {
    const before = requests();
    const refused = await press(stack, { token, msisdn: PAYER });
    expect([refused.status, refused.text.includes('Impossible d’afficher cette page')]).toEqual([401, true]);
    expect(refused.text).not.toContain('35 000 03');
    expect(requests()).toBe(before);
  });
});

it('POST /pay from the companion’s own origin begins the payment: a host app is the shop', async () => {
  const stack = await untilTestEnds(startStack({ env: { ALLOWED_ORIGINS: '' } }));
  const token = await stack.mint({ sub: 'OWN-1', amount: '25000' });
  const { origin, port } = new URL(stack.served.url);
  expect((await press(stack, { token, msisdn: PAYER }, { Origin: `http://evil.example:${port}` })).status).toBe(200);
  expect((await press(stack, { token, msisdn: PAYER }, { Origin: origin })).location).toMatch(STARTED);
});

it('POST /pay has the limits of the API, and says so in words', async () => {
  const env = { ALLOWED_ORIGINS: 'https://shop.example', LIMIT_PER_IP: '1/10m', LIMIT_PER_MSISDN: 'off' };
  const stack = await untilTestEnds(startStack({ env }));
  const [first, second] = [
    await stack.mint({ sub: 'LIMIT-1', amount: '25000' }),
    await stack.mint({ sub: 'LIMIT-2', amount: '25000' }),
  ];
  expect((await press(stack, { token: first, msisdn: PAYER })).status).toBe(303);
  const limited = await press(stack, { token: second, msisdn: PAYER });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(limited.text).toMatch(/<input[^>]*name="msisdn"[^>]*value="034 35 000 03"/);
  expect(stack.sandbox.transactions()).toHaveLength(1);
});
