import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkoutSchema, PAYMENT_STATUSES } from '../checkout/index.ts';
import { changedPaymentsSchema } from './events.ts';
import { createdKeySchema, keyPageSchema, SCOPES } from './keys.ts';
import { LINK_STATUSES, linkPageSchema } from './links.ts';
import { merchantSchema } from './merchant.ts';
import { RESOLUTIONS, REVIEW_REASONS } from './merchantPayment.ts';
import { paymentDetailSchema, paymentPageSchema } from './payments.ts';
import { referenceMismatchSchema } from './referenceMismatch.ts';
import { REFUND_STATUSES, refundPageSchema } from './refunds.ts';
import { SETUP_CHECKS, SETUP_RESULTS, setupSchema } from './setup.ts';
import {
  previewedStatementSchema,
  STATEMENT_COLUMNS,
  STATEMENT_DIFFERENCES,
  STATEMENT_RESULTS,
  statementPageSchema,
  statementRowPageSchema,
} from './statements.ts';
import { totalsSchema } from './totals.ts';
import { transactionSchema } from './transaction.ts';
import { WEBHOOK_TYPES, webhookSchema } from './webhook.ts';
import { DELIVERY_STATUSES, deliveryDetailSchema, webhookPageSchema } from './webhooks.ts';

const AT = '2026-11-20T12:00:00.000Z';
const PAYMENT_ID = `pay_${'A'.repeat(22)}`;
const REFUND_ID = `ref_${'A'.repeat(22)}`;

const VIEW = {
  ...{ id: PAYMENT_ID, environment: 'sandbox', order: 'ORDER-1', attemptNumber: 1, linkId: 'link', status: 'failed', amount: '25000' },
  ...{ currency: 'MGA', payer: '034 •• ••0 03', partnerName: 'Tsena', createdAt: AT, updatedAt: AT, transactionReference: '636042511' },
  ...{ fees: '375.5', failure: { code: 'payer_declined', message: 'declined', reason: 'no', errorDateTime: '2026-11-20T15:00:00' } },
  ...{ description: 'Lamba', sentAt: AT, finalAt: AT, verified: true, differences: ['amount'] },
  ...{
    resolution: { resolution: 'closed', reason: 'by phone', by: 'Hanta' },
    amountRefunded: '700',
    polling: false,
    reviewReasons: ['overpaid'],
  },
};
const PAYMENT = { ...VIEW, retryable: false, retryableAt: AT, nextPollMs: 2000, serverTime: AT };
const REFUND = {
  ...{ id: REFUND_ID, paymentId: PAYMENT_ID, amount: '700', currency: 'MGA', reason: 'broken', transactionReference: '636042512' },
  ...{ refundedAt: AT, createdAt: AT, createdBy: 'Hanta', status: 'voided', voidedAt: AT, voidedBy: 'Rado', voidReason: 'a mistake' },
};
const DELIVERY = {
  ...{ id: 'msg_1', type: 'payment.failed', paymentId: PAYMENT_ID, order: 'ORDER-1', status: 'pending', deliveryAttempts: 1 },
  ...{ createdAt: AT, nextAttemptAt: AT, deliveredAt: AT, lastError: 'the endpoint answered 500' },
};
const WEBHOOK = { type: 'payment.refunded', timestamp: AT, data: { ...VIEW, refund: REFUND } };
const COUNTS = { rows: 6, matched: 1, onlyHere: 1, onlyAtOperator: 1, different: 1, refund: 1, ignored: 1 };
const MAPPING = {
  columns: { date: 'Date', transactionReference: 'Réf', amount: 'Montant', fee: 'Frais', payer: 'Payeur' },
  ...{ dateFormat: 'DD/MM/YYYY', decimal: ',' },
};
const TOTALS = { completed: 2, amount: '50000', refunded: '700', net: '49300', fees: '751', unknownFees: 1, failed: 3 };

