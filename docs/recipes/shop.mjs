// A whole shop in plain Node: node shop.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { ORDER_TOKEN_SECRET = '', WEBHOOK_SECRET = '', COMPANION_URL = 'http://127.0.0.1:4000', PORT = '4020' } = process.env;
const webhookKey = Buffer.from(WEBHOOK_SECRET.startsWith('whsec_') ? WEBHOOK_SECRET.slice(6) : '', 'base64');
// An empty key is a valid key: without secrets, anybody could sign.
if (ORDER_TOKEN_SECRET.length < 32) throw new Error('ORDER_TOKEN_SECRET needs at least 32 characters.');
if (webhookKey.length < 24) throw new Error('WEBHOOK_SECRET needs whsec_ and at least 24 bytes in base64.');

const orders = new Map([['ORDER-1042', { amount: '44500', paid: false }]]); // your database

const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signOrderToken(reference, amount) {
  const claims = { sub: reference, amount, exp: Math.floor(Date.now() / 1000) + 7200 };
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${createHmac('sha256', ORDER_TOKEN_SECRET).update(unsigned).digest('base64url')}`;
}

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) < 300)) return false;
  const wanted = Buffer.from(`v1,${createHmac('sha256', webhookKey).update(`${id}.${sentAt}.${body}`).digest('base64')}`);
  const given = signatures.split(' ').map((one) => Buffer.from(one));
  return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
}

function receive(headers, body) {
  if (!isGenuine(headers, body)) return 401;
  const { type, data } = JSON.parse(body);
  const order = orders.get(data.order);
  if (type === 'payment.completed' && order?.amount === data.amount) order.paid = true; // the same event may come twice
  return 204;
}

createServer(async (request, response) => {
  if (request.method === 'POST' && request.url === '/webhooks/tsena') {
    const chunks = await request.toArray();
    response.writeHead(receive(request.headers, Buffer.concat(chunks).toString())).end();
    return;
  }
  const [reference, order] = [...orders][0];
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  if (order.paid) response.end(`<h1>${reference} is paid</h1>`);
  else {
    const token = signOrderToken(reference, order.amount);
    response.end(`<h1>${reference}: ${order.amount} Ar</h1>
<script async src="${COMPANION_URL}/v1/checkout.js" data-order-token="${token}" data-locale="mg"></script>`);
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`));
