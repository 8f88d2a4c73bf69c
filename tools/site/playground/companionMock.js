import { PROBLEMS } from './problems.js';
import { ORDERS } from './states.js';

/** The address of the companion that the widget believes to call. */
export const COMPANION_URL = 'https://pay.example';

const REFERENCE = '636042511';
const POLL_MS = 1000;
const APPROVAL_MS = 4000;
const COOLDOWN_MS = 90_000;

/**
 * The states of an order that a shopper can see: the name of an order of the widget’s tests, or the code of a problem.
 */
export const STATES = {
  'a new order': 'form',
  'a new order in the sandbox': 'sandbox',
  'being sent': 'sending',
  'waiting for the payer': 'waiting',
  'waiting for long': 'late',
  unresolved: 'unresolved',
  'unresolved for long': 'unresolved-late',
  'needs review': 'review',
  paid: 'paid',
  declined: 'declined',
  'too little money': 'insufficient-funds',
  refused: 'refused',
  'order token expired': 'order_token_expired',
  'companion without its database': 'storage_unavailable',
};

const later = (timestamp, ms) => timestamp && new Date(Date.parse(timestamp) + ms).toISOString();

/** A payment as if it were made now: the site can be older. */
function renew(payment) {
  const ageMs = Date.now() - Date.parse(payment.serverTime);
  const { createdAt, updatedAt, retryableAt, serverTime } = payment;
  return {
    ...payment,
    createdAt: later(createdAt, ageMs),
    updatedAt: later(updatedAt, ageMs),
    retryableAt: later(retryableAt, ageMs),
    serverTime: later(serverTime, ageMs),
    nextPollMs: payment.nextPollMs && POLL_MS,
  };
}

/** A payment that starts now. */
function startPayment({ order, amount, environment, partnerName, payment }, msisdn) {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const id = btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const now = new Date().toISOString();
  return {
    ...renew(ORDERS.waiting.payment),
    id: `pay_${id}`,
    order,
    amount,
    environment,
    partnerName,
    attemptNumber: (payment?.attemptNumber ?? 0) + 1,
    payer: `${msisdn.slice(0, 3)} •• ••${msisdn.slice(7, 8)} ${msisdn.slice(8)}`,
    createdAt: now,
    updatedAt: now,
    retryableAt: later(now, COOLDOWN_MS),
    serverTime: now,
  };
}

function json(status, body) {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } });
}

function problem(code, language) {
  const { status, title, detail } = PROBLEMS[code];
  return json(status, { type: `urn:tsena:problem:${code}`, title, status, detail: detail[language], code });
}

/**
 * Answers in the companion's place, for one order. Any other request is refused: the page has no network.
 *
 * @param state the name of an order of the widget’s tests, or the code of a problem
 * @param payer what the payer does: `approves`, `declines` or `waits`
 */
export function createCompanionMock(state, payer) {
  const order = ORDERS[state];
  const checkout = order && { ...order, payment: order.payment && renew(order.payment) };
  let approval;

  const translated = (payment, language) =>
    payment?.failure
      ? { ...payment, failure: { ...payment.failure, message: PROBLEMS[payment.failure.code].detail[language] } }
      : payment;

  /** The payment as it is now. */
  function read() {
    const { payment } = checkout;
    const serverTime = new Date().toISOString();
    return { ...payment, serverTime, retryable: payment.retryableAt !== null && payment.retryableAt <= serverTime };
  }

  function finish(changes) {
    const now = new Date().toISOString();
    checkout.payment = { ...checkout.payment, retryableAt: null, nextPollMs: null, updatedAt: now, ...changes };
  }
  const complete = () => finish({ status: 'completed', transactionReference: REFERENCE, fees: '150' });
  const decline = () =>
    finish({
      status: 'failed',
      failure: { code: 'payment_declined', message: '' },
      retryableAt: new Date().toISOString(),
    });

  function initiate({ msisdn }) {
    if (checkout.payment !== null && !read().retryable) return;
    checkout.payment = startPayment(checkout, msisdn);
    clearTimeout(approval);
    if (payer !== 'waits') approval = setTimeout(payer === 'approves' ? complete : decline, APPROVAL_MS);
  }

  return {
    end: () => clearTimeout(approval),
    async answer(url, { method = 'GET', headers = {}, body } = {}) {
      const { pathname } = new URL(url);
      const language = headers['Accept-Language'] ?? 'fr';
      if (checkout === undefined) return problem(state, language);
      const given = body ? JSON.parse(body) : {};
      if (pathname === '/v1/checkout')
        return json(200, { ...checkout, payment: checkout.payment && translated(read(), language) });
      if (pathname === '/v1/payments' && method === 'POST') {
        initiate(given);
        return json(201, translated(read(), language));
      }
      if (pathname.endsWith('/reference')) {
        if (given.transactionReference.replace(/\s/g, '') !== REFERENCE) return problem('reference_mismatch', language);
        complete();
      }
      return json(200, translated(read(), language));
    },
  };
}
