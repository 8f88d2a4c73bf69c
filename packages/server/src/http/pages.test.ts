import { createHash } from 'node:crypto';
import type { FaultRule } from '@tsena/sandbox';
import { sentenceFor } from '@tsena/shared';
import type { Link, PaymentPage } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { asMerchant, eventually, finish, settleNewest } from '../../test/support/merchant.ts';
import { type Stack, startStack } from '../../test/support/stack.ts';
import { untilTestEnds, useForAll } from '../../test/support/use.ts';

const PAYER = '034 35 000 03';
const OTHER_PAYER = '034 35 000 05';

/** Headers against framing, storing and tracing. */
const STRICT_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** A page as a browser without a script sees it. */
interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string;
  readonly text: string;
  /** The hidden fields of its form. */
  readonly fields: Readonly<Record<string, string>>;
}

async function see(response: Response): Promise<Seen> {
  const text = await response.text();
  const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)];
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get('location') ?? '',
    text,
    fields: Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
  };
}

function browser(stack: () => Stack) {
  const ask = async (path: string, headers: Record<string, string>, init: RequestInit = {}) => {
    const given = { 'Accept-Language': 'en', Connection: 'close', ...headers };
    return see(await fetch(`${stack().served.url}${path}`, { redirect: 'manual', headers: given, ...init }));
  };
  const visit = (path: string, headers: Record<string, string> = {}) => ask(path, headers);
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(path, headers, { method: 'POST', body: new URLSearchParams(fields) });
  const createLink = async (body: Record<string, unknown> = {}) =>
    (await stack().post<Link>('/v1/merchant/links', { amount: '25000', ...body }, asMerchant)).body;
  /** Opens a link and sends its form. */
  const payOn = async (link: string, msisdn = PAYER) =>
    send(`/pay/${link}`, { ...(await visit(`/pay/${link}`)).fields, msisdn });
  return { visit, send, createLink, payOn };
}

