import type { ProblemCode } from '@tsena/shared';
import type { QueryName, SchemaName } from './schemas.ts';

/** Who may call. */
export type Caller = 'public' | 'order token' | 'merchant key' | 'callback secret' | 'metrics';

/** An operation of the companion's HTTP interface. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put';
  /** With parameters in braces. */
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

/** A successful answer: its schema, or its media type. */
export interface Answer {
  readonly text: string;
  readonly schema?: SchemaName;
  readonly type?: string;
}

const ORDER_TOKEN = ['order_token_missing', 'order_token_invalid', 'order_token_expired', 'order_token_claims'] as const;
const BODY = ['invalid_request', 'body_too_large', 'unsupported_media_type'] as const;
const MERCHANT = ['merchant_key_invalid', 'key_attempts_exhausted', 'merchant_api_off'] as const;

const checkout: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/checkout',
    id: 'readCheckout',
    group: 'Checkout',
    summary: 'Read the order, the merchant and the current payment',
    caller: 'order token',
    answers: { 200: { text: 'The order and its current payment', schema: 'Checkout' } },
    problems: [...ORDER_TOKEN, 'storage_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/payments',
    id: 'initiatePayment',
    group: 'Checkout',
    summary: 'Start a payment for an order',
    text: 'Safe to repeat: the order reference is the idempotency key, and the companion sends at most one initiation for each payment. It answers when the operator has answered, after 5 s at the latest (then with status `sending`).',
    caller: 'public',
    body: 'InitiateBody',
    answers: {
      200: { text: 'The payment that already exists for this order', schema: 'Payment' },
      201: { text: 'A new payment', schema: 'Payment' },
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
      'storage_unavailable',
    ],
  },
  {
    method: 'get',
    path: '/v1/payments/{id}',
    id: 'readPayment',
    group: 'Checkout',
    summary: 'Read a payment',
    text: 'For polling: `nextPollMs` is the time to wait before the next request. More requests cause no more requests to the operator.',
    caller: 'public',
    answers: { 200: { text: 'The payment', schema: 'Payment' } },
    problems: ['payment_not_found', 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/payments/{id}/events',
    id: 'followPayment',
    group: 'Checkout',
    summary: 'Stream a payment’s changes',
    text: 'Server-Sent Events: `event: payment` with the payment as data. The current state comes first, comments serve as heartbeats, and the stream ends after a final state.',
    caller: 'public',
    answers: { 200: { text: 'The stream', type: 'text/event-stream' } },
    problems: ['payment_not_found', 'too_many_streams', 'storage_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/payments/{id}/reference',
    id: 'submitReference',
    group: 'Checkout',
    summary: 'Submit the transaction reference of an unresolved payment',
    text: 'The payer types the reference from the operator’s SMS. The payment completes if the operator’s transaction details match in amount, currency, both parties and time, and no other payment has the transaction. Five attempts count; up to three more do not, if the operator gives no answer about the reference. A malformed reference, or one that comes while lookups are throttled, does not count.',
    caller: 'public',
    body: 'ReferenceBody',
    answers: { 200: { text: 'The payment, completed', schema: 'Payment' } },
    problems: [
      ...BODY,
      'payment_not_found',
      'reference_not_accepted',
      'reference_mismatch',
      'reference_attempts_exhausted',
      'operator_unavailable',
      'shutting_down',
      'storage_unavailable',
    ],
  },
];

const payments: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/merchant/payments',
    id: 'listPayments',
    group: 'Merchant',
    summary: 'List payments, newest first',
    caller: 'merchant key',
    query: 'PaymentQuery',
    answers: { 200: { text: 'A page; `nextCursor` is the cursor of the next one', schema: 'PaymentPage' } },
    problems: ['invalid_request', ...MERCHANT, 'storage_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/payments/search',
    id: 'searchPayments',
    group: 'Merchant',
    summary: 'List payments, also by the payer’s number',
    text: 'Proxies log addresses, so a phone number belongs in the body.',
    caller: 'merchant key',
    body: 'PaymentSearch',
    answers: { 200: { text: 'A page', schema: 'PaymentPage' } },
    problems: [...BODY, ...MERCHANT, 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/payments.csv',
    id: 'exportPayments',
    group: 'Merchant',
    summary: 'Export payments as CSV',
    text: 'UTF-8 with a byte order mark, Madagascar time, masked numbers. No cell acts as a formula.',
    caller: 'merchant key',
    query: 'PaymentExport',
    answers: { 200: { text: 'All payments that match', type: 'text/csv' } },
    problems: ['invalid_request', ...MERCHANT, 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/payments/{id}',
    id: 'readPaymentDetail',
    group: 'Merchant',
    summary: 'Read a payment with its history',
    caller: 'merchant key',
    query: 'PaymentDetailQuery',
    answers: { 200: { text: 'The payment, its history, callbacks and webhooks, and the operator’s view', schema: 'PaymentDetail' } },
    problems: ['invalid_request', ...MERCHANT, 'payment_not_found', 'storage_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/payments/{id}/refresh',
    id: 'refreshPayment',
    group: 'Merchant',
    summary: 'Check a payment’s status now',
    caller: 'merchant key',
    answers: { 200: { text: 'The payment afterwards', schema: 'MerchantPayment' } },
    problems: [...MERCHANT, 'payment_not_found', 'shutting_down', 'storage_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/payments/{id}/resolve',
    id: 'resolvePayment',
    group: 'Merchant',
    summary: 'Resolve a payment that needs review',
    text: 'A `transactionReference` completes the payment if the operator’s transaction details match. A `resolution` is recorded and does not change the status.',
    caller: 'merchant key',
    body: 'ResolveBody',
    answers: { 200: { text: 'The payment afterwards', schema: 'MerchantPayment' } },
    problems: [
      ...BODY,
      ...MERCHANT,
      'payment_not_found',
      'reference_not_accepted',
      'reference_mismatch',
      'resolve_not_possible',
      'operator_unavailable',
      'shutting_down',
      'storage_unavailable',
    ],
  },
];

const merchant: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/merchant',
    id: 'readMerchant',
    group: 'Merchant',
    summary: 'Read the merchant’s settings and review counts',
    caller: 'merchant key',
    answers: { 200: { text: 'The merchant', schema: 'Merchant' } },
    problems: [...MERCHANT, 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/totals',
    id: 'readTotals',
    group: 'Merchant',
    summary: 'Read totals by day',
    caller: 'merchant key',
    query: 'TotalsQuery',
    answers: { 200: { text: 'Every day of the range, and their sum', schema: 'Totals' } },
    problems: ['invalid_request', ...MERCHANT, 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/webhooks',
    id: 'listWebhooks',
    group: 'Merchant',
    summary: 'List webhooks, newest first',
    caller: 'merchant key',
    query: 'WebhookQuery',
    answers: { 200: { text: 'A page', schema: 'WebhookPage' } },
    problems: ['invalid_request', ...MERCHANT, 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/webhooks/{id}',
    id: 'readWebhook',
    group: 'Merchant',
    summary: 'Read a webhook with its body',
    caller: 'merchant key',
    answers: { 200: { text: 'The delivery and the body', schema: 'DeliveryDetail' } },
    problems: [...MERCHANT, 'webhook_not_found', 'storage_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/webhooks/test',
    id: 'sendSampleWebhook',
    group: 'Merchant',
    summary: 'Send a sample webhook',
    text: 'The body is about an invented payment: `data.id` begins with `pay_test_`, and `data.order` is random. It is signed and delivered like any other webhook.',
    caller: 'merchant key',
    body: 'SampleBody',
    answers: { 200: { text: 'The delivery, pending', schema: 'Delivery' } },
    problems: [...BODY, ...MERCHANT, 'webhooks_off', 'storage_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/webhooks/{id}/replay',
    id: 'replayWebhook',
    group: 'Merchant',
    summary: 'Send a webhook again with the same id',
    caller: 'merchant key',
    answers: { 200: { text: 'The delivery, pending again', schema: 'Delivery' } },
    problems: [...MERCHANT, 'webhook_not_found', 'storage_unavailable'],
  },
];

const links: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/merchant/links',
    id: 'createLink',
    group: 'Merchant',
    summary: 'Create a payment link',
    text: 'Send `Idempotency-Key` (1 to 255 characters) to repeat the request safely: for seven days, the same body gets the same answer, and one link exists.',
    caller: 'merchant key',
    body: 'CreateLinkBody',
    answers: { 201: { text: 'The link', schema: 'Link' } },
    problems: [...BODY, ...MERCHANT, 'link_order_taken', 'public_url_missing', 'idempotency_key_reused', 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/links',
    id: 'listLinks',
    group: 'Merchant',
    summary: 'List payment links, newest first',
    caller: 'merchant key',
    query: 'LinkQuery',
    answers: { 200: { text: 'A page', schema: 'LinkPage' } },
    problems: ['invalid_request', ...MERCHANT, 'public_url_missing', 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/links/{id}',
    id: 'readLink',
    group: 'Merchant',
    summary: 'Read a payment link',
    text: 'The `linkId` of a payment that a shop’s order token led to names a link too. It is in no list, and `createdBy` is `shop`.',
    caller: 'merchant key',
    answers: { 200: { text: 'The link', schema: 'Link' } },
    problems: [...MERCHANT, 'link_not_found', 'public_url_missing', 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/links/{id}/qr.svg',
    id: 'readLinkCode',
    group: 'Merchant',
    summary: 'Read the QR code of a link as SVG',
    caller: 'merchant key',
    answers: { 200: { text: 'The picture', type: 'image/svg+xml' } },
    problems: [...MERCHANT, 'link_not_found', 'public_url_missing', 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/merchant/links/{id}/qr.png',
    id: 'readLinkCodePng',
    group: 'Merchant',
    summary: 'Read the QR code of a link as PNG',
    caller: 'merchant key',
    answers: { 200: { text: 'The picture', type: 'image/png' } },
    problems: [...MERCHANT, 'link_not_found', 'public_url_missing', 'storage_unavailable'],
  },
  {
    method: 'post',
    path: '/v1/merchant/links/{id}/cancel',
    id: 'cancelLink',
    group: 'Merchant',
    summary: 'Cancel a payment link',
    text: 'No new payment can begin. A payment that has begun continues, and makes the link `paid` if it completes.',
    caller: 'merchant key',
    answers: { 200: { text: 'The link afterwards', schema: 'Link' } },
    problems: [...MERCHANT, 'link_not_found', 'link_paid', 'public_url_missing', 'storage_unavailable'],
  },
];

const rest: readonly Operation[] = [
  {
    method: 'put',
    path: '/v1/callbacks/{secret}',
    id: 'receiveCallback',
    group: 'Operator',
    summary: 'Receive a callback of the operator',
    text: 'The body is not trusted. A callback only makes the companion check the status sooner.',
    caller: 'callback secret',
    answers: { 200: { text: 'Stored' } },
    problems: ['callback_unknown', 'invalid_request', 'body_too_large', 'unsupported_media_type', 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/v1/checkout.js',
    id: 'readScript',
    group: 'Assets',
    summary: 'Read the script-tag file, revalidated at each use',
    caller: 'public',
    answers: { 200: { text: 'The script', type: 'text/javascript' }, 304: { text: 'Unchanged' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/v1/checkout-{hash}.js',
    id: 'readHashedScript',
    group: 'Assets',
    summary: 'Read the script-tag file under an immutable name',
    caller: 'public',
    answers: { 200: { text: 'The script', type: 'text/javascript' }, 304: { text: 'Unchanged' } },
    problems: ['not_found'],
  },
  {
    method: 'get',
    path: '/v1/openapi.json',
    id: 'readDocument',
    group: 'Assets',
    summary: 'Read this document',
    caller: 'public',
    answers: { 200: { text: 'OpenAPI 3.1', type: 'application/json' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/v1/docs',
    id: 'readReference',
    group: 'Assets',
    summary: 'Read this document as a page',
    caller: 'public',
    answers: { 200: { text: 'The page', type: 'text/html' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'readHealth',
    group: 'Operations',
    summary: 'Check that the process runs',
    caller: 'public',
    answers: { 200: { text: '`{"status":"alive"}`', type: 'application/json' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'readReadiness',
    group: 'Operations',
    summary: 'Check that the companion can take payments',
    caller: 'public',
    answers: { 200: { text: '`{"status":"ready"}`', type: 'application/json' } },
    problems: ['shutting_down', 'storage_unavailable'],
  },
  {
    method: 'get',
    path: '/metrics',
    id: 'readMetrics',
    group: 'Operations',
    summary: 'Read the metrics for Prometheus',
    text: 'Needs `METRICS_TOKEN` as the bearer token if it is set. Otherwise it answers only on this machine and its private network, not through a proxy.',
    caller: 'metrics',
    answers: { 200: { text: 'The metrics', type: 'text/plain' } },
    problems: ['not_found'],
  },
];

/** Every operation of the companion. */
export const OPERATIONS: readonly Operation[] = [...checkout, ...payments, ...links, ...merchant, ...rest];
