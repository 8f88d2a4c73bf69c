import type { RequestView, TransactionView } from '@tsena/sandbox';
import { type Webhook, webhookSchema } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Facts, findViolations } from './invariants.ts';
import type { HistoryEntry, PaymentRow } from './storedPayments.ts';

const AT = Date.parse('2026-11-20T12:00:00Z');
const COOLDOWN_MS = 90_000;
const PAID = 'pay_AAAAAAAAAAAAAAAAAAAAAA';
const DECLINED = 'pay_BBBBBBBBBBBBBBBBBBBBBB';
const UNKNOWN = 'pay_CCCCCCCCCCCCCCCCCCCCCC';

const timestamp = (at: number) => new Date(at).toISOString();

function history(...kinds: string[]): HistoryEntry[] {
  return kinds.map((kind, index) => ({ version: index + 1, at: AT + index * 1000, kind }));
}

const paid: PaymentRow = {
  id: PAID,
  order: 'ORDER-1',
  attemptNumber: 1,
  status: 'completed',
  amount: '25000',
  reference: 'ref-1',
  transactionReference: '636042511',
  verified: true,
  resolution: null,
  createdAt: AT,
  history: history('created', 'sending', 'accepted', 'completed'),
};

const declined: PaymentRow = {
  ...paid,
  id: DECLINED,
  order: 'ORDER-2',
  status: 'failed',
  reference: 'ref-2',
  transactionReference: null,
  verified: null,
  history: history('created', 'sending', 'accepted', 'failed'),
};

/** Its request never reached the operator, which the companion cannot know. */
const unknown: PaymentRow = {
  ...declined,
  id: UNKNOWN,
  order: 'ORDER-3',
  status: 'unresolved',
  reference: 'ref-3',
  history: history('created', 'sending', 'outcome_unknown'),
};

const paidAtOperator: TransactionView = {
  environment: 'sandbox',
  serverCorrelationId: 'sc-1',
  objectReference: '636042511',
  transactionReference: '636042511',
  status: 'completed',
  operatorStatus: 'completed',
  failure: null,
  amount: '25000',
  currency: 'MGA',
  debitMsisdn: '0343500003',
  creditMsisdn: '0343500004',
  description: 'Order 1',
  reference: 'ref-1',
  correlationId: 'c-1',
  partnerName: 'Tsena Boutique',
  userLanguage: 'FR',
  createdAt: timestamp(AT + 1500),
  updatedAt: timestamp(AT + 2500),
  callbackUrl: null,
  callbacks: [],
  fees: [],
};

const declinedAtOperator: TransactionView = {
  ...paidAtOperator,
  serverCorrelationId: 'sc-2',
  reference: 'ref-2',
  objectReference: null,
  transactionReference: null,
  status: 'failed',
  operatorStatus: 'failed',
};

function initiation(reference: string, outcome: RequestView['outcome'] = 200): RequestView {
  return {
    sequence: 1,
    at: timestamp(AT + 1500),
    on: 'initiate',
    method: 'POST',
    path: '/svc/mm/transactions/type/merchantpay/1.0.0',
    correlationId: 'c-1',
    reference,
    amount: '25000',
    msisdn: '0343500003',
    hasCallbackUrl: true,
    serverCorrelationId: null,
    fault: null,
    reason: null,
    outcome,
    durationMs: 10,
  };
}

function data(row: PaymentRow, change: Partial<Webhook['data']> = {}): Webhook['data'] {
  return {
    ...z.parse(webhookSchema.shape.data, {
      id: row.id,
      order: row.order,
      status: row.status,
      amount: row.amount,
      currency: 'MGA',
      payer: '034 •• ••0 03',
      partnerName: 'Tsena Boutique',
      createdAt: timestamp(row.createdAt),
      updatedAt: timestamp(row.createdAt),
      transactionReference: row.transactionReference,
      receiptNumber: null,
      fees: null,
      failure: null,
      environment: 'sandbox',
      attemptNumber: row.attemptNumber,
      linkId: null,
      description: null,
      sentAt: timestamp(row.createdAt),
      finalAt: null,
      verified: row.verified,
      differences: null,
      resolution: null,
      amountRefunded: '0',
      polling: false,
      reviewReasons: [],
    }),
    ...change,
  };
}

