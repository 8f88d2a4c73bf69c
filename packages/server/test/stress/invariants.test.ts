import type { RequestView, TransactionView } from '@tsena/sandbox';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { Webhook } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { orderPositions } from '../../src/core/rules/attemptPolicy.ts';
import { reviewReasons, writeReasons } from '../../src/core/rules/reviewReasons.ts';
import { paymentRow } from '../support/paymentState.ts';
import { findAttemptViolations } from './attemptInvariants.ts';
import { type Facts, findViolations } from './invariants.ts';
import type { HistoryEntry, PaymentRow } from './storedPayments.ts';

const AT = Date.parse('2026-11-20T12:00:00Z');
const COOLDOWN_MS = 90_000;
const timestamp = (at: number) => new Date(at).toISOString();
const history = (from: number, ...kinds: string[]): HistoryEntry[] =>
  kinds.map((kind, index) => ({ version: index + 1, at: from + index * 1000, kind, data: '{}' }));

/** A payment with a history; its number is in its id, order and reference. */
function payment(number: number, change: Partial<PaymentRow> & Pick<PaymentRow, 'history'>): PaymentRow {
  const [id, order_reference] = [`pay_${number}` as PaymentId, `ORDER-${number}` as OrderReference];
  const own = { id, order_reference, reference: `ref-${number}`, created_at: AT };
  return { ...paymentRow(), ...own, version: change.history.length, ...change };
}
const paid = payment(1, {
  ...{ status: 'completed', transaction_id: '636042511', verified: 1, receipt_number: '2026-000001', final_at: AT },
  history: history(AT, 'created', 'sending', 'accepted', 'completed'),
});
/** Its request never reached the operator, which the companion cannot know. */
const unknown = payment(2, { status: 'unresolved', history: history(AT, 'created', 'sending', 'outcome_unknown') });
/** A payment that has not completed. */
const open = { transaction_id: null, verified: null, receipt_number: null } as const;

/** What the judges read of the operator's transaction of the paid payment, with these members changed. */
const transaction = (change: Partial<TransactionView> = {}) =>
  ({
    ...{ reference: 'ref-1', objectReference: '636042511', status: 'completed', amount: '25000' },
    ...{ createdAt: timestamp(AT + 1500), updatedAt: timestamp(AT + 2500), ...change },
  }) as TransactionView;
const initiation = (reference: string, outcome: RequestView['outcome'] = 200) =>
  ({ on: 'initiate', reference, outcome }) as RequestView;
function webhook(
  id: string,
  type: Webhook['type'],
  row: PaymentRow,
  change: Partial<Webhook['data']> = {},
  at = AT + 4000,
) {
  const { order_reference: order, status, transaction_id: transactionReference } = row;
  return {
    id,
    event: {
      type,
      timestamp: timestamp(at),
      data: {
        id: row.id,
        order,
        status,
        amount: '25000',
        amountRefunded: '0',
        transactionReference,
        ...change,
      } as Webhook['data'],
    },
  };
}

const ofPaid = webhook('msg_1', 'payment.completed', paid);
const ofUnknown = webhook('msg_2', 'payment.unresolved', unknown);
const clean: Facts = {
  payments: [paid, unknown],
  refunds: [],
  acknowledged: ['pay_1', 'pay_2'],
  acknowledgedRefunds: [],
  isEachRefundAnswered: true,
  transactions: [transaction()],
  requests: [initiation('ref-1'), initiation('ref-2', 'hang')],
  webhooks: [ofPaid, ofUnknown],
  attempts: { prompts: [transaction()], cooldownMs: COOLDOWN_MS },
};

/** The paid payment with these members instead, and the webhooks about it. */
const withPaid = (change: Partial<PaymentRow>, ...webhooks: Facts['webhooks']): Facts => ({
  ...clean,
  payments: [{ ...paid, version: change.history?.length ?? paid.version, ...change }, unknown],
  webhooks: [...webhooks, ofUnknown],
});
const prompts = (...shown: TransactionView[]): Pick<Facts, 'transactions' | 'attempts'> => ({
  transactions: shown,
  attempts: { prompts: shown, cooldownMs: COOLDOWN_MS },
});
const withTransactions = (...transactions: TransactionView[]): Facts => ({ ...clean, ...prompts(...transactions) });
const withWebhooks = (...webhooks: Facts['webhooks']): Facts => ({ ...clean, webhooks });