const ANSWERS: Readonly<Record<string, readonly [z.ZodMiniType, object]>> = {
  'GET /v1/checkout': [
    checkoutSchema,
    {
      ...{ order: 'ORDER-1', amount: '25000', currency: 'MGA', description: 'Lamba', partnerName: 'Tsena', operatorName: 'MVola' },
      ...{ environment: 'production', returnUrl: 'https://shop.example/', payment: null },
    },
  ],
  'GET /v1/merchant': [
    merchantSchema,
    {
      ...{ partnerName: 'Tsena', partnerMsisdn: '034 •• ••0 04', environment: 'sandbox', key: { name: 'Hanta', scope: 'read' } },
      ...{ webhooksEnabled: true, failedWebhooks: 1 },
      reviewCounts: { unresolved: 1, details_mismatch: 2, overpaid: 3, polling_stopped: 4, unverified: 5 },
    },
  ],
  'GET /v1/merchant/events': [changedPaymentsSchema, { paymentIds: [PAYMENT_ID] }],
  'POST /v1/merchant/keys': [createdKeySchema, { id: 'key_1', name: 'Hanta', scope: 'admin', expiresAt: AT, secret: 'tsk_1' }],
  'GET /v1/merchant/keys': [
    keyPageSchema,
    {
      data: [
        {
          ...{ id: 'key_1', name: 'Hanta', scope: 'operate', hint: 'tsk_ab', createdAt: AT, createdBy: 'owner', lastUsedAt: AT },
          ...{ expiresAt: AT, revokedAt: AT, revokedBy: 'owner' },
        },
      ],
      nextCursor: 'next',
    },
  ],
  'GET /v1/merchant/links': [
    linkPageSchema,
    {
      data: [
        {
          ...{ id: `link_${'A'.repeat(22)}`, url: 'https://pay.example/l', order: 'ORDER-1', amount: '25000', currency: 'MGA' },
          ...{ description: 'Lamba', reusable: true, status: 'cancelled', createdAt: AT, createdBy: 'Hanta', expiresAt: AT },
          ...{ cancelledAt: AT, cancelledBy: 'Rado' },
        },
      ],
      nextCursor: 'next',
    },
  ],
  'GET /v1/merchant/payments': [paymentPageSchema, { data: [PAYMENT], nextCursor: 'next' }],
  'GET /v1/merchant/payments/{id}': [
    paymentDetailSchema,
    {
      ...{ payment: PAYMENT, attempts: [PAYMENT], webhooks: [DELIVERY], refunds: [REFUND] },
      history: [{ version: 1, at: AT, kind: 'created', data: { after: 'pay' } }],
      callbacks: [{ status: 'completed', serverCorrelationId: 'a-1', receivedAt: AT, count: 2, rejected: false }],
      operator: {
        ...{ state: 'known', fetchedAt: AT, reason: 'no answer' },
        status: { state: 'declined', operatorStatus: 'rejected', transactionReference: '636042511' },
        details: {
          ...{ amount: '25000', currency: 'MGA', transactionStatus: 'completed', debitParty: '034', creditParty: '034', createdAt: AT },
          ...{ fees: '375', differences: ['amount'] },
        },
      },
    },
  ],
  'GET /v1/merchant/refunds': [refundPageSchema, { data: [REFUND], nextCursor: 'next' }],
  'GET /v1/merchant/setup': [
    setupSchema,
    { checkedAt: AT, checks: [{ name: 'clock', result: 'warning', reason: 'clock_wrong', values: { seconds: 9 }, detail: 'Set it.' }] },
  ],
  'GET /v1/merchant/statements': [
    statementPageSchema,
    {
      data: [{ id: `stm_${'A'.repeat(22)}`, ...COUNTS, from: AT, to: AT, ...MAPPING, createdAt: AT, createdBy: 'Hanta' }],
      nextCursor: 'next',
    },
  ],
  'GET /v1/merchant/statements/{id}/rows': [
    statementRowPageSchema,
    {
      data: [
        {
          ...{ result: 'different', paymentId: PAYMENT_ID, refundId: REFUND_ID, differences: ['amount'] },
          row: { line: 2, date: AT, transactionReference: '636042511', amount: '700', fee: '5', payer: '034 •• ••0 03' },
          payment: {
            ...{ order: 'ORDER-1', status: 'completed', amount: '25000', fees: '375', payer: '034 •• ••0 03' },
            ...{ transactionReference: '636042511', finalAt: AT },
          },
        },
      ],
      nextCursor: 'next',
    },
  ],
  'POST /v1/merchant/statements/preview': [previewedStatementSchema, { columns: ['Date'], rows: [['31/01/2026']], mapping: null }],
  'GET /v1/merchant/totals': [
    totalsSchema,
    { from: '2026-11-20', to: '2026-11-20', timeZone: 'Indian/Antananarivo', days: [{ day: '2026-11-20', ...TOTALS }], total: TOTALS },
  ],
  'GET /v1/merchant/transactions/{transactionReference}': [
    transactionSchema,
    {
      ...{ transactionReference: '636042511', amount: '25000', currency: 'MGA', transactionStatus: 'completed', debitParty: '034' },
      ...{ creditParty: '034', createdAt: AT, fees: '375', failureReason: 'no', paymentId: PAYMENT_ID },
    },
  ],
  'GET /v1/merchant/webhooks': [webhookPageSchema, { data: [DELIVERY], nextCursor: 'next' }],
  'GET /v1/merchant/webhooks/{id}': [deliveryDetailSchema, { ...DELIVERY, body: { ...WEBHOOK, data: VIEW } }],
};

