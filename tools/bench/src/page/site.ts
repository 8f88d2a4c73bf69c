import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { checkoutHtml } from '@tsena/node';
import type { Checkout } from '@tsena/shared/checkout';
import { serve } from '@tsena/testkit/serve';
import { afterRow } from '../processes.ts';
import type { Bundle } from './builds.ts';

/** What is loaded: our script tag, our form in the page's HTML, the twin, and a form without any script. */
export type Contestant = 'ours' | 'html' | 'twin' | 'form';

const CHECKOUT: Checkout = {
  order: 'TS-1047',
  amount: '25000',
  currency: 'MGA',
  description: 'Lamba landy, vanilla',
  partnerName: 'Tsena Boutique',
  operatorName: null,
  environment: 'production',
  returnUrl: null,
  payment: null,
  view: null,
};

/** As a shop signs it, but for the signature: the bench checks none. */
const ORDER_TOKEN = [
  { alg: 'HS256', typ: 'JWT' },
  { sub: CHECKOUT.order, amount: CHECKOUT.amount, description: CHECKOUT.description, exp: 4_102_444_800 },
  {},
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

const CODES = ['PT +351', 'ES +34', 'FR +33', 'DE +49', 'IT +39', 'NL +31', 'BE +32', 'GB +44', 'MG +261', 'US +1'].map(
  (line) => {
    const [id, prefix] = line.split(' ');
    return { id, prefix };
  },
);

const SESSION = {
  id: 'CS1',
  sessionData: 'a-session',
  amount: { value: 2500, currency: 'EUR' },
  countryCode: 'PT',
  shopperLocale: 'en-US',
  expiresAt: '2099-01-01T00:00:00Z',
  paymentMethods: { paymentMethods: [{ type: 'mbway', name: 'MB WAY' }] },
  configuration: {},
};

interface File {
  readonly type: string;
  readonly body: Buffer;
}

function file(type: string, text: string | Buffer): File {
  return { type, body: gzipSync(text, { level: 9 }) };
}

const json = (body: unknown) => file('application/json', JSON.stringify(body));
const script = (code: Buffer) => file('text/javascript; charset=utf-8', code);

/** The least: a form in the page itself. */
const FORM =
  '<form method="post" action="/pay"><p>25 000 Ar</p><label for="msisdn">Phone number</label><p><input id="msisdn" name="msisdn" type="tel" autocomplete="tel"></p><button>Pay 25 000 Ar</button></form>';

/** Room for the tallest of them. */
const ROOM = '<style>.place{min-height:640px}</style>';

/** The page is the same for all: an order above, the shop's footer below. */
function pageWith(checkout: string, head: string): File {
  const rows = ['Lamba landy', 'Vanilla, 5 pods', 'Delivery']
    .map((what) => `<tr><td>${what}<td>8 333 Ar</tr>`)
    .join('');
  return file(
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><title>Checkout</title><meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">${head}<style>body{font:16px sans-serif;margin:16px;max-width:480px}</style></head>
    <body><h1>Your order</h1><table>${rows}</table><h2>Payment</h2><div class="place">${checkout}</div><footer><p>Questions? 020 22 000 00</p></footer></body></html>`,
  );
}

function send(response: ServerResponse, found: File | undefined): void {
  if (found === undefined) response.writeHead(404).end();
  else
    response
      .writeHead(200, { 'Content-Type': found.type, 'Content-Encoding': 'gzip', 'Content-Length': found.body.length })
      .end(found.body);
}

/**
 * Serves a shop's page with a checkout of each contestant in it, and all that it loads from another origin, from memory
 * and gzipped. Answers the calls that each contestant makes before its button can be pressed.
 *
 * @returns the page's address by contestant
 */
export async function openSite(bundles: {
  readonly ours: Bundle;
  readonly twin: Bundle;
}): Promise<(contestant: Contestant) => string> {
  const files = new Map([
    ['/ours/v1/checkout.js', script(bundles.ours.script)],
    ['/ours/v1/checkout-app.js', script(bundles.ours.app ?? Buffer.alloc(0))],
    ['/ours/v1/checkout', json(CHECKOUT)],
    ['/test/twin.js', script(bundles.twin.script)],
    ['/test/twin.css', file('text/css', bundles.twin.style ?? '')],
    ['/test/datasets/phonenumbers.json', json(CODES)],
    ['/test/v1/sessions/CS1/setup', json(SESSION)],
  ]);
  const companion = await serve((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method === 'OPTIONS') response.writeHead(204, { 'Access-Control-Max-Age': '600' }).end();
    else send(response, files.get(request.url?.split('?')[0] ?? ''));
  });
  const ours = `<script async src="${companion.url}/ours/v1/checkout.js" data-order-token="${ORDER_TOKEN}" data-locale="en"></script>`;
  // The script has the same address as for the tag, and its companion answers there.
  const html =
    checkoutHtml({ orderToken: ORDER_TOKEN, companionUrl: `${companion.url}/ours`, locale: 'en' }) +
    `<script async src="${companion.url}/ours/v1/checkout.js"></script>`;
  const style = `<link rel="stylesheet" href="${companion.url}/test/twin.css">`;
  const twin = `<div id="pay"></div><script async src="${companion.url}/test/twin.js" data-api="${companion.url}/test/" data-session="CS1"></script>`;
  const checkouts: Readonly<Record<Contestant, readonly [body: string, head: string]>> = {
    ours: [ours, ''],
    html: [html, ''],
    twin: [twin, style],
    form: [FORM, ''],
  };
  const pages = new Map(
    Object.entries(checkouts).map(([name, [body, head]]): [string, File] => [`/${name}`, pageWith(body, head + ROOM)]),
  );
  const shop = await serve((request, response) => send(response, pages.get(request.url ?? '')));
  for (const server of [companion, shop]) afterRow(() => server.close());
  return (contestant) => `${shop.url}/${contestant}`;
}