/** The violations, if each payment has the columns that follow from its history and its order. */
function violationsOf(facts: Facts): string[] {
  const payments = facts.payments.map((one) => {
    const attempts = facts.payments.filter(({ order_reference }) => order_reference === one.order_reference);
    const { superseded, sent_attempt_number } =
      orderPositions(attempts.toReversed()).find(({ payment: { id } }) => id === one.id) ?? one;
    const others = attempts.filter(({ id }) => id !== one.id);
    const reasons = writeReasons(reviewReasons(one, one.history, others));
    const isFinal = one.status === 'completed' || one.status === 'failed';
    return { ...one, superseded, sent_attempt_number, review_reasons: reasons, final_at: isFinal ? AT : null };
  });
  return findViolations({ ...facts, payments });
}

/** The unknown payment as a failed one, after its initiation was answered with this. */
function failedAfter(outcome: RequestView['outcome']): Facts {
  const refused = { ...unknown, status: 'failed', history: history(AT, 'created', 'sending', 'refused') } as const;
  return {
    ...clean,
    payments: [paid, refused],
    requests: [initiation('ref-1'), initiation('ref-2', outcome)],
    webhooks: [ofPaid, webhook('msg_2', 'payment.failed', refused)],
  };
}

/** A second attempt of the paid order, which was opened so much later and completed; the first one has this history. */
function secondAttempt(afterMs: number, first: HistoryEntry[], ...webhooks: Facts['webhooks']): Facts {
  const at = AT + afterMs;
  const second = {
    id: 'pay_3' as PaymentId,
    attempt_number: 2,
    reference: 'ref-3',
    created_at: at,
    receipt_number: '2026-000002',
  };
  const row = { ...paid, ...second, history: history(at, 'created', 'sending', 'accepted', 'completed') };
  const prompt = { createdAt: timestamp(at + 1500), updatedAt: timestamp(at + 2500) };
  return {
    ...clean,
    payments: [{ ...paid, version: first.length, history: first }, unknown, row],
    ...prompts(transaction(), transaction({ reference: 'ref-3', ...prompt })),
    requests: [...clean.requests, initiation('ref-3')],
    webhooks: [ofPaid, ofUnknown, webhook('msg_3', 'payment.completed', row), ...webhooks],
  };
}
const later = (at: number, ...kinds: string[]): HistoryEntry[] => [
  ...history(AT, 'created', 'sending', 'accepted'),
  ...kinds.map((kind, index) => ({ version: 4 + index, at, kind, data: '{}' })),
];
const LATE = AT + COOLDOWN_MS + 1;
const overpaid = webhook('msg_4', 'order.overpaid', paid);

const recovered = { history: history(AT, 'created', 'sending', 'outcome_unknown', 'completed') };
const wasUnresolved = (at: number) => webhook('msg_0', 'payment.unresolved', { ...paid, status: 'unresolved' }, {}, at);
const thenCompleted = webhook('msg_1', 'payment.completed', paid, {}, AT + 3000);

/** A declined payment that a callback reported as completed; the details never came. */
const openAfterCallback = (calledBackAt: number): Facts => {
  const open = {
    status: 'pending' as const,
    verified: null,
    transaction_id: null,
    receipt_number: null,
    differences: 'details',
    history: [
      ...history(AT, 'created', 'sending', 'accepted'),
      { version: 4, at: calledBackAt, kind: 'callback', data: '{}' },
      { version: 5, at: LATE, kind: 'details_mismatch', data: '{}' },
    ],
  } satisfies Partial<PaymentRow>;
  const review = webhook('msg_1', 'payment.review_required', { ...paid, ...open, version: 5 });
  return { ...withPaid(open, review), ...prompts(transaction({ status: 'failed' })) };
};