const idOf = ({ location }: Seen) => location.replace(/^\/pay\//, '').replace(/\?.*/, '');

describe('the hosted page', () => {
  const stack = useForAll(() => startStack({ sandbox: { msisdns: ['0343500003', '0343500004', '0343500005'] } }));
  beforeEach(() => stack.sandbox.setFaults([]));

  const { visit, send, createLink, payOn } = browser(() => stack);
  const readLink = async (id: string) => (await stack.get<Link>(`/v1/merchant/links/${id}`, asMerchant)).body;
  const paymentsOf = async (link: string) =>
    (await stack.get<PaymentPage>(`/v1/merchant/payments?link=${link}`, asMerchant)).body.data;

  it('a link is paid without a script: form, waiting page that refreshes itself, receipt', async () => {
    const { id, order } = await createLink({ description: 'Lamba & <b>co</b>' });
    const form = await visit(`/pay/${id}`);
    expect(form.status).toBe(200);
    expect(form.text).toContain('25,000\u00a0Ar');
    expect(form.text).toContain('Lamba &amp; &lt;b>co&lt;/b>');
    // As a contact list copies it.
    const started = await send(`/pay/${id}`, { ...form.fields, msisdn: '\u2068tel:034\u200b/35\u2212000-03\u2069' });
    expect([started.status, started.location]).toEqual([303, expect.stringMatching(/^\/pay\/pay_[\w-]{22}$/)]);

    const waiting = await visit(started.location);
    const own = idOf(started);
    expect(waiting.text).toContain(`<noscript><meta http-equiv="refresh" content="3; url=${own}"/></noscript>`);
    // The header would load the page again under the widget too.
    expect(waiting.headers.get('refresh')).toBeNull();
    expect(waiting.text).toContain(`data-refresh="3" data-address="${own}"`);
    expect(waiting.text).toContain('Confirm on your phone');

    const { transactionReference } = await finish(stack, idOf(started), 'approve');
    const receipt = await visit(started.location);
    expect(receipt.headers.get('refresh')).toBeNull();
    for (const text of ['Paid', '034 •• ••0 03', order, String(transactionReference)])
      expect(receipt.text).toContain(text);
    // Neither loads what it does not show.
    for (const { text } of [receipt, await visit(`/pay/${id}`)]) expect(text).not.toContain('<script');
    expect((await readLink(id)).status).toBe('paid');
    const [payment] = await paymentsOf(id);
    expect(payment).toMatchObject({
      id: idOf(started),
      linkId: id,
      order,
      amount: '25000',
      description: 'Lamba & <b>co</b>',
    });
    await eventually(() => expect(stack.receiver.webhooks.some(({ event }) => event.data.linkId === id)).toBe(true));
  });

  it('the browser that has sent a number sees it on the waiting page, and nobody else does', async () => {
    const { id } = await createLink();
    const started = await payOn(id);
    const cookie = started.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^tsena_payer=0343500003; Max-Age=300; Path=\/pay\/pay_[\w-]{22}; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).toContain(`Path=/pay/${idOf(started)};`);
    const shows = async (sent: string, path = started.location) => {
      const { text } = await visit(path, { Cookie: sent });
      return ['034 35 000 03', '034 •• ••0 03'].filter((number) =>
        text.replaceAll('\u00a0', ' ').includes(`The request goes to ${number}.`),
      );
    };
    expect(await shows('a=b; tsena_payer=0343500003')).toEqual(['034 35 000 03']);
    // A guess that fits the masked number is shown, right or wrong: it teaches nothing.
    expect(
      (await visit(started.location, { Cookie: 'tsena_payer=0349900003' })).text.replaceAll('\u00a0', ' '),
    ).toContain('034 99 000 03');
    for (const other of [
      '',
      'tsena_payer=0343500004',
      'tsena_payer=<b>',
      'tsena_payer=03435000031',
      'x_tsena_payer=0343500003',
    ]) {
      expect(await shows(other)).toEqual(['034 •• ••0 03']);
      // Nor do the data that the script takes over.
      expect((await visit(started.location, { Cookie: other })).text).not.toContain('034 35');
    }
    expect((await visit(`/pay/${id}`, { Cookie: 'tsena_payer=0343500003' })).text).not.toContain('34 35');
    await finish(stack, idOf(started), 'approve');
    expect((await visit(started.location, { Cookie: 'tsena_payer=0343500003' })).text).not.toContain('34 35');
  });

  it('if two people open a one-time link, one pays, and the other sees no number and no reference', async () => {
    const { id } = await createLink();
    const [one, other] = [await visit(`/pay/${id}`), await visit(`/pay/${id}`)];
    const first = await send(`/pay/${id}`, { ...one.fields, msisdn: PAYER });
    const refused = async (msisdn: string) => {
      const { status, location, headers, text } = await send(`/pay/${id}`, { ...other.fields, msisdn });
      const named = [...headers].filter(([name]) => !['date', 'x-request-id', 'etag', 'content-length'].includes(name));
      // The number that was typed, and the time in the signed field.
      const neutral = text.replace(msisdn, '…').replace(/(name="form" value="[0-9A-Z]{12})[^"]*/, '$1');
      return { status, location, headers: named, text: neutral };
    };
    const inProgress = await refused(OTHER_PAYER);
    expect([inProgress.status, inProgress.text.includes('A request is still open')]).toEqual([422, true]);
    expect(inProgress.text).toContain(
      'If the request is yours and your phone shows it, confirm it there; if it shows several, only one.',
    );
    // There is one request, and no field for another one.
    expect(inProgress.text).not.toMatch(/one of the two|name="msisdn"/);
    expect(await refused(PAYER)).toEqual(inProgress);
    const reopened = await visit(`/pay/${id}`);
    expect([reopened.text.includes('A request is still open'), reopened.fields]).toEqual([true, {}]);

    const { transactionReference, payer } = await finish(stack, idOf(first), 'approve');
    const pages = [
      await visit(`/pay/${id}`),
      await send(`/pay/${id}`, { ...other.fields, msisdn: OTHER_PAYER }),
      // Also with the payer's number, which the other may know.
      await send(`/pay/${id}`, { ...other.fields, msisdn: PAYER }),
    ];
    expect(pages.map(({ status }) => status)).toEqual([200, 422, 422]);
    for (const { text, fields } of pages) {
      expect(text).toContain('Already paid');
      expect(fields).toEqual({});
      for (const secret of [payer, String(transactionReference), idOf(first)]) expect(text).not.toContain(secret);
    }
    for (const secret of [payer, idOf(first)]) expect(inProgress.text).not.toContain(secret);
    // The payer's own form leads back to the receipt.
    expect((await send(`/pay/${id}`, { ...one.fields, msisdn: PAYER })).location).toBe(first.location);
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('a failed payment offers another attempt at the same order, which keeps the amount', async () => {
    const { id } = await createLink({ reusable: true });
    const first = await payOn(id);
    await finish(stack, idOf(first), 'reject');
    const failed = await visit(first.location);
    expect(failed.text).toContain('Not paid');
    // The money may show up, and a field would lose what is typed.
    expect([failed.text.includes('http-equiv="refresh"'), failed.fields]).toEqual([true, {}]);
    const retry = await visit(`${first.location}?view=retry`);
    expect([retry.headers.get('refresh'), retry.text.includes('http-equiv="refresh"')]).toEqual([null, false]);
    expect(retry.text).toContain('This page does not update by itself.');
    expect(retry.fields.from).toBe(idOf(first));
    const wrong = await send(`/pay/${id}`, { ...retry.fields, msisdn: '12' });
    expect([wrong.status, wrong.fields.from]).toEqual([422, idOf(first)]);
    const second = await send(`/pay/${id}`, { ...retry.fields, msisdn: OTHER_PAYER, amount: '1', order: 'X' });
    expect(second.status).toBe(303);
    const [again, before] = await paymentsOf(id);
    expect(again).toMatchObject({ order: before?.order, attemptNumber: 2, amount: '25000' });
    // A press on the old page leads to the payment that stands.
    expect((await send(`/pay/${id}`, { ...retry.fields, msisdn: PAYER })).location).toBe(second.location);
    await finish(stack, idOf(second), 'approve');
    expect((await visit(first.location)).text).toContain('Already paid');
  });

  it('a form that comes too late shows its payment at the address of the link, and refreshes to that payment', async () => {
    const { id } = await createLink();
    const first = await payOn(id);
    await finish(stack, idOf(first), 'reject');
    const retry = await visit(`${first.location}?view=retry&lang=fr`);
    expect((await send(`/pay/${id}`, { ...retry.fields, msisdn: OTHER_PAYER })).status).toBe(303);
    const late = await send(`/pay/${id}?lang=fr`, { ...retry.fields, msisdn: '12' });
    const own = `${idOf(first)}?lang=fr`;
    expect(late.status).toBe(422);
    expect(late.text).toContain(`; url=${own}"/></noscript>`);
    expect(late.text).toContain(` data-address="${own}"`);
    expect(late.text).toContain(`<a lang="mg" href="${idOf(first)}?lang=mg">`);
  });

  it.each([
    ['', 'Enter your mobile money number.'],
    ['032 12 345 67', 'Use a number that starts with 034, 037 or 038.'],
    ['"><script>alert(1)</script>', 'Use digits only.'],
  ])('the number %j is refused with the page and the reason', async (msisdn, reason) => {
    const { id } = await createLink({ reusable: true });
    const { fields } = await visit(`/pay/${id}`);
    const page = await send(`/pay/${id}`, { ...fields, msisdn });
    expect(page.status).toBe(422);
    expect(page.text).toContain(reason);
    // The form that follows is of the same order.
    expect(page.fields.form?.split('.')[0]).toBe(fields.form?.split('.')[0]);
    expect(page.text).not.toContain('<script');
    expect(page.text).toContain(
      msisdn === '' ? ' value autofocus' : `value="${msisdn.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`,
    );
    expect(await paymentsOf(id)).toEqual([]);
  });

  it('an unresolved payment takes the reference from the operator’s SMS', async () => {
    const { id } = await createLink();
    stack.sandbox.setFaults([
      { on: 'initiate', do: 'accept-then-reset', times: 1 },
      { on: 'callback', do: 'drop' },
    ]);
    const started = await payOn(id);
    const page = await visit(started.location);
    expect(page.text).toContain('Not confirmed yet');
    expect(page.text).toContain('http-equiv="refresh"');
    // The companion has nothing to ask with.
    expect(page.text).not.toContain('We keep checking');
    settleNewest(stack, 'approve');
    const form = await visit(`${started.location}?view=reference`);
    // A refresh would delete what is typed.
    expect(form.headers.get('refresh')).toBeNull();
    const wrong = await send(started.location, { ...form.fields, transactionReference: '<b>' });
    expect([wrong.status, wrong.text.includes('value="&lt;b>"')]).toEqual([422, true]);
    const several = await send(started.location, { ...form.fields, transactionReference: '636042511 636042512' });
    expect([several.status, several.text.includes('This text has several references.')]).toEqual([422, true]);
    expect((await send(started.location, { ...form.fields, transactionReference: '999999999' })).text).toContain(
      'This reference does not match',
    );
    const reference = stack.sandbox.transactions()[0]?.transactionReference ?? '';
    const unsigned = await send(started.location, { transactionReference: reference });
    expect([unsigned.status, unsigned.text.includes('This page was open for too long')]).toEqual([422, true]);
    const message = `Nandefa 25000Ar tany amin’ny 0343500004.Ref:${reference}.Solde:1,234,567Ar`;
    const right = await send(started.location, { ...form.fields, transactionReference: message });
    expect([right.status, right.location]).toEqual([303, started.location]);
    expect((await visit(started.location)).text).toContain('has received your payment');
  });

  describe('an order token', () => {
    it('leads to the same page each time, by POST and by GET, and the token stays in no address', async () => {
      const token = await stack.mint({ sub: 'SHOP-1', amount: '25000', description: 'Vary' });
      const posted = await send('/pay', { token }, { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site' });
      expect([posted.status, posted.location]).toEqual([303, expect.stringMatching(/^\/pay\/link_[\w-]{22}$/)]);
      const again = await visit(
        `/pay?token=${await stack.mint({ sub: 'SHOP-1', amount: '25000', description: 'Vary' }, 60)}`,
      );
      expect(again.location).toBe(posted.location);
      expect((await visit(posted.location)).text).toContain('Vary');
      const listed = await stack.get<{ data: Link[] }>('/v1/merchant/links?limit=200', asMerchant);
      expect(listed.body.data.map(({ id }) => id)).not.toContain(idOf(posted));
      expect(await readLink(idOf(posted))).toMatchObject({ createdBy: 'shop', order: 'SHOP-1', reusable: false });
    });

    it.each(['', 'x', 'e30.e30.e30'])('that is not signed (%j) opens no page and writes nothing', async (token) => {
      const { db } = stack.served.companion.storage.store;
      const count = async () => (await db.selectFrom('links').select('id').execute()).length;
      const before = await count();
      for (const page of [await send('/pay', { token }), await visit(`/pay?token=${token}`), await visit('/pay')]) {
        expect(page.status).toBe(401);
        expect(page.text).toContain('We cannot show this page');
      }
      expect(await count()).toBe(before);
    });

    it.each([
      ['en', 'This link or page does not say which order to pay. Go back to the shop.'],
      ['fr', 'Ce lien ou cette page n’indique pas la commande à payer. Retournez à la boutique.'],
      ['mg', 'Tsy milaza izay kaomandy haloa ity rohy na pejy ity. Miverena any amin’ny fivarotana.'],
    ])('that is not there was not looked up, and the page says so (%s)', async (language, sentence) => {
      expect((await visit(`/pay?lang=${language}`)).text).toContain(sentence);
    });
  });

  describe('a form', () => {
    it.each([
      ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
      ['by Origin', { Origin: 'https://evil.example' }],
    ])('of another site (%s) is refused', async (_name, headers) => {
      const { id } = await createLink();
      const { fields } = await visit(`/pay/${id}`);
      const page = await send(`/pay/${id}`, { ...fields, msisdn: PAYER }, headers as Record<string, string>);
      expect(page.status).toBe(403);
      expect(await paymentsOf(id)).toEqual([]);
    });

    it('of the page itself is accepted, with the Origin that browsers send under no-referrer', async () => {
      const { id } = await createLink();
      const { fields } = await visit(`/pay/${id}`);
      const page = await send(
        `/pay/${id}`,
        { ...fields, msisdn: '034 12' },
        { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
      );
      expect(page.text).toContain('This number does not have 10 digits.');
    });

    it('without the signed field, with that of another link, or with a changed one starts nothing and gives a new form', async () => {
      const [one, other] = [await createLink(), await createLink()];
      const { form = '' } = (await visit(`/pay/${other.id}`)).fields;
      for (const wrong of [
        '',
        form,
        `${form.slice(0, -1)}${form.endsWith('A') ? 'B' : 'A'}`,
        'AAAAAAAAAAAA.1.x',
        `${form}.x`,
      ]) {
        const page = await send(`/pay/${one.id}`, { form: wrong, msisdn: PAYER });
        expect(page.status).toBe(422);
        expect(page.text).toContain('This page was open for too long');
        expect(page.fields.form).toBeDefined();
      }
      expect(await paymentsOf(one.id)).toEqual([]);
    });

    it('that is no form, or too large, is refused with a page', async () => {
      const { id } = await createLink();
      const url = `${stack.served.url}/pay/${id}`;
      expect(
        (await fetch(url, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })).status,
      ).toBe(415);
      expect(
        (await fetch(url, { method: 'POST', body: new URLSearchParams({ msisdn: '0'.repeat(20_000) }) })).status,
      ).toBe(413);
      expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
    });
  });

  it.each(['link_AAAAAAAAAAAAAAAAAAAAAA', 'pay_AAAAAAAAAAAAAAAAAAAAAA', '%3Cscript%3E'])(
    'GET /pay/%s is not found',
    async (id) => {
      const page = await visit(`/pay/${id}`);
      expect(page.status).toBe(404);
      expect(page.text).toContain('We cannot show this page');
      expect(page.text).not.toContain('<script');
    },
  );

  it('an address with a slash at its end leads to the page, as messengers and people write it', async () => {
    const { id } = await createLink();
    const started = await payOn(id);
    const slashed = [await visit(`/pay/${id}/?lang=fr`), await visit(`${started.location}/`)];
    expect(slashed.map(({ status, location }) => [status, location])).toEqual([
      [303, `/pay/${id}?lang=fr`],
      [303, started.location],
    ]);
    for (const { headers } of slashed) expect(Object.fromEntries(headers)).toMatchObject(STRICT_HEADERS);
    settleNewest(stack, 'reject');
    const token = await stack.mint({ sub: 'ORDER-SLASH', amount: '25000' });
    for (const page of [await visit(`/pay/?token=${token}`), await send('/pay/', { token })]) {
      expect([page.status, page.location]).toEqual([303, expect.stringMatching(/^\/pay\/link_[\w-]{22}$/)]);
    }
    const missing = await visit('/pay/link_AAAAAAAAAAAAAAAAAAAAAA/');
    expect(missing.location).toBe('/pay/link_AAAAAAAAAAAAAAAAAAAAAA');
    expect((await visit('/pay/x/')).text).toContain('We cannot show this page');
  });

  it('every page has the strict headers and at most 12 kB; only a start has a cookie', async () => {
    const { id } = await createLink({ description: 'é'.repeat(50) });
    const form = await visit(`/pay/${id}?lang=fr`);
    const started = await send(`/pay/${id}?lang=fr`, { ...form.fields, msisdn: PAYER });
    expect(started.location).toMatch(/^\/pay\/pay_[\w-]{22}\?lang=fr$/);
    const pages = [
      form,
      await visit(started.location),
      await visit('/pay/x'),
      await send(`/pay/${id}`, { msisdn: 'x' }),
      started,
    ];
    for (const { headers, text } of pages) {
      const hashesOf = (element: string) =>
        [...text.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g'))].map(
          ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
        );
      const [styles, [script]] = [hashesOf('style'), hashesOf('script')];
      const widget = /data-integrity="([^"]*)"/.exec(text)?.[1];
      const scripts = script === undefined ? '' : `script-src ${script} '${widget}'; connect-src 'self'; `;
      if (styles.length > 0) {
        expect(headers.get('content-security-policy')).toBe(
          `default-src 'none'; ${scripts}style-src ${styles.join(' ')}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
        );
      }
      expect(Object.fromEntries(headers)).toMatchObject(STRICT_HEADERS);
      expect(headers.has('set-cookie')).toBe(headers === started.headers);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12_000);
      expect(text.replace(/<script id="page"[\s\S]*<\/script>/, '')).not.toMatch(
        /<script|\son\w+=|style="|javascript:/,
      );
    }
    expect(pages.map(({ text }) => text.includes('<script'))).toEqual([true, true, false, false, false]);
    settleNewest(stack, 'reject');
  });
});

describe('the hosted page of a companion with OPERATOR_NAME', () => {
  it('names the operator as the widget does', async () => {
    const stack = await untilTestEnds(startStack({ env: { OPERATOR_NAME: '$& Vola' } }));
    const { visit, send, createLink } = browser(() => stack);
    const { id } = await createLink();
    const page = await visit(`/pay/${id}?lang=fr`);
    expect(page.text).toContain('Payer par $&amp; Vola');
    expect(page.text).toContain('Numéro $&amp; Vola');
    expect((await send(`/pay/${id}?lang=fr`, { ...page.fields, msisdn: '' })).text).toContain(
      'Entrez votre numéro $&amp; Vola.',
    );
  });
});

describe.each(STORES)('a reusable link on %s', (store) => {
  it('sends one prompt to a phone whose payer loads the page again and presses again, also at the same time', async () => {
    const stack = await untilTestEnds(startStack({ store, env: { LIMIT_PER_MSISDN: 'off' } }));
    const { visit, send, createLink, payOn } = browser(() => stack);
    const { id } = await createLink({ reusable: true });
    const forms = await Promise.all([1, 2, 3].map(() => visit(`/pay/${id}`)));
    const answers = await Promise.all(forms.map(({ fields }) => send(`/pay/${id}`, { ...fields, msisdn: PAYER })));
    const waiting = `/pay/${id}?view=waiting`;
    expect(answers.filter(({ location }) => location === waiting)).toHaveLength(2);
    expect(stack.sandbox.transactions()).toHaveLength(1);
    const page = await visit(waiting);
    expect(page.text).toContain('Confirm on your phone');
    expect(page.fields).toEqual({});
    settleNewest(stack, 'approve');
    const first = answers.find(({ location }) => location !== waiting) ?? expect.unreachable();
    await stack.until(idOf(first), 'completed');
    // The payer buys a second one.
    const next = await payOn(id);
    expect(next.location).toMatch(/^\/pay\/pay_/);
    expect(next.location).not.toBe(first.location);
  });
});

describe('a form that is sent again', () => {
  it('after its 24 hours leads to the payment that it has started, and else starts nothing', async () => {
    let later = 0;
    const stack = await untilTestEnds(startStack({ wall: () => Date.now() + later }));
    const { visit, send, createLink } = browser(() => stack);
    const { id } = await createLink({ reusable: true });
    const [used, unused] = [await visit(`/pay/${id}`), await visit(`/pay/${id}`)];
    const first = await send(`/pay/${id}`, { ...used.fields, msisdn: PAYER });
    later = 25 * 3_600_000;
    const again = await send(`/pay/${id}`, { ...used.fields, msisdn: PAYER });
    expect([again.status, again.location]).toEqual([303, first.location]);
    expect((await send(`/pay/${id}`, { ...unused.fields, msisdn: PAYER })).status).toBe(422);
    expect(stack.sandbox.transactions()).toHaveLength(1);
  });
});

it('the hosted page says that the operator is busy, keeps the number, and starts nothing', async () => {
  const busy: FaultRule = { on: 'initiate', do: 'throttle', value: 30, times: 1 };
  const stack = await untilTestEnds(startStack({ sandbox: { faults: [busy] } }));
  const { createLink, payOn } = browser(() => stack);
  expect((await stack.pay('ORDER-1')).body.failure?.code).toBe('operator_busy');
  const { id } = await createLink();
  const page = await payOn(id);
  expect(page.status).toBe(503);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(20);
  expect(page.text).toContain(sentenceFor('operator_busy', 'en'));
  expect(page.text).toMatch(/<input[^>]*value="034 35 000 03"/);
  expect((await stack.get<PaymentPage>(`/v1/merchant/payments?link=${id}`, asMerchant)).body.data).toEqual([]);
});

describe('the limits of the hosted page', () => {
  it('are those of the API', async () => {
    const stack = await untilTestEnds(startStack({ env: { LIMIT_PER_MSISDN: '1/10m' } }));
    const { createLink, payOn } = browser(() => stack);
    const { id } = await createLink({ reusable: true });
    const first = await payOn(id);
    await finish(stack, idOf(first), 'reject');
    const page = await payOn(id);
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.text).toMatch(/Too many requests for this number|Another request to this number has no result yet/);
  });
});
