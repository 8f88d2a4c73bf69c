import type { RequestView, TransactionView } from '@tsena/sandbox';
import { type Webhook, webhookSchema } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Case, judge } from './judge.ts';
import type { HistoryEntry, PaymentRow } from './rows.ts';

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

/** Its request never came to the operator: nobody can know that. */
const unknown: PaymentRow = {
  ...declined,
  id: UNKNOWN,
  order: 'ORDER-3',
  status: 'unresolved',
  reference: 'ref-3',
  history: history('created', 'sending', 'outcome_unknown'),
};

const paidAtOperator: TransactionView = {
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
      description: null,
      sentAt: timestamp(row.createdAt),
      finalAt: null,
      verified: row.verified,
      differences: null,
      resolution: null,
      polling: false,
      reviewReasons: [],
    }),
    ...change,
  };
}

function webhook(id: string, type: Webhook['type'], row: PaymentRow, change: Partial<Webhook['data']> = {}, at = AT + 4000) {
  return { id, event: { type, timestamp: timestamp(at), data: data(row, change) } };
}

const toldPaid = webhook('msg_1', 'payment.completed', paid);
const toldDeclined = webhook('msg_2', 'payment.failed', declined);
const toldUnknown = webhook('msg_3', 'payment.unresolved', unknown);

const clean: Case = {
  payments: [paid, declined, unknown],
  acknowledged: [PAID, DECLINED, UNKNOWN],
  transactions: [paidAtOperator, declinedAtOperator],
  requests: [initiation('ref-1'), initiation('ref-2'), initiation('ref-3', 'hang')],
  webhooks: [toldPaid, toldDeclined, toldUnknown],
  cooldownMs: COOLDOWN_MS,
};

/** One row instead of another, and the webhooks that belong to it. */
function withRow(instead: PaymentRow, row: PaymentRow, webhooks = clean.webhooks): Case {
  return { ...clean, payments: clean.payments.map((one) => (one === instead ? row : one)), webhooks };
}

function withPaidAtOperator(change: Partial<TransactionView>): Case {
  return { ...clean, transactions: [{ ...paidAtOperator, ...change }, declinedAtOperator] };
}