describe('findViolations finds none', () => {
  it.each<[string, Facts]>([
    ['each payment agrees with the operator and the shop has its webhook', clean],
    ['a webhook comes more than once with the same id', withWebhooks(ofPaid, ofPaid, ofUnknown, ofPaid)],
    ['a request is repeated with a new token', { ...clean, requests: [...clean.requests, initiation('ref-1', 401)] }],
    ['a request is repeated after a pause', { ...clean, requests: [...clean.requests, initiation('ref-1', 429)] }],
    ['a failed payment without a transaction was refused for certain', failedAfter(402)],
    [
      'an attempt follows a silent one after the cool-down, and the order is then reported as overpaid',
      secondAttempt(COOLDOWN_MS, later(LATE, 'completed', 'order_overpaid'), overpaid),
    ],
    [
      'a payment stays open that a callback reported as paid before the clock was set back',
      openAfterCallback(LATE + 3_600_000),
    ],
    ['the webhooks of a recovered payment come in order', withPaid(recovered, wasUnresolved(AT + 2000), thenCompleted)],
  ])('if %s', (_name, facts) => {
    expect(violationsOf(facts)).toEqual([]);
  });
});

const other = webhook('msg_9', 'payment.completed', payment(9, { history: [] }));
const changed = (change: Partial<Webhook['data']>) =>
  withWebhooks(webhook('msg_1', 'payment.completed', paid, change), ofUnknown);
const VIOLATED: readonly (readonly [Facts, string])[] = [
  [openAfterCallback(AT), 'pay_1 is still pending at the end; the operator has it failed'],
  [{ ...clean, acknowledged: ['pay_9'] }, 'pay_9 was acknowledged and is not stored'],
  [
    withPaid({ ...open, status: 'pending', history: history(AT, 'created', 'sending', 'accepted') }),
    'pay_1 is still pending at the end; the operator has it completed',
  ],
  [
    { ...failedAfter(402), ...prompts(transaction(), transaction({ reference: 'ref-2', status: 'pending' })) },
    'pay_2 is failed; the operator has it pending',
  ],
  [
    withTransactions(transaction(), transaction({ reference: 'ref-2' })),
    'pay_2 is unresolved; the operator has it completed',
  ],
  [withTransactions(transaction({ status: 'failed' })), 'pay_1 is completed; the operator has it failed'],
  [withTransactions(), 'pay_1 is completed; the operator does not have it'],
  [withTransactions(transaction({ amount: '26000' })), 'pay_1 has the amount 25000; the operator debited 26000'],
  [withTransactions(transaction({ objectReference: '7' })), 'pay_1 is completed by 636042511; the operator has 7'],
  [withPaid({ verified: 0, receipt_number: null }, ofPaid), 'pay_1 is completed without verification'],
  [
    withPaid(
      {
        differences: 'amount',
        history: history(AT, 'created', 'sending', 'accepted', 'completed', 'details_mismatch'),
      },
      ofPaid,
      webhook('msg_3', 'payment.review_required', paid),
    ),
    'pay_1 is verified and has differences',
  ],
  [withPaid({ receipt_number: null }, ofPaid), '1 payments are verified, and 0 have a receipt number'],
  [withPaid({ receipt_number: '2026-000002' }, ofPaid), 'the receipt 2026-000002 comes after a gap, or twice'],
  [
    { ...clean, payments: [paid, { ...unknown, sent_at: null }], requests: [initiation('ref-1')] },
    'pay_2: sent_at is empty; its history and its order lead to a value',
  ],
  [
    withPaid(
      { history: history(AT, 'created', 'sending', 'accepted', 'failed', 'completed') },
      webhook('msg_0', 'payment.failed', { ...paid, status: 'failed' }, {}, AT),
      ofPaid,
    ),
    'pay_1 was failed before it was completed',
  ],
  [failedAfter(500), 'pay_2 is failed after an answer that leaves the outcome open: 500'],
  [withTransactions(transaction(), transaction()), 'pay_1 was debited 2 times'],
  [withTransactions(transaction(), transaction({ status: 'failed' })), 'pay_1 has 2 transactions'],
  [{ ...clean, requests: [...clean.requests, initiation('ref-1', 'reset')] }, 'ref-1 was sent 2 times'],
  [
    withTransactions(transaction(), transaction({ reference: 'ref-9' })),
    'the operator has ref-9, the companion does not',
  ],
  [withPaid({ history: paid.history.slice(1) }, ofPaid), 'pay_1: event 1 of its history is missing'],
  [
    withPaid({ history: history(AT, 'created', 'completed') }, ofPaid),
    'pay_1: event 2 (completed) cannot happen to a payment that is created',
  ],
  [
    secondAttempt(2000, later(LATE, 'completed', 'order_overpaid'), overpaid),
    'attempt 2 of ORDER-1 was opened while attempt 1 was pending',
  ],
  [
    secondAttempt(COOLDOWN_MS, later(LATE, 'completed')),
    'pay_3: another payment of its order is paid too, and no event says so',
  ],
  [withWebhooks(ofUnknown), 'the shop was sent nothing of pay_1; due was payment.completed'],
  [
    withWebhooks(ofPaid, { ...ofPaid, id: 'msg_9' }, ofUnknown),
    'the shop was sent payment.completed, payment.completed of pay_1; due was payment.completed',
  ],
  [withWebhooks(...clean.webhooks, other), 'the shop was sent payment.completed of pay_9, which does not exist'],
  [
    withWebhooks(ofPaid, webhook('msg_1', 'payment.completed', paid, { fees: '150' }), ofUnknown),
    'msg_1 came with two different bodies',
  ],
  [
    withPaid(recovered, wasUnresolved(AT + 3001), thenCompleted),
    'the webhooks of pay_1 came out of the order of their timestamps',
  ],
  [changed({ amount: '2500' }), 'payment.completed of pay_1 has the amount 2500 instead of 25000'],
  [changed({ status: 'pending' }), 'payment.completed of pay_1 has the status pending instead of completed'],
  [changed({ order: 'ORDER-2' }), 'payment.completed of pay_1 has the order ORDER-2 instead of ORDER-1'],
  [
    changed({ transactionReference: '7' }),
    'payment.completed of pay_1 has the transaction reference 7 instead of 636042511',
  ],
];

