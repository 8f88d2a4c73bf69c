import type { ProblemCode } from '@tsena/shared';
import type { QueryName, SchemaName } from './schemas.ts';

/** Who may call. */
export type Caller = 'anybody' | 'order token' | 'merchant key' | 'callback secret' | 'metrics';

/** One way to call the companion. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put';
  /** With its parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly group: 'Checkout' | 'Merchant' | 'Operator' | 'Assets' | 'Operations';
  readonly summary: string;
  readonly text?: string;
  readonly caller: Caller;
  readonly query?: QueryName;
  readonly body?: SchemaName;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly problems: readonly ProblemCode[];
}

/** What a good answer holds: a schema, or a media type of its own. */
export interface Answer {
  readonly text: string;
  readonly schema?: SchemaName;
  readonly type?: string;
}

const ORDER_TOKEN = ['order_token_missing', 'order_token_invalid', 'order_token_expired', 'order_token_claims'] as const;
const BODY = ['invalid_request', 'body_too_large', 'unsupported_media_type'] as const;
const MERCHANT = ['merchant_key_invalid', 'merchant_key_tries', 'merchant_api_off'] as const;

const checkout: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/checkout',
    id: 'readCheckout',
    group: 'Checkout',
    summary: 'What is to be paid, to whom, and how far it has come',
    caller: 'order token',
    answers: { 200: { text: 'The order, and its current attempt', schema: 'Checkout' } },
    problems: [...ORDER_TOKEN, 'store_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/payments',
    id: 'initiatePayment',
    group: 'Checkout',
    summary: 'Start to pay an order',
    text: 'Safe to repeat: the order reference is the idempotency key, and one request at most leaves for an attempt. Answers once the operator has answered, after 5 s at the latest (then `sending`).',
    caller: 'anybody',
    body: 'InitiateBody',
    answers: {
      200: { text: 'The attempt that stands for this order already', schema: 'Payment' },
      201: { text: 'A new attempt', schema: 'Payment' },
    },
    problems: [
      ...BODY,
      'msisdn_invalid',
      'msisdn_other_operator',
      ...ORDER_TOKEN,
      'order_changed',
      'attempts_exhausted',
      'too_many_for_msisdn',
      'too_many_from_address',
      'prompt_open',
      'operator_unavailable',
      'shutting_down',
      'store_unavailable',
    ],
  },
  {
    method: 'get',
    path: '/v1/payments/{id}',
    id: 'readPayment',
    group: 'Checkout',
    summary: 'Where a payment stands',
    text: 'For those who poll: `nextPollMs` says when to ask again. However many ask, the operator is not asked more often.',
    caller: 'anybody',
    answers: { 200: { text: 'The payment', schema: 'Payment' } },
    problems: ['payment_not_found', 'store_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/payments/{id}/events',
    id: 'followPayment',
    group: 'Checkout',
    summary: 'A payment’s changes as they happen',
    text: 'Server-Sent Events: `event: payment`, and the payment as data; the current state first, comments as heartbeat; ends after a final state.',
    caller: 'anybody',
    answers: { 200: { text: 'The stream', type: 'text/event-stream' } },
    problems: ['payment_not_found', 'too_many_streams', 'store_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/payments/{id}/claim',
    id: 'claimPayment',
    group: 'Checkout',
    summary: 'Name the transaction of an unresolved payment',
    text: 'The shopper types the reference from the operator’s SMS. It counts if the operator’s record under it matches in amount, currency, both parties and time, and no other payment has its transaction. Five tries, one at a time; up to three more where the operator gives no answer about the reference. What has not the form of a reference, or comes while look-ups are held back, costs none.',
    caller: 'anybody',
    body: 'ClaimBody',
    answers: { 200: { text: 'The payment, completed', schema: 'Payment' } },
    problems: [
      ...BODY,
      'payment_not_found',
      'claim_not_possible',
      'claim_no_match',
      'claim_tries_exhausted',
      'operator_unavailable',
      'shutting_down',
      'store_unavailable',
    ],
  },
];

const payments: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/merchant/payments',
    id: 'listPayments',
    group: 'Merchant',
    summary: 'Payments, newest first',
    caller: 'merchant key',
    query: 'PaymentQuery',
    answers: { 200: { text: 'A page; `nextCursor` leads to the next', schema: 'PaymentPage' } },
    problems: ['invalid_request', ...MERCHANT, 'store_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/payments/search',
    id: 'searchPayments',
    group: 'Merchant',
    summary: 'The same, by a payer’s number too',
    text: 'A number has no place in an address, which proxies log; hence a body.',
    caller: 'merchant key',
    body: 'PaymentSearch',
    answers: { 200: { text: 'A page', schema: 'PaymentPage' } },
    problems: [...BODY, ...MERCHANT, 'store_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/payments.csv',
    id: 'exportPayments',
    group: 'Merchant',
    summary: 'The same as a spreadsheet',
    text: 'UTF-8 with its mark, times of Madagascar, numbers masked; no cell can act as a formula.',
    caller: 'merchant key',
    query: 'PaymentExport',
    answers: { 200: { text: 'All payments that match', type: 'text/csv' } },
    problems: ['invalid_request', ...MERCHANT, 'store_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/payments/{id}',
    id: 'readPaymentRecord',
    group: 'Merchant',
    summary: 'One payment with all that is known about it',
    caller: 'merchant key',
    query: 'PaymentRecordQuery',
    answers: { 200: { text: 'Its attempts, history, callbacks, webhooks, and the operator’s own record', schema: 'PaymentRecord' } },
    problems: ['invalid_request', ...MERCHANT, 'payment_not_found', 'store_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/payments/{id}/refresh',
    id: 'refreshPayment',
    group: 'Merchant',
    summary: 'Ask the operator now, and write what follows',
    caller: 'merchant key',
    answers: { 200: { text: 'The payment as it stands then', schema: 'MerchantPayment' } },
    problems: [...MERCHANT, 'payment_not_found', 'shutting_down', 'store_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/payments/{id}/resolve',
    id: 'resolvePayment',
    group: 'Merchant',
    summary: 'Settle a doubtful payment, by evidence or by a decision',
    text: 'A `transactionReference` completes the payment if the operator’s record under it matches. A `decision` is recorded and changes no state.',
    caller: 'merchant key',
    body: 'ResolveBody',
    answers: { 200: { text: 'The payment as it stands then', schema: 'MerchantPayment' } },
    problems: [
      ...BODY,
      ...MERCHANT,
      'payment_not_found',
      'claim_not_possible',
      'claim_no_match',
      'resolve_not_possible',
      'operator_unavailable',
      'shutting_down',
      'store_unavailable',
    ],
  },
];

const merchant: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/merchant',
    id: 'readMerchant',
    group: 'Merchant',
    summary: 'Whose companion this is',
    caller: 'merchant key',
    answers: { 200: { text: 'The merchant', schema: 'Merchant' } },
    problems: [...MERCHANT],
  },
  {
    method: 'get',
    path: '/v1/merchant/totals',
    id: 'readTotals',
    group: 'Merchant',
    summary: 'What was taken, day by day',
    caller: 'merchant key',
    query: 'TotalsQuery',
    answers: { 200: { text: 'Every day of the range, and their sum', schema: 'Totals' } },
    problems: ['invalid_request', ...MERCHANT, 'store_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/attention',
    id: 'readAttention',
    group: 'Merchant',
    summary: 'What needs a person',
    caller: 'merchant key',
    answers: { 200: { text: 'How much, and the newest of it', schema: 'Attention' } },
    problems: [...MERCHANT, 'store_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/webhooks',
    id: 'listWebhooks',
    group: 'Merchant',
    summary: 'What the shop was told, newest first',
    caller: 'merchant key',
    query: 'WebhookQuery',
    answers: { 200: { text: 'A page', schema: 'WebhookPage' } },
    problems: ['invalid_request', ...MERCHANT, 'store_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/webhooks/{id}/replay',
    id: 'replayWebhook',
    group: 'Merchant',
    summary: 'Tell the shop again, under the same id',
    caller: 'merchant key',
    answers: { 200: { text: 'The webhook, waiting', schema: 'SentWebhook' } },
    problems: [...MERCHANT, 'webhook_not_found', 'store_unavailable'],
  },
];

const rest: readonly Operation[] = [
  {
    method: 'put',
    path: '/v1/callbacks/{secret}',
    id: 'receiveCallback',
    group: 'Operator',
    summary: 'The operator says that a payment changed',
    text: 'Its body is not believed: it only makes the companion look at the operator’s own status sooner.',
    caller: 'callback secret',
    answers: { 200: { text: 'Stored' } },
    problems: ['callback_unknown', 'invalid_request', 'body_too_large', 'unsupported_media_type', 'store_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/checkout.js',
    id: 'readScript',
    group: 'Assets',
    summary: 'The script-tag file; asked again at each use',
    caller: 'anybody',
    answers: { 200: { text: 'The script', type: 'text/javascript' }, 304: { text: 'Unchanged' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/v1/checkout-{hash}.js',
    id: 'readHashedScript',
    group: 'Assets',
    summary: 'The same under a name that never changes its content',
    caller: 'anybody',
    answers: { 200: { text: 'The script', type: 'text/javascript' }, 304: { text: 'Unchanged' } },
    problems: ['not_found'],
  },
  {
    method: 'get',
    path: '/v1/openapi.json',
    id: 'readDocument',
    group: 'Assets',
    summary: 'This document',
    caller: 'anybody',
    answers: { 200: { text: 'OpenAPI 3.1', type: 'application/json' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/v1/docs',
    id: 'readReference',
    group: 'Assets',
    summary: 'This document as a page to read',
    caller: 'anybody',
    answers: { 200: { text: 'The page', type: 'text/html' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'readHealth',
    group: 'Operations',
    summary: 'The process answers',
    caller: 'anybody',
    answers: { 200: { text: '`{"status":"alive"}`', type: 'application/json' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'readReadiness',
    group: 'Operations',
    summary: 'The companion can take payments',
    caller: 'anybody',
    answers: { 200: { text: '`{"status":"ready"}`', type: 'application/json' } },
    problems: ['shutting_down', 'store_unavailable'],
  },
  {
    method: 'get',
    path: '/metrics',
    id: 'readMetrics',
    group: 'Operations',
    summary: 'Figures for Prometheus',
    text: 'With `METRICS_TOKEN` as bearer where it is set; else only from this machine or its private network, and not through a proxy.',
    caller: 'metrics',
    answers: { 200: { text: 'The figures', type: 'text/plain' } },
    problems: ['not_found'],
  },
];

/** Every way to call the companion. */
export const OPERATIONS: readonly Operation[] = [...checkout, ...payments, ...merchant, ...rest];