/** A second attempt of ORDER-1, opened at a time, that was declined. */
function secondAttempt(openedAt: number, first: PaymentRow): Case {
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

describe('the judge finds no violation', () => {
  it('where every payment is where the money is, and the shop knows', () => {
    expect(judge(clean)).toEqual([]);
  });

  it('where a webhook comes more than once under the same id', () => {
    expect(judge({ ...clean, webhooks: [toldPaid, toldPaid, toldDeclined, toldUnknown, toldPaid] })).toEqual([]);
  });

  it('where a request is repeated with a new token', () => {
    expect(judge({ ...clean, requests: [...clean.requests, initiation('ref-1', 401)] })).toEqual([]);
  });

  it('in a failure without a transaction that the operator refused for certain', () => {
    const refused = { ...unknown, status: 'failed', history: history('created', 'sending', 'refused') } as const;
    const told = [toldPaid, toldDeclined, webhook('msg_3', 'payment.failed', refused)];
    expect(judge({ ...withRow(unknown, refused, told), requests: [...clean.requests.slice(0, 2), initiation('ref-3', 402)] })).toEqual([]);
  });

  it('in an attempt that follows a silent one after the cool-down, where the order is then marked as overpaid', () => {
    const first = secondAttempt(AT + COOLDOWN_MS, { ...paid, history: history('created', 'sending', 'accepted') });
    const late = [
      ...history('created', 'sending', 'accepted'),
      { version: 4, at: AT + COOLDOWN_MS + 1000, kind: 'completed' },
      { version: 5, at: AT + COOLDOWN_MS + 1000, kind: 'order_overpaid' },
    ];
    const payments = first.payments.map((one) => (one.id === PAID ? { ...one, history: late } : one));
    expect(judge({ ...first, payments, webhooks: [...first.webhooks, webhook('msg_5', 'order.overpaid', paid)] })).toEqual([]);
  });
});

describe('the judge names a violation of the payments', () => {
  it.each([
    ['created', history('created')],
    ['sending', history('created', 'sending')],
    ['pending', history('created', 'sending', 'accepted')],
  ] as const)('that is stuck: %s', (status, soFar) => {
    const stuck = { ...paid, status, verified: null, transactionReference: null, history: soFar };
    expect(judge(withRow(paid, stuck, [toldDeclined, toldUnknown]))).toEqual([
      `${PAID} is still ${status} at the end; the operator has it completed`,
    ]);
  });

  it.each(['pending', 'completed'] as const)('that is failed here and %s at the operator', (status) => {
    const world = { ...clean, transactions: [paidAtOperator, { ...declinedAtOperator, status }] };
    expect(judge(world)).toEqual([`${DECLINED} is failed; the operator has it ${status}`]);
  });

  it('that is unresolved although the operator has completed it', () => {
    const world = { ...clean, transactions: [...clean.transactions, { ...paidAtOperator, reference: 'ref-3' }] };
    expect(judge(world)).toEqual([`${UNKNOWN} is unresolved; the operator has it completed`]);
  });

  it.each(['pending', 'failed'] as const)('that is completed here and %s at the operator', (status) => {
    expect(judge(withPaidAtOperator({ status }))).toEqual([`${PAID} is completed; the operator has it ${status}`]);
  });

  it('that is completed without a transaction', () => {
    expect(judge({ ...clean, transactions: [declinedAtOperator] })).toEqual([`${PAID} is completed; the operator does not have it`]);
  });

  it('that is completed with another amount', () => {
    expect(judge(withPaidAtOperator({ amount: '26000' }))).toEqual([`${PAID} has the amount 25000; the operator debited 26000`]);
  });

  it('that is completed by another transaction', () => {
    expect(judge(withPaidAtOperator({ objectReference: '636085941' }))).toEqual([
      `${PAID} is completed by 636042511; the operator has 636085941`,
    ]);
  });

  it.each([false, null])('that is completed without verification: %s', (verified) => {
    expect(judge(withRow(paid, { ...paid, verified }))).toEqual([`${PAID} is completed without verification`]);
  });

  it('that was failed while the money was on its way', () => {
    const hasty = { ...paid, history: history('created', 'sending', 'accepted', 'failed', 'completed') };
    const told = [webhook('msg_0', 'payment.failed', { ...paid, status: 'failed' }, {}, AT), ...clean.webhooks];
    expect(judge(withRow(paid, hasty, told))).toEqual([`${PAID} was failed before it was completed`]);
  });

  it('that is failed after an answer that leaves it open', () => {
    const guessed = { ...unknown, status: 'failed', history: history('created', 'sending', 'refused') } as const;
    const told = [toldPaid, toldDeclined, webhook('msg_3', 'payment.failed', guessed)];
    const requests = [...clean.requests.slice(0, 2), initiation('ref-3', 500)];
    expect(judge({ ...withRow(unknown, guessed, told), requests })).toEqual([
      `${UNKNOWN} is failed after an answer that leaves it open: 500`,
    ]);
  });

  it('that is unresolved although nothing was about to be sent', () => {
    expect(judge(withRow(unknown, { ...unknown, history: history('created', 'outcome_unknown') }))).toEqual([
      `${UNKNOWN} is unresolved, and it was never about to be sent`,
    ]);
  });

  it('that was debited twice', () => {
    const transactions = [...clean.transactions, { ...paidAtOperator, objectReference: '636085941' }];
    expect(judge({ ...clean, transactions })).toEqual([`${PAID} was debited 2 times`]);
  });

  it('that made two transactions', () => {
    const transactions = [...clean.transactions, { ...declinedAtOperator, reference: 'ref-1' }];
    expect(judge({ ...clean, transactions })).toEqual([`${PAID} made 2 transactions`]);
  });

  it('that was sent twice', () => {
    expect(judge({ ...clean, requests: [...clean.requests, initiation('ref-1', 'reset')] })).toEqual(['ref-1 was sent 2 times']);
  });

  it('that the companion does not know', () => {
    const transactions = [...clean.transactions, { ...declinedAtOperator, reference: 'ref-9' }];
    expect(judge({ ...clean, transactions })).toEqual(['the operator has ref-9, the companion does not']);
  });

  it('that was acknowledged and lost', () => {
    const id = 'pay_EEEEEEEEEEEEEEEEEEEEEE';
    expect(judge({ ...clean, acknowledged: [...clean.acknowledged, id] })).toEqual([`${id} was acknowledged and is not stored`]);
  });

  it('whose history has a gap', () => {
    const gap = { ...paid, history: paid.history.map((entry, index) => (index === 3 ? { ...entry, version: 5 } : entry)) };
    expect(judge(withRow(paid, gap))).toEqual([`the history of ${PAID} has a gap`]);
  });

  it('whose state came without an entry in its history', () => {
    const bare = { ...paid, history: history('created', 'sending', 'accepted') };
    expect(judge(withRow(paid, bare, [toldDeclined, toldUnknown]))).toEqual([`${PAID} is completed, its history says pending`]);
  });
});

describe('the judge names a violation of the attempts', () => {
  it.each([
    ['sending', 1000],
    ['pending', 2000],
    ['completed', 3000],
  ])('of an order: a second one opened while the first was %s', (status, after) => {
    expect(judge(secondAttempt(AT + after, paid))).toEqual([`attempt 2 of ORDER-1 was opened while attempt 1 was ${status}`]);
  });

  it('of an order: one opened after it was paid, however long ago', () => {
    expect(judge(secondAttempt(AT + 10 * COOLDOWN_MS, paid))).toEqual(['attempt 2 of ORDER-1 was opened while attempt 1 was completed']);
  });

  it('of an order: two prompts open at the operator at once, whatever the companion stored', () => {
    const failed = { ...paid, status: 'failed', transactionReference: null, verified: null } as const;
    const first = { ...failed, history: history('created', 'sending', 'accepted', 'failed') };
    const world = secondAttempt(AT + 3500, first);
    const transactions = world.transactions.map((one) =>
      one.reference === 'ref-1' ? { ...one, status: 'failed' as const, updatedAt: timestamp(AT + 9000) } : one,
    );
    const webhooks = [webhook('msg_1', 'payment.failed', first), ...world.webhooks.slice(1)];
    expect(judge({ ...world, transactions, webhooks })).toEqual(['ORDER-1 had two prompts open at once at the operator']);
  });

  it('of an order: paid twice and not marked as overpaid', () => {
    const again = { ...paid, attemptNumber: 2, reference: 'ref-4', id: 'pay_DDDDDDDDDDDDDDDDDDDDDD', createdAt: AT + COOLDOWN_MS };
    const lateFirst = history('created', 'sending', 'accepted', 'completed').map((entry) =>
      entry.kind === 'completed' ? { ...entry, at: AT + COOLDOWN_MS + 1 } : entry,
    );
    const world = withRow(paid, { ...paid, history: lateFirst }, [...clean.webhooks, webhook('msg_4', 'payment.completed', again)]);
    expect(
      judge({
        ...world,
        payments: [...world.payments, again],
        transactions: [...clean.transactions, { ...paidAtOperator, reference: 'ref-4', createdAt: timestamp(AT + COOLDOWN_MS + 1500) }],
        requests: [...clean.requests, initiation('ref-4')],
      }),
    ).toEqual(['ORDER-1 was paid 2 times, and is not marked as overpaid']);
  });
});

describe('the judge names a violation of the webhooks', () => {
  const others = [toldDeclined, toldUnknown];

  it('that did not come', () => {
    expect(judge({ ...clean, webhooks: others })).toEqual([`the shop was sent nothing of ${PAID}; due was payment.completed`]);
    expect(judge({ ...clean, webhooks: [toldPaid, toldUnknown] })).toEqual([
      `the shop was sent nothing of ${DECLINED}; due was payment.failed`,
    ]);
  });

  it('of another type', () => {
    expect(judge({ ...clean, webhooks: [webhook('msg_1', 'payment.failed', paid), ...others] })).toEqual([
      `the shop was sent payment.failed of ${PAID}; due was payment.completed`,
    ]);
  });

  it('that came under two ids', () => {
    expect(judge({ ...clean, webhooks: [...clean.webhooks, { ...toldPaid, id: 'msg_9' }] })).toEqual([
      `the shop was sent payment.completed, payment.completed of ${PAID}; due was payment.completed`,
    ]);
  });

  it('with another amount', () => {
    expect(judge({ ...clean, webhooks: [webhook('msg_1', 'payment.completed', paid, { amount: '2500' }), ...others] })).toEqual([
      `payment.completed of ${PAID} has the amount 2500 instead of 25000`,
    ]);
  });

  it('with another status', () => {
    expect(judge({ ...clean, webhooks: [webhook('msg_1', 'payment.completed', paid, { status: 'pending' }), ...others] })).toEqual([
      `payment.completed of ${PAID} has the status pending instead of completed`,
    ]);
  });

  it('with another order', () => {
    expect(judge({ ...clean, webhooks: [webhook('msg_1', 'payment.completed', paid, { order: 'ORDER-2' }), ...others] })).toEqual([
      `payment.completed of ${PAID} has the order ORDER-2 instead of ORDER-1`,
    ]);
  });

  it('with another transaction reference', () => {
    const change = { transactionReference: '636085941' };
    expect(judge({ ...clean, webhooks: [webhook('msg_1', 'payment.completed', paid, change), ...others] })).toEqual([
      `payment.completed of ${PAID} has the transaction reference 636085941 instead of 636042511`,
    ]);
  });

  it('of a payment that does not exist', () => {
    const stranger = { ...paid, id: 'pay_FFFFFFFFFFFFFFFFFFFFFF' };
    expect(judge({ ...clean, webhooks: [...clean.webhooks, webhook('msg_9', 'payment.completed', stranger)] })).toEqual([
      'the shop was sent payment.completed of pay_FFFFFFFFFFFFFFFFFFFFFF, which does not exist',
    ]);
  });

  it('whose body changed between two deliveries', () => {
    expect(judge({ ...clean, webhooks: [...clean.webhooks, webhook('msg_1', 'payment.completed', paid, { fees: '150' })] })).toEqual([
      'msg_1 came with two different bodies',
    ]);
  });

  describe('of a payment that was unresolved and then completed', () => {
    const recovered = { ...paid, history: history('created', 'sending', 'outcome_unknown', 'completed') };
    const then = webhook('msg_1', 'payment.completed', paid, {}, AT + 3000);
    const before = (at: number) => webhook('msg_0', 'payment.unresolved', { ...paid, status: 'unresolved' }, {}, at);

    it('that came in the wrong order', () => {
      expect(judge(withRow(paid, recovered, [before(AT + 2000), then, ...others]))).toEqual([]);
      expect(judge(withRow(paid, recovered, [then, before(AT + 2000), ...others]))).toEqual([
        `the shop was sent payment.completed, payment.unresolved of ${PAID}; due was payment.unresolved, payment.completed`,
      ]);
    });

    it('whose timestamps go back', () => {
      expect(judge(withRow(paid, recovered, [before(AT + 3001), then, ...others]))).toEqual([
        `the webhooks of ${PAID} came out of the order of their timestamps`,
      ]);
    });
  });
});