describe('findViolations names', () => {
  it.each(VIOLATED.map(([facts, violation]) => ({ facts, violation })))('$violation', ({ facts, violation }) => {
    const withoutHistory = (found: string) => found.replace(/ \(created, .*\)$/, '');
    expect(violationsOf(facts).map(withoutHistory)).toEqual([violation]);
  });

  it('two prompts of an order that were open at the operator at once', () => {
    const failed = { ...open, status: 'failed' } as const;
    const first = { ...paid, ...failed, history: history(AT, 'created', 'sending', 'accepted', 'failed') };
    const facts = secondAttempt(3500, first.history);
    const [, ...webhooks] = facts.webhooks;
    const [, , row = first] = facts.payments;
    const at = { createdAt: timestamp(AT + 5000), updatedAt: timestamp(AT + 6000) };
    expect(
      violationsOf({
        ...facts,
        ...prompts(
          transaction({ status: 'failed', updatedAt: timestamp(AT + 9000) }),
          transaction({ reference: 'ref-3', ...at }),
        ),
        payments: [first, unknown, { ...row, receipt_number: '2026-000001' }],
        webhooks: [webhook('msg_1', 'payment.failed', first), ...webhooks],
      }),
    ).toEqual(['ORDER-1 had two prompts open at once at the operator']);
  });
});

it('findViolations names a payment whose row does not follow from its history', () => {
  expect(findViolations(clean)).toEqual([
    'pay_2: review_reasons is empty; its history and its order lead to unresolved',
  ]);
});

describe('findAttemptViolations goes by the order of the commits', () => {
  it.each([
    ['if the clock of the next attempt is behind', { endAt: AT + 500, endCommitted: 2, nextAt: AT + 400 }, []],
    [
      'if the clock of the next attempt is ahead',
      { endAt: AT + 300, endCommitted: 4, nextAt: AT + 400 },
      ['attempt 2 of ORDER-1 was opened while attempt 1 was created'],
    ],
  ])('%s', (_name, { endAt, endCommitted, nextAt }, violations) => {
    const of = (version: number, kind: string, at: number, committed: number) => ({
      version,
      kind,
      at,
      committed,
      data: '{}',
    });
    const ended = payment(1, {
      ...open,
      status: 'failed',
      history: [of(1, 'created', AT, 1), of(2, 'not_sent', endAt, endCommitted)],
    });
    const next = payment(1, {
      id: 'pay_2' as PaymentId,
      attempt_number: 2,
      created_at: nextAt,
      history: [of(1, 'created', nextAt, 3)],
    });
    expect(findAttemptViolations([ended, next], { prompts: [], cooldownMs: COOLDOWN_MS })).toEqual(violations);
  });
});
