import { PROBLEMS } from './problems.js';

/** The address of the companion that the widget believes to call. */
export const COMPANION_URL = 'https://pay.example';

const REFERENCE = '636042511';
const POLL_MS = 1000;
const APPROVAL_MS = 4000;

const ago = (seconds) => new Date(Date.now() - seconds * 1000).toISOString();

function newPayment(order, changes = {}) {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const id = btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return {
    id: `pay_${id}`,
    environment: order.environment,
    order: order.order,
    attemptNumber: 1,
    linkId: null,
    status: 'pending',
    amount: order.amount,
    currency: 'MGA',
    payer: '034 •• ••0 03',
    partnerName: order.partnerName,
    createdAt: ago(42),
    updatedAt: ago(40),
    transactionReference: null,
    fees: null,
    failure: null,
    retryable: false,
    nextPollMs: POLL_MS,
    serverTime: ago(0),
    ...changes,
  };
}

const ORDER = {
  order: 'TS-1047',
  amount: '25000',
  currency: 'MGA',
  description: 'Lamba landy, vanilla',
  partnerName: 'Tsenan’i Soa',
  operatorName: null,
  environment: 'production',
  returnUrl: null,
  payment: null,
};

const withPayment = (changes) => () => ({ ...ORDER, payment: newPayment(ORDER, changes) });
const failed = (code, retryable = true) => withPayment({ status: 'failed', failure: { code, message: '' }, retryable, nextPollMs: null });

/** The states of an order that a shopper can see. A text is the code of a problem. */
export const SCENES = {
  'a new order': () => ({ ...ORDER }),
  'a new order in the sandbox': () => ({ ...ORDER, environment: 'sandbox' }),
  'being sent': withPayment({ status: 'sending', createdAt: ago(4) }),
  'waiting for the payer': withPayment({}),
  'waiting for long': withPayment({ createdAt: ago(125), retryable: true }),
  unresolved: withPayment({ status: 'unresolved', createdAt: ago(65) }),
  'needs review': withPayment({ transactionReference: REFERENCE, failure: { code: 'details_mismatch', message: '' } }),
  paid: withPayment({ status: 'completed', transactionReference: REFERENCE, fees: '150', nextPollMs: null }),
  declined: failed('payment_declined'),
  'too little money': failed('insufficient_funds'),
  refused: failed('request_refused', false),
  'order token expired': 'order_token_expired',
  'companion without its database': 'storage_unavailable',
};

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
 * @param payer what the payer does: `approves`, `declines` or `waits`
 */
export function createStandIn(scene, payer) {
  const checkout = typeof scene === 'string' ? null : scene();
  let approval;

  const translated = (payment, language) =>
    payment?.failure ? { ...payment, failure: { ...payment.failure, message: PROBLEMS[payment.failure.code].detail[language] } } : payment;

  function change(changes) {
    checkout.payment = { ...checkout.payment, ...changes, updatedAt: ago(0), serverTime: ago(0) };
  }

  function initiate({ msisdn }) {
    const { payment } = checkout;
    if (payment !== null && !payment.retryable) return;
    const now = ago(0);
    checkout.payment = newPayment(checkout, {
      attemptNumber: (payment?.attemptNumber ?? 0) + 1,
      payer: `${msisdn.slice(0, 3)} •• ••${msisdn.slice(7, 8)} ${msisdn.slice(8)}`,
      createdAt: now,
      updatedAt: now,
    });
    if (payer === 'waits') return;
    const outcome =
      payer === 'approves'
        ? { status: 'completed', transactionReference: REFERENCE, fees: '150', nextPollMs: null }
        : { status: 'failed', failure: { code: 'payment_declined', message: '' }, retryable: true, nextPollMs: null };
    clearTimeout(approval);
    approval = setTimeout(() => change(outcome), APPROVAL_MS);
  }

  return {
    end: () => clearTimeout(approval),
    async answer(url, { method = 'GET', headers = {}, body } = {}) {
      const { pathname } = new URL(url);
      const language = headers['Accept-Language'] ?? 'fr';
      if (checkout === null) return problem(scene, language);
      const given = body ? JSON.parse(body) : {};
      if (pathname === '/v1/checkout') return json(200, { ...checkout, payment: translated(checkout.payment, language) });
      if (pathname === '/v1/payments' && method === 'POST') {
        initiate(given);
        return json(201, translated(checkout.payment, language));
      }
      if (pathname.endsWith('/reference')) {
        if (given.transactionReference.replace(/\s/g, '') !== REFERENCE) return problem('reference_mismatch', language);
        change({ status: 'completed', transactionReference: REFERENCE, fees: '150', nextPollMs: null });
      }
      change({});
      return json(200, translated(checkout.payment, language));
    },
  };
}