function webhook(id: string, type: Webhook['type'], row: PaymentRow, change: Partial<Webhook['data']> = {}, at = AT + 4000) {
  return { id, event: { type, timestamp: timestamp(at), data: data(row, change) } };
}

const webhookOfPaid = webhook('msg_1', 'payment.completed', paid);
const webhookOfDeclined = webhook('msg_2', 'payment.failed', declined);
const webhookOfUnknown = webhook('msg_3', 'payment.unresolved', unknown);

const clean: Facts = {
  payments: [paid, declined, unknown],
  acknowledged: [PAID, DECLINED, UNKNOWN],
  transactions: [paidAtOperator, declinedAtOperator],
  requests: [initiation('ref-1'), initiation('ref-2'), initiation('ref-3', 'hang')],
  webhooks: [webhookOfPaid, webhookOfDeclined, webhookOfUnknown],
  cooldownMs: COOLDOWN_MS,
};

/** Replaces one payment, and all webhooks. */
function withRow(instead: PaymentRow, row: PaymentRow, webhooks = clean.webhooks): Facts {
  return { ...clean, payments: clean.payments.map((one) => (one === instead ? row : one)), webhooks };
}

function withPaidAtOperator(change: Partial<TransactionView>): Facts {
  return { ...clean, transactions: [{ ...paidAtOperator, ...change }, declinedAtOperator] };
}

/** Adds a second attempt of ORDER-1, which was opened at `openedAt` and declined. */
function secondAttempt(openedAt: number, first: PaymentRow): Facts {
  const second: PaymentRow = {
    ...declined,
    id: 'pay_DDDDDDDDDDDDDDDDDDDDDD',
    order: 'ORDER-1',
    attemptNumber: 2,
    reference: 'ref-4',
    createdAt: openedAt,
    history: ['created', 'sending', 'accepted', 'failed'].map((kind, index) => ({ version: index + 1, at: openedAt + index, kind })),
  };
  const prompt = { createdAt: timestamp(openedAt + 2), updatedAt: timestamp(openedAt + 3) };
  const changed = withRow(paid, first, [...clean.webhooks, webhook('msg_4', 'payment.failed', second)]);
  return {
    ...changed,
    payments: [...changed.payments, second],
    transactions: [...clean.transactions, { ...declinedAtOperator, reference: 'ref-4', ...prompt }],
    requests: [...clean.requests, initiation('ref-4')],
  };
}

/** A second attempt that followed a silent one after the cool-down, and what it shows of both payments. */
function lateCompletion(): Facts {
  const world = secondAttempt(AT + COOLDOWN_MS, { ...paid, history: history('created', 'sending', 'accepted') });
  const at = AT + COOLDOWN_MS + 1000;
  const late = [
    ...history('created', 'sending', 'accepted'),
    { version: 4, at, kind: 'completed' },
    { version: 5, at, kind: 'order_overpaid' },
  ];
  const payments = world.payments.map((one) => (one.id === PAID ? { ...one, history: late } : one));
  return { ...world, payments, webhooks: [...world.webhooks, webhook('msg_5', 'order.overpaid', paid)] };
}

/** The unknown payment as a failed one, after its initiation was answered with this. */
function failedAfter(outcome: RequestView['outcome']): Facts {
  const refused = { ...unknown, status: 'failed', history: history('created', 'sending', 'refused') } as const;
  const webhooks = [webhookOfPaid, webhookOfDeclined, webhook('msg_3', 'payment.failed', refused)];
  return { ...withRow(unknown, refused, webhooks), requests: [...clean.requests.slice(0, 2), initiation('ref-3', outcome)] };
}

function withTransaction(transaction: TransactionView): Facts {
  return { ...clean, transactions: [...clean.transactions, transaction] };
}

/** A payment that was failed when the second attempt was opened, and whose prompt stayed open at the operator. */
function twoPrompts(): Facts {
  const failed = { ...paid, status: 'failed', transactionReference: null, verified: null } as const;
  const first = { ...failed, history: history('created', 'sending', 'accepted', 'failed') };
  const world = secondAttempt(AT + 3500, first);
  const transactions = world.transactions.map((one) =>
    one.reference === 'ref-1' ? { ...one, status: 'failed' as const, updatedAt: timestamp(AT + 9000) } : one,
  );
  return { ...world, transactions, webhooks: [webhook('msg_1', 'payment.failed', first), ...world.webhooks.slice(1)] };
}

