// A shop that takes a deposit, then the balance: node deposit.mjs
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

const HEAD =
  '<!doctype html>\n<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\n';

// Your database. Both amounts are decided when the customer orders, and stay.
const parts = new Map([
  ['CMD-1/acompte', { title: 'Deposit', amount: '30000', paid: false }],
  ['CMD-1/solde', { title: 'Balance', amount: '70000', paid: false }],
]);

function handleWebhook(headers, body) {
  const event = verifyWebhook(body, headers, WEBHOOK_SECRET);
  if (event.type !== 'payment.completed' || !isPaymentEvent(event)) return 204;
  const payment = event.data;
  if (payment.environment !== OPERATOR_ENVIRONMENT) return 403; // a sandbox payment must not pay a real order
  const part = parts.get(payment.order);
  if (part?.amount === payment.amount && payment.currency === 'MGA') part.paid = true; // the same webhook can arrive twice
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

function showOrder() {
  const lines = [...parts.values()].map(
    ({ title, amount, paid }) => `<li>${title}: ${amount} Ar, ${paid ? 'paid' : 'open'}</li>`,
  );
  // The balance is offered only once the deposit is paid.
  const next = [...parts].find(([, { paid }]) => !paid);
  if (next === undefined) return `<h1>CMD-1 is paid</h1><ul>${lines.join('')}</ul>`;
  const [order, { title, amount }] = next;
  const orderToken = signOrderToken({ order, amount, description: `${title} of CMD-1` }, ORDER_TOKEN_SECRET);
  return `<h1>CMD-1</h1><ul>${lines.join('')}</ul>
${checkoutHtml({ orderToken, companionUrl: COMPANION_URL })}
<script async src="${COMPANION_URL}/v1/checkout.js"></script>`;
}

createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/webhooks/tsena') {
    receiveWebhook(request, response);
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`${HEAD}${showOrder()}`);
}).listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`));
