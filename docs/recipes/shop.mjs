// A complete shop in plain Node: node shop.mjs
import { createServer } from 'node:http';
import {
  checkOrderTokenSecret,
  checkoutHtml,
  checkWebhookSecret,
  isPaymentEvent,
  signOrderToken,
  TsenaError,
  verifyWebhook,
} from '@tsena/node';

const {
  ORDER_TOKEN_SECRET = '',
  WEBHOOK_SECRET = '',
  COMPANION_URL = 'http://127.0.0.1:4000',
  PORT = '4020',
} = process.env;
const { OPERATOR_ENVIRONMENT = 'sandbox' } = process.env; // the same as the companion's
// An empty key is a valid HMAC key: without secrets, anyone could sign.
checkOrderTokenSecret(ORDER_TOKEN_SECRET);
checkWebhookSecret(WEBHOOK_SECRET);

// Without a doctype and a viewport, phones draw the payment form at half its size.
const HEAD =
  '<!doctype html>\n<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\n';
const orders = new Map([['ORDER-1042', { amount: '44500', paid: false }]]); // your database

function handleWebhook(headers, body) {
  const event = verifyWebhook(body, headers, WEBHOOK_SECRET);
  if (event.type !== 'payment.completed' || !isPaymentEvent(event)) return 204;
  const payment = event.data;
  if (payment.environment !== OPERATOR_ENVIRONMENT) return 403; // a sandbox payment must not pay a real order
  const order = orders.get(payment.order);
  if (order?.amount === payment.amount && payment.currency === 'MGA') order.paid = true; // the same webhook can arrive twice
  return 204;
}

async function receiveWebhook(request, response) {
  try {
    const body = Buffer.concat(await request.toArray()); // the raw bytes: the signature covers them
    response.writeHead(handleWebhook(request.headers, body)).end();
  } catch (error) {
    if (error instanceof TsenaError) response.writeHead(401).end();
    else response.destroy(); // the client left in the middle of its request; uncaught, this would end the shop
  }
}

createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/webhooks/tsena') {
    receiveWebhook(request, response);
    return;
  }
  const [reference, order] = [...orders][0];
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  if (order.paid) response.end(`${HEAD}<h1>${reference} is paid</h1>`);
  else {
    const orderToken = signOrderToken({ order: reference, amount: order.amount }, ORDER_TOKEN_SECRET);
    response.end(`${HEAD}<h1>${reference}: ${order.amount} Ar</h1>
${checkoutHtml({ orderToken, companionUrl: COMPANION_URL })}
<script async src="${COMPANION_URL}/v1/checkout.js"></script>`);
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`));