function paidTwice(): Facts {
  const again = { ...paid, attemptNumber: 2, reference: 'ref-4', id: 'pay_DDDDDDDDDDDDDDDDDDDDDD', createdAt: AT + COOLDOWN_MS };
  const first = paid.history.map((entry) => (entry.kind === 'completed' ? { ...entry, at: AT + COOLDOWN_MS + 1 } : entry));
  const world = withRow(paid, { ...paid, history: first }, [...clean.webhooks, webhook('msg_4', 'payment.completed', again)]);
  return {
    ...world,
    payments: [...world.payments, again],
    transactions: [...clean.transactions, { ...paidAtOperator, reference: 'ref-4', createdAt: timestamp(AT + COOLDOWN_MS + 1500) }],
    requests: [...clean.requests, initiation('ref-4')],
  };
}

const others = [webhookOfDeclined, webhookOfUnknown];
/** The webhook of the paid payment, changed. */
const changed = (change: Partial<Webhook['data']>): Facts => ({
  ...clean,
  webhooks: [webhook('msg_1', 'payment.completed', paid, change), ...others],
});
const open = (status: PaymentRow['status'], ...kinds: string[]): Facts =>
  withRow(paid, { ...paid, status, verified: null, transactionReference: null, history: history(...kinds) }, others);
const hasty = { ...paid, history: history('created', 'sending', 'accepted', 'failed', 'completed') };
const recovered = { ...paid, history: history('created', 'sending', 'outcome_unknown', 'completed') };
const wasUnresolved = (at: number) => webhook('msg_0', 'payment.unresolved', { ...paid, status: 'unresolved' }, {}, at);
const thenCompleted = webhook('msg_1', 'payment.completed', paid, {}, AT + 3000);

describe('findViolations finds none', () => {
  it.each<[string, Facts]>([
    ['each payment agrees with the operator and the shop has its webhook', clean],
    ['a webhook comes more than once with the same id', { ...clean, webhooks: [webhookOfPaid, webhookOfPaid, ...others, webhookOfPaid] }],
    ['a request is repeated with a new token', { ...clean, requests: [...clean.requests, initiation('ref-1', 401)] }],
    ['a failed payment without a transaction was refused for certain', failedAfter(402)],
    ['an attempt follows a silent one after the cool-down, and the order is then marked as overpaid', lateCompletion()],
    ['the webhooks of a recovered payment come in order', withRow(paid, recovered, [wasUnresolved(AT + 2000), thenCompleted, ...others])],
  ])('if %s', (_name, facts) => {
    expect(findViolations(facts)).toEqual([]);
  });
});

