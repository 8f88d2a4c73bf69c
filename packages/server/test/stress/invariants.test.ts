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

describe('findViolations finds none', () => {
  it('if each payment agrees with the operator and the shop has its webhook', () => {
    expect(findViolations(clean)).toEqual([]);
  });

  it('if a webhook comes more than once with the same id', () => {
    expect(
      findViolations({ ...clean, webhooks: [webhookOfPaid, webhookOfPaid, webhookOfDeclined, webhookOfUnknown, webhookOfPaid] }),
    ).toEqual([]);
  });

  it('if a request is repeated with a new token', () => {
    expect(findViolations({ ...clean, requests: [...clean.requests, initiation('ref-1', 401)] })).toEqual([]);
  });

  it('if a failed payment without a transaction was refused for certain', () => {
    const refused = { ...unknown, status: 'failed', history: history('created', 'sending', 'refused') } as const;
    const webhooks = [webhookOfPaid, webhookOfDeclined, webhook('msg_3', 'payment.failed', refused)];
    expect(
      findViolations({ ...withRow(unknown, refused, webhooks), requests: [...clean.requests.slice(0, 2), initiation('ref-3', 402)] }),
    ).toEqual([]);
  });

  it('if an attempt follows a silent one after the cool-down, and the order is then marked as overpaid', () => {
    const first = secondAttempt(AT + COOLDOWN_MS, { ...paid, history: history('created', 'sending', 'accepted') });
    const late = [
      ...history('created', 'sending', 'accepted'),
      { version: 4, at: AT + COOLDOWN_MS + 1000, kind: 'completed' },
      { version: 5, at: AT + COOLDOWN_MS + 1000, kind: 'order_overpaid' },
    ];
    const payments = first.payments.map((one) => (one.id === PAID ? { ...one, history: late } : one));
    expect(findViolations({ ...first, payments, webhooks: [...first.webhooks, webhook('msg_5', 'order.overpaid', paid)] })).toEqual([]);
  });
});