/** The value without the member at each of its paths, one after the other. */
function* withoutOne(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const here = `${path}/${name}`;
    const replaced = (other: unknown): unknown => {
      if (!Array.isArray(value)) return { ...value, [name]: other };
      return value.map((one: unknown, index) => (String(index) === name ? other : one));
    };
    yield [here, replaced(undefined)];
    for (const [deeper, changed] of withoutOne(member, here)) yield [deeper, replaced(changed)];
  }
}

/** Members that may be missing. */
const OPTIONAL = /\/(columns\/fee|columns\/payer|data\/after|values\/seconds)$/;

describe.each(Object.entries(ANSWERS))('the answer of %s', (_endpoint, [schema, answer]) => {
  it('keeps every member', () => {
    expect(z.parse(schema, answer)).toEqual(answer);
  });

  it('needs every member', () => {
    const missed = [...withoutOne(answer)].filter(([path, changed]) => !OPTIONAL.test(path) && z.safeParse(schema, changed).success);
    expect(missed.map(([path]) => path)).toEqual([]);
  });
});

it('a webhook has the payment without what only a request can know, and the refund if there is one', () => {
  expect(z.parse(webhookSchema, WEBHOOK)).toEqual(WEBHOOK);
  expect(z.parse(webhookSchema, { ...WEBHOOK, data: PAYMENT })).toEqual({ ...WEBHOOK, data: VIEW });
  const missed = [...withoutOne({ ...WEBHOOK, data: VIEW })].filter(([, changed]) => z.safeParse(webhookSchema, changed).success);
  expect(missed).toEqual([]);
});

it.each([
  { kind: 'absent' },
  { kind: 'differs', fields: ['amount'], amount: '700' },
  { kind: 'differs', fields: [], amount: null },
  { kind: 'time' },
  { kind: 'used', order: 'ORDER-1' },
  { kind: 'inconclusive' },
])('a refused reference may be %j', (mismatch) => {
  expect(z.parse(referenceMismatchSchema, mismatch)).toEqual(mismatch);
});

it.each([{}, { kind: 'late' }, { kind: 'differs', amount: null }, { kind: 'differs', fields: [] }, { kind: 'used' }])(
  'a refused reference is not %j',
  (mismatch) => {
    expect(z.safeParse(referenceMismatchSchema, mismatch).success).toBe(false);
  },
);

it.each([
  ['scopes', SCOPES, ['read', 'operate', 'admin']],
  ['statuses of a payment', PAYMENT_STATUSES, ['created', 'sending', 'pending', 'unresolved', 'completed', 'failed']],
  ['reasons for a review', REVIEW_REASONS, ['unresolved', 'details_mismatch', 'overpaid', 'polling_stopped', 'unverified']],
  ['resolutions', RESOLUTIONS, ['received', 'not_received', 'closed']],
  ['statuses of a link', LINK_STATUSES, ['active', 'paid', 'expired', 'cancelled']],
  ['statuses of a refund', REFUND_STATUSES, ['recorded', 'voided']],
  ['statuses of a delivery', DELIVERY_STATUSES, ['pending', 'delivered', 'failed']],
  [
    'types of a webhook',
    WEBHOOK_TYPES,
    [
      ...['payment.completed', 'payment.failed', 'payment.unresolved', 'payment.review_required', 'payment.refunded'],
      ...['payment.refund_voided', 'order.overpaid', 'tsena.ping'],
    ],
  ],
  ['results of a statement', STATEMENT_RESULTS, ['matched', 'onlyHere', 'onlyAtOperator', 'different', 'refund', 'ignored']],
  ['differences of a statement', STATEMENT_DIFFERENCES, ['amount', 'fee', 'payer', 'status', 'duplicate']],
  ['columns of a statement', STATEMENT_COLUMNS, ['date', 'transactionReference', 'amount', 'fee', 'payer']],
  ['results of the setup', SETUP_RESULTS, ['ok', 'warning', 'failed']],
  [
    'checks of the setup',
    SETUP_CHECKS,
    [
      ...['credentials', 'public_address', 'tls', 'clock', 'allowed_origins', 'webhook_answered', 'callback_seen', 'callbacks_accepted'],
      ...['backup', 'first_payment', 'declined_payment', 'late_payment'],
    ],
  ],
])('the %s have the names that shops rely on', (_what, names, expected) => {
  expect(names).toEqual(expected);
});