const VIOLATED: readonly (readonly [Facts, string])[] = [
  [open('created', 'created'), `${PAID} is still created at the end; the operator has it completed`],
  [open('sending', 'created', 'sending'), `${PAID} is still sending at the end; the operator has it completed`],
  [open('pending', 'created', 'sending', 'accepted'), `${PAID} is still pending at the end; the operator has it completed`],
  [
    { ...clean, transactions: [paidAtOperator, { ...declinedAtOperator, status: 'pending' }] },
    `${DECLINED} is failed; the operator has it pending`,
  ],
  [
    { ...clean, transactions: [paidAtOperator, { ...declinedAtOperator, status: 'completed' }] },
    `${DECLINED} is failed; the operator has it completed`,
  ],
  [withTransaction({ ...paidAtOperator, reference: 'ref-3' }), `${UNKNOWN} is unresolved; the operator has it completed`],
  [withPaidAtOperator({ status: 'pending' }), `${PAID} is completed; the operator has it pending`],
  [withPaidAtOperator({ status: 'failed' }), `${PAID} is completed; the operator has it failed`],
  [{ ...clean, transactions: [declinedAtOperator] }, `${PAID} is completed; the operator does not have it`],
  [withPaidAtOperator({ amount: '26000' }), `${PAID} has the amount 25000; the operator debited 26000`],
  [withPaidAtOperator({ objectReference: '636085941' }), `${PAID} is completed by 636042511; the operator has 636085941`],
  [withRow(paid, { ...paid, verified: false }), `${PAID} is completed without verification`],
  [withRow(paid, { ...paid, verified: null }), `${PAID} is completed without verification`],
  [
    withRow(paid, hasty, [webhook('msg_0', 'payment.failed', { ...paid, status: 'failed' }, {}, AT), ...clean.webhooks]),
    `${PAID} was failed before it was completed`,
  ],
  [failedAfter(500), `${UNKNOWN} is failed after an answer that leaves the outcome open: 500`],
  [
    withRow(unknown, { ...unknown, history: history('created', 'outcome_unknown') }),
    `${UNKNOWN}: the model has no event outcome_unknown in status created (created, outcome_unknown)`,
  ],
  [withTransaction({ ...paidAtOperator, objectReference: '636085941' }), `${PAID} was debited 2 times`],
  [withTransaction({ ...declinedAtOperator, reference: 'ref-1' }), `${PAID} has 2 transactions`],
  [{ ...clean, requests: [...clean.requests, initiation('ref-1', 'reset')] }, 'ref-1 was sent 2 times'],
  [withTransaction({ ...declinedAtOperator, reference: 'ref-9' }), 'the operator has ref-9, the companion does not'],
  [
    { ...clean, acknowledged: [...clean.acknowledged, 'pay_EEEEEEEEEEEEEEEEEEEEEE'] },
    'pay_EEEEEEEEEEEEEEEEEEEEEE was acknowledged and is not stored',
  ],
  [
    withRow(paid, { ...paid, history: paid.history.map((entry, index) => (index === 3 ? { ...entry, version: 5 } : entry)) }),
    `the history of ${PAID} has a gap`,
  ],
  [
    withRow(paid, { ...paid, history: history('created', 'sending', 'accepted') }, others),
    `${PAID} is completed, its history says pending`,
  ],
  ...[1000, 2000, 3000, 10 * COOLDOWN_MS].map((after, index): [Facts, string] => {
    const status = ['sending', 'pending', 'completed', 'completed'][index];
    return [secondAttempt(AT + after, paid), `attempt 2 of ORDER-1 was opened while attempt 1 was ${status}`];
  }),
  [twoPrompts(), 'ORDER-1 had two prompts open at once at the operator'],
  [paidTwice(), 'ORDER-1 was paid 2 times, and is not marked as overpaid'],
  [{ ...clean, webhooks: others }, `the shop was sent nothing of ${PAID}; due was payment.completed`],
  [
    { ...clean, webhooks: [webhook('msg_1', 'payment.failed', paid), ...others] },
    `the shop was sent payment.failed of ${PAID}; due was payment.completed`,
  ],
  [
    { ...clean, webhooks: [...clean.webhooks, { ...webhookOfPaid, id: 'msg_9' }] },
    `the shop was sent payment.completed, payment.completed of ${PAID}; due was payment.completed`,
  ],
  [changed({ amount: '2500' }), `payment.completed of ${PAID} has the amount 2500 instead of 25000`],
  [changed({ status: 'pending' }), `payment.completed of ${PAID} has the status pending instead of completed`],
  [changed({ order: 'ORDER-2' }), `payment.completed of ${PAID} has the order ORDER-2 instead of ORDER-1`],
  [
    changed({ transactionReference: '636085941' }),
    `payment.completed of ${PAID} has the transaction reference 636085941 instead of 636042511`,
  ],
  [
    { ...clean, webhooks: [...clean.webhooks, webhook('msg_9', 'payment.completed', { ...paid, id: 'pay_FFFFFFFFFFFFFFFFFFFFFF' })] },
    'the shop was sent payment.completed of pay_FFFFFFFFFFFFFFFFFFFFFF, which does not exist',
  ],
  [
    { ...clean, webhooks: [...clean.webhooks, webhook('msg_1', 'payment.completed', paid, { fees: '150' })] },
    'msg_1 came with two different bodies',
  ],
  [
    withRow(paid, recovered, [thenCompleted, wasUnresolved(AT + 2000), ...others]),
    `the shop was sent payment.completed, payment.unresolved of ${PAID}; due was payment.unresolved, payment.completed`,
  ],
  [
    withRow(paid, recovered, [wasUnresolved(AT + 3001), thenCompleted, ...others]),
    `the webhooks of ${PAID} came out of the order of their timestamps`,
  ],
];

describe('findViolations names', () => {
  it.each(VIOLATED.map(([facts, violation]) => ({ facts, violation })))('$violation', ({ facts, violation }) => {
    expect(findViolations(facts)).toEqual([violation]);
  });
});