describe('findViolations names a payment', () => {
  it.each([
    ['created', history('created')],
    ['sending', history('created', 'sending')],
    ['pending', history('created', 'sending', 'accepted')],
  ] as const)('that stays %s', (status, soFar) => {
    const stuck = { ...paid, status, verified: null, transactionReference: null, history: soFar };
    expect(findViolations(withRow(paid, stuck, [webhookOfDeclined, webhookOfUnknown]))).toEqual([
      `${PAID} is still ${status} at the end; the operator has it completed`,
    ]);
  });

  it.each(['pending', 'completed'] as const)('that is failed here and %s at the operator', (status) => {
    const world = { ...clean, transactions: [paidAtOperator, { ...declinedAtOperator, status }] };
    expect(findViolations(world)).toEqual([`${DECLINED} is failed; the operator has it ${status}`]);
  });

  it('that is unresolved although the operator has completed it', () => {
    const world = { ...clean, transactions: [...clean.transactions, { ...paidAtOperator, reference: 'ref-3' }] };
    expect(findViolations(world)).toEqual([`${UNKNOWN} is unresolved; the operator has it completed`]);
  });

  it.each(['pending', 'failed'] as const)('that is completed here and %s at the operator', (status) => {
    expect(findViolations(withPaidAtOperator({ status }))).toEqual([`${PAID} is completed; the operator has it ${status}`]);
  });

  it('that is completed without a transaction', () => {
    expect(findViolations({ ...clean, transactions: [declinedAtOperator] })).toEqual([
      `${PAID} is completed; the operator does not have it`,
    ]);
  });

  it('that is completed with another amount', () => {
    expect(findViolations(withPaidAtOperator({ amount: '26000' }))).toEqual([`${PAID} has the amount 25000; the operator debited 26000`]);
  });

  it('that is completed by another transaction', () => {
    expect(findViolations(withPaidAtOperator({ objectReference: '636085941' }))).toEqual([
      `${PAID} is completed by 636042511; the operator has 636085941`,
    ]);
  });

  it.each([false, null])('that is completed without verification: %s', (verified) => {
    expect(findViolations(withRow(paid, { ...paid, verified }))).toEqual([`${PAID} is completed without verification`]);
  });

  it('that was failed before it was completed', () => {
    const hasty = { ...paid, history: history('created', 'sending', 'accepted', 'failed', 'completed') };
    const webhooks = [webhook('msg_0', 'payment.failed', { ...paid, status: 'failed' }, {}, AT), ...clean.webhooks];
    expect(findViolations(withRow(paid, hasty, webhooks))).toEqual([`${PAID} was failed before it was completed`]);
  });

  it('that is failed after an answer that leaves the outcome open', () => {
    const guessed = { ...unknown, status: 'failed', history: history('created', 'sending', 'refused') } as const;
    const webhooks = [webhookOfPaid, webhookOfDeclined, webhook('msg_3', 'payment.failed', guessed)];
    const requests = [...clean.requests.slice(0, 2), initiation('ref-3', 500)];
    expect(findViolations({ ...withRow(unknown, guessed, webhooks), requests })).toEqual([
      `${UNKNOWN} is failed after an answer that leaves the outcome open: 500`,
    ]);
  });

  it('that is unresolved although it was never sending', () => {
    expect(findViolations(withRow(unknown, { ...unknown, history: history('created', 'outcome_unknown') }))).toEqual([
      `${UNKNOWN}: the model has no event outcome_unknown in status created (created, outcome_unknown)`,
    ]);
  });

  it('that was debited twice', () => {
    const transactions = [...clean.transactions, { ...paidAtOperator, objectReference: '636085941' }];
    expect(findViolations({ ...clean, transactions })).toEqual([`${PAID} was debited 2 times`]);
  });

  it('that has two transactions', () => {
    const transactions = [...clean.transactions, { ...declinedAtOperator, reference: 'ref-1' }];
    expect(findViolations({ ...clean, transactions })).toEqual([`${PAID} has 2 transactions`]);
  });

  it('that was sent twice', () => {
    expect(findViolations({ ...clean, requests: [...clean.requests, initiation('ref-1', 'reset')] })).toEqual(['ref-1 was sent 2 times']);
  });

  it('that the companion does not know', () => {
    const transactions = [...clean.transactions, { ...declinedAtOperator, reference: 'ref-9' }];
    expect(findViolations({ ...clean, transactions })).toEqual(['the operator has ref-9, the companion does not']);
  });

  it('that was acknowledged and lost', () => {
    const id = 'pay_EEEEEEEEEEEEEEEEEEEEEE';
    expect(findViolations({ ...clean, acknowledged: [...clean.acknowledged, id] })).toEqual([`${id} was acknowledged and is not stored`]);
  });

  it('whose history has a gap', () => {
    const gap = { ...paid, history: paid.history.map((entry, index) => (index === 3 ? { ...entry, version: 5 } : entry)) };
    expect(findViolations(withRow(paid, gap))).toEqual([`the history of ${PAID} has a gap`]);
  });

  it('whose status has no entry in its history', () => {
    const bare = { ...paid, history: history('created', 'sending', 'accepted') };
    expect(findViolations(withRow(paid, bare, [webhookOfDeclined, webhookOfUnknown]))).toEqual([
      `${PAID} is completed, its history says pending`,
    ]);
  });
});

describe('findViolations names an order', () => {
  it.each([
    ['sending', 1000],
    ['pending', 2000],
    ['completed', 3000],
  ])('whose second attempt was opened while the first was %s', (status, after) => {
    expect(findViolations(secondAttempt(AT + after, paid))).toEqual([`attempt 2 of ORDER-1 was opened while attempt 1 was ${status}`]);
  });

  it('with an attempt after it was paid, however long ago', () => {
    expect(findViolations(secondAttempt(AT + 10 * COOLDOWN_MS, paid))).toEqual([
      'attempt 2 of ORDER-1 was opened while attempt 1 was completed',
    ]);
  });

  it('with two prompts at once at the operator, whatever the companion stored', () => {
    const failed = { ...paid, status: 'failed', transactionReference: null, verified: null } as const;
    const first = { ...failed, history: history('created', 'sending', 'accepted', 'failed') };
    const world = secondAttempt(AT + 3500, first);
    const transactions = world.transactions.map((one) =>
      one.reference === 'ref-1' ? { ...one, status: 'failed' as const, updatedAt: timestamp(AT + 9000) } : one,
    );
    const webhooks = [webhook('msg_1', 'payment.failed', first), ...world.webhooks.slice(1)];
    expect(findViolations({ ...world, transactions, webhooks })).toEqual(['ORDER-1 had two prompts open at once at the operator']);
  });

  it('that was paid twice and is not marked as overpaid', () => {
    const again = { ...paid, attemptNumber: 2, reference: 'ref-4', id: 'pay_DDDDDDDDDDDDDDDDDDDDDD', createdAt: AT + COOLDOWN_MS };
    const lateFirst = history('created', 'sending', 'accepted', 'completed').map((entry) =>
      entry.kind === 'completed' ? { ...entry, at: AT + COOLDOWN_MS + 1 } : entry,
    );
    const world = withRow(paid, { ...paid, history: lateFirst }, [...clean.webhooks, webhook('msg_4', 'payment.completed', again)]);
    expect(
      findViolations({
        ...world,
        payments: [...world.payments, again],
        transactions: [...clean.transactions, { ...paidAtOperator, reference: 'ref-4', createdAt: timestamp(AT + COOLDOWN_MS + 1500) }],
        requests: [...clean.requests, initiation('ref-4')],
      }),
    ).toEqual(['ORDER-1 was paid 2 times, and is not marked as overpaid']);
  });
});

