// A complete shop in plain Node: node shop.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { ORDER_TOKEN_SECRET = '', WEBHOOK_SECRET = '', COMPANION_URL = 'http://127.0.0.1:4000', PORT = '4020' } = process.env;
const { OPERATOR_ENVIRONMENT = 'sandbox' } = process.env; // the same as the companion's
const webhookKey = Buffer.from(WEBHOOK_SECRET.startsWith('whsec_') ? WEBHOOK_SECRET.slice(6) : '', 'base64');
// An empty key is a valid HMAC key: without secrets, anyone could sign.
if (ORDER_TOKEN_SECRET.length < 32) throw new Error('ORDER_TOKEN_SECRET needs at least 32 characters.');
if (webhookKey.length < 24) throw new Error('WEBHOOK_SECRET needs whsec_ and at least 24 bytes in base64.');

const orders = new Map([['ORDER-1042', { amount: '44500', paid: false }]]); // your database

const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signOrderToken(reference, amount) {
  const claims = { sub: reference, amount, exp: Math.floor(Date.now() / 1000) + 7200 };
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${createHmac('sha256', ORDER_TOKEN_SECRET).update(unsigned).digest('base64url')}`;
}

function isSignatureValid(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) < 300)) return false;
  const expected = Buffer.from(`v1,${createHmac('sha256', webhookKey).update(`${id}.${sentAt}.${body}`).digest('base64')}`);
  const given = signatures.split(' ').map((one) => Buffer.from(one));
  return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

function handleWebhook(headers, body) {
  if (!isSignatureValid(headers, body)) return 401;
  const { type, data } = JSON.parse(body);
  if (type !== 'payment.completed') return 204;
  if (data.environment !== OPERATOR_ENVIRONMENT) return 403; // a sandbox payment must not pay a real order
  const order = orders.get(data.order);
  if (order?.amount === data.amount && data.currency === 'MGA') order.paid = true; // the same webhook can arrive twice
  return 204;
}

async function receiveWebhook(request, response) {
  try {
    const chunks = await request.toArray();
    response.writeHead(handleWebhook(request.headers, Buffer.concat(chunks).toString())).end();
  } catch {
    response.destroy(); // the client left in the middle of its request; uncaught, this would end the shop
  }
}

createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/webhooks/tsena') {
    receiveWebhook(request, response);
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