describe('findViolations names a webhook', () => {
  const others = [webhookOfDeclined, webhookOfUnknown];

  it('that did not arrive', () => {
    expect(findViolations({ ...clean, webhooks: others })).toEqual([`the shop was sent nothing of ${PAID}; due was payment.completed`]);
    expect(findViolations({ ...clean, webhooks: [webhookOfPaid, webhookOfUnknown] })).toEqual([
      `the shop was sent nothing of ${DECLINED}; due was payment.failed`,
    ]);
  });

  it('of another type', () => {
    expect(findViolations({ ...clean, webhooks: [webhook('msg_1', 'payment.failed', paid), ...others] })).toEqual([
      `the shop was sent payment.failed of ${PAID}; due was payment.completed`,
    ]);
  });

  it('that arrived with two ids', () => {
    expect(findViolations({ ...clean, webhooks: [...clean.webhooks, { ...webhookOfPaid, id: 'msg_9' }] })).toEqual([
      `the shop was sent payment.completed, payment.completed of ${PAID}; due was payment.completed`,
    ]);
  });

  it('with another amount', () => {
    expect(findViolations({ ...clean, webhooks: [webhook('msg_1', 'payment.completed', paid, { amount: '2500' }), ...others] })).toEqual([
      `payment.completed of ${PAID} has the amount 2500 instead of 25000`,
    ]);
  });

  it('with another status', () => {
    expect(findViolations({ ...clean, webhooks: [webhook('msg_1', 'payment.completed', paid, { status: 'pending' }), ...others] })).toEqual(
      [`payment.completed of ${PAID} has the status pending instead of completed`],
    );
  });

  it('with another order', () => {
    expect(findViolations({ ...clean, webhooks: [webhook('msg_1', 'payment.completed', paid, { order: 'ORDER-2' }), ...others] })).toEqual([
      `payment.completed of ${PAID} has the order ORDER-2 instead of ORDER-1`,
    ]);
  });

  it('with another transaction reference', () => {
    const change = { transactionReference: '636085941' };
    expect(findViolations({ ...clean, webhooks: [webhook('msg_1', 'payment.completed', paid, change), ...others] })).toEqual([
      `payment.completed of ${PAID} has the transaction reference 636085941 instead of 636042511`,
    ]);
  });

  it('of a payment that does not exist', () => {
    const stranger = { ...paid, id: 'pay_FFFFFFFFFFFFFFFFFFFFFF' };
    expect(findViolations({ ...clean, webhooks: [...clean.webhooks, webhook('msg_9', 'payment.completed', stranger)] })).toEqual([
      'the shop was sent payment.completed of pay_FFFFFFFFFFFFFFFFFFFFFF, which does not exist',
    ]);
  });

  it('whose body changed between two deliveries', () => {
    expect(
      findViolations({ ...clean, webhooks: [...clean.webhooks, webhook('msg_1', 'payment.completed', paid, { fees: '150' })] }),
    ).toEqual(['msg_1 came with two different bodies']);
  });

  describe('of a payment that was unresolved and then completed', () => {
    const recovered = { ...paid, history: history('created', 'sending', 'outcome_unknown', 'completed') };
    const then = webhook('msg_1', 'payment.completed', paid, {}, AT + 3000);
    const before = (at: number) => webhook('msg_0', 'payment.unresolved', { ...paid, status: 'unresolved' }, {}, at);

    it('that arrived in the wrong order', () => {
      expect(findViolations(withRow(paid, recovered, [before(AT + 2000), then, ...others]))).toEqual([]);
      expect(findViolations(withRow(paid, recovered, [then, before(AT + 2000), ...others]))).toEqual([
        `the shop was sent payment.completed, payment.unresolved of ${PAID}; due was payment.unresolved, payment.completed`,
      ]);
    });

    it('whose timestamps go back', () => {
      expect(findViolations(withRow(paid, recovered, [before(AT + 3001), then, ...others]))).toEqual([
        `the webhooks of ${PAID} came out of the order of their timestamps`,
      ]);
    });
  });
});
