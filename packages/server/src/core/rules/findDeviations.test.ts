import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundId } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { paymentRow } from '../../../test/support/paymentState.ts';
import { findDeviations, type RecordedPayment } from './findDeviations.ts';

type Event = readonly [kind: string, data?: object];

const IDS = { correlationId: 'our-correlation-id', reference: 'our-reference' };
const CREATED: Event = ['created', { after: null }];
const SENDING: Event = ['sending', IDS];
const ACCEPTED: Event = ['accepted', { serverCorrelationId: 'sc-1', notificationMethod: 'callback' }];
const COMPLETED: Event = ['completed', { transactionId: '636042511', verified: true }];
const UNKNOWN: Event = ['outcome_unknown', { reason: '504' }];
const CALLBACK: Event = ['callback', { status: 'completed' }];
const UNREAD: Event = ['details_unavailable', { reason: '503' }];
const resolved = (resolution: string): Event => ['resolved', { resolution, reason: 'seen', by: 'Hanta' }];
const differing = (fields: string): Event => ['details_mismatch', { fields }];
const refunded = (refund: string, amount: number): Event => [
  'refunded',
  { refund, amount, reason: 'returned', by: 'Hanta' },
];
const voided = (refund: string, amount: number): Event => [
  'refund_voided',
  { refund, amount, reason: 'by mistake', by: 'Hanta' },
];

type Columns = Partial<RecordedPayment>;

function payment(events: readonly Event[], columns: Columns = {}): RecordedPayment {
  const history = events.map(([kind, data = {}], index) => ({
    version: index + 1,
    kind,
    data: JSON.stringify(data),
  }));
  return { ...paymentRow({ version: events.length }), history, refunds: [], ...columns };
}

/** The second payment of the order, after the first. */
const second = (events: readonly Event[], columns: Columns = {}) =>
  payment([['created', { after: 'pay_1' }], ...events], {
    ...{ id: 'pay_2' as PaymentId, attempt_number: 2, sent_attempt_number: 2 },
    ...columns,
  });

const PENDING = [CREATED, SENDING, ACCEPTED];
const PAID = [...PENDING, COMPLETED];
const ACCEPTED_ROW: Columns = { server_correlation_id: 'sc-1', next_check_at: 1 };
const PAID_ROW: Columns = {
  ...{ status: 'completed', server_correlation_id: 'sc-1', transaction_id: '636042511' },
  ...{ verified: 1, receipt_number: '2026-000001', final_at: 1 },
};
const FAILED_ROW: Columns = { status: 'failed', failure_code: 'payment_failed', final_at: 1 };
const REFUSED: Event = ['refused', { code: 'payment_failed', reason: '402', errorDateTime: null }];
const UNRESOLVED_ROW: Columns = { status: 'unresolved', review_reasons: 'unresolved' };
const RECEIVED_ROW: Columns = {
  ...{ resolution: 'received', resolution_reason: 'seen', resolution_by: 'Hanta', resolution_at: 1 },
};
const ref = (id: string, amount: number, status: 'recorded' | 'voided' = 'recorded') => ({
  id: id as RefundId,
  amount,
  status,
});

const messages = (...attempts: readonly RecordedPayment[]) =>
  findDeviations(attempts.toReversed()).map(({ paymentId, message }) => `${paymentId}: ${message}`);

describe('findDeviations finds nothing in', () => {
  it.each<[string, readonly RecordedPayment[]]>([
    ['a payment that waits for its turn', [payment([CREATED], { status: 'created', sent_at: null })]],
    ['one that a restore counts as sent', [payment([CREATED], { status: 'created' })]],
    ['a completed one', [payment(PAID, PAID_ROW)]],
    [
      'one that a callback’s transaction completed, and that was answered later',
      [
        payment(
          [
            ...[CREATED, SENDING, UNKNOWN, CALLBACK],
            ['completed', { transactionId: '636042511', verified: true, serverCorrelationId: 'sc-7' }],
            ACCEPTED,
          ],
          PAID_ROW,
        ),
      ],
    ],
    [
      'one that completed without its details, and whose details differ',
      [
        payment(
          [...PENDING, UNREAD, ['completed', { transactionId: '636042511', verified: false }], differing('amount')],
          {
            ...{ ...PAID_ROW, verified: 0, receipt_number: null, differences: 'amount' },
            review_reasons: 'details_mismatch,unverified',
          },
        ),
      ],
    ],
    [
      'one that failed, was taken back, and was recorded as received',
      [
        payment([CREATED, SENDING, REFUSED, differing('transactionStatus'), resolved('received')], {
          ...{ ...FAILED_ROW, ...RECEIVED_ROW, differences: 'transactionStatus' },
        }),
      ],
    ],
    [
      'one that the operator reports as failed although the merchant had received it',
      [
        payment(
          [
            ...[...PENDING, resolved('received')],
            ['failed_though_received', { code: 'payment_failed', reason: null }],
            differing('transactionStatus'),
          ],
          {
            ...{ ...FAILED_ROW, ...RECEIVED_ROW, server_correlation_id: 'sc-1' },
            ...{ differences: 'transactionStatus', review_reasons: 'details_mismatch' },
          },
        ),
      ],
    ],
    [
      'refunds, of which one is voided',
      [
        payment([...PAID, refunded('ref_1', 5000), voided('ref_1', 5000), refunded('ref_2', 700)], {
          ...{ ...PAID_ROW, amount_refunded: 700, refunds: [ref('ref_1', 5000, 'voided'), ref('ref_2', 700)] },
        }),
      ],
    ],
    [
      'an order that is paid twice',
      [
        payment([CREATED, SENDING, UNKNOWN, resolved('received'), ['order_overpaid', { also: 'pay_2' }]], {
          ...{ ...UNRESOLVED_ROW, ...RECEIVED_ROW, superseded: 1, review_reasons: 'overpaid' },
        }),
        second([SENDING, ACCEPTED, COMPLETED], PAID_ROW),
      ],
    ],
    [
      'an event of an erased payer',
      [
        payment(
          [CREATED, SENDING, UNKNOWN, ['resolved', { resolution: 'received', reason: 'of [msisdn]', by: '[msisdn]' }]],
          { status: 'unresolved', ...RECEIVED_ROW, resolution_reason: 'of [msisdn]', resolution_by: '0343500003' },
        ),
      ],
    ],
    [
      'events of earlier versions, which have fewer members',
      [
        payment([['created'], ['sending'], ['outcome_unknown']], UNRESOLVED_ROW),
        payment([['created'], ['sending'], ['accepted']]),
      ].map((one, index) => ({
        ...one,
        ...(index === 0 ? {} : { ...ACCEPTED_ROW, order_reference: one.order_reference }),
      })),
    ],
  ])('%s', (what, attempts) => {
    // Two orders.
    if (what.startsWith('events of earlier')) expect(attempts.flatMap((one) => messages(one))).toEqual([]);
    else expect(messages(...attempts)).toEqual([]);
  });
});

/** What a person or a fault has changed in the database, and what is said of it. */
const PLANTED: readonly (readonly [string, readonly RecordedPayment[], string])[] = [
  [
    'a status that was changed by hand',
    [payment(PENDING, { ...ACCEPTED_ROW, status: 'completed' })],
    'pay_1: its status is completed; its history leads to pending',
  ],
  [
    'a deleted event',
    [payment(PAID, { ...PAID_ROW, history: payment(PAID).history.filter(({ version }) => version !== 3) })],
    'pay_1: event 3 of its history is missing',
  ],
  [
    'a deleted newest event',
    [payment(PENDING, { ...ACCEPTED_ROW, version: 4 })],
    'pay_1: its version is 4, and its history has 3 events',
  ],
  ['a history without its beginning', [payment([SENDING])], 'pay_1: its history begins with sending'],
  ['a payment without a history', [payment([])], 'pay_1: its history is empty'],
  [
    'an event that no companion writes',
    [payment([...PENDING, ['paid']], ACCEPTED_ROW)],
    'pay_1: event 4 (paid) is no event that a companion writes',
  ],
  [
    'unreadable data',
    [payment(PENDING, { ...ACCEPTED_ROW, history: payment(PENDING).history.map((one) => ({ ...one, data: '{' })) })],
    'pay_1: event 1 (created) has unreadable data',
  ],
  [
    'a payment that completes before it is sent',
    [payment([CREATED, COMPLETED], PAID_ROW)],
    'pay_1: event 2 (completed) cannot happen to a payment that is created',
  ],
  [
    'an unknown outcome that is sent again',
    [payment([CREATED, SENDING, UNKNOWN, SENDING])],
    'pay_1: event 4 (sending) cannot happen to a payment that is unresolved',
  ],
  [
    'an unresolved payment that fails by a status',
    [payment([CREATED, SENDING, UNKNOWN, ['failed', { code: 'payment_failed', reason: null }]], FAILED_ROW)],
    'pay_1: event 4 (failed) cannot happen to a payment that is unresolved',
  ],
  [
    'a completed payment that fails',
    [payment([...PAID, ['failed', { code: 'payment_failed', reason: null }]], FAILED_ROW)],
    'pay_1: event 5 (failed) cannot happen to a payment that is completed',
  ],
  [
    'a payment that fails silently although the merchant had received it',
    [payment([...PENDING, resolved('received'), ['failed', { code: 'payment_failed', reason: null }]], FAILED_ROW)],
    'pay_1: event 5 (failed) cannot follow: the merchant had recorded it as received',
  ],
  [
    'a second request that nothing permits',
    [payment([CREATED, SENDING, SENDING], { status: 'sending' })],
    'pay_1: event 3 (sending) cannot follow: the request was sent before, and nothing permits a second one',
  ],
  [
    'a payment that completed without its details, and nobody waited for them',
    [payment([...PENDING, ['completed', { transactionId: '636042511', verified: false }]], PAID_ROW)],
    'pay_1: event 4 (completed) cannot follow: its details were not read, and nothing says that they were unavailable before',
  ],
  [
    'a verified payment without a transaction',
    [payment([...PENDING, ['completed', { transactionId: null, verified: true }]], PAID_ROW)],
    'pay_1: event 4 (completed) cannot follow: it is verified, and names no transaction',
  ],
  [
    'an unresolved payment that completes although nobody named a transaction',
    [payment([CREATED, SENDING, UNKNOWN, COMPLETED], PAID_ROW)],
    'pay_1: event 4 (completed) cannot follow: the operator’s answer to the initiation was not known',
  ],
  [
    'a completion by a callback that never came',
    [payment([...PENDING, ['completed', { transactionId: '636042511', verified: true, by: 'callback' }]], PAID_ROW)],
    'pay_1: event 4 (completed) cannot follow: a callback named the transaction, and none came before',
  ],
  [
    'a completion by a reference that nobody submitted',
    [payment([...PENDING, ['completed', { transactionId: '636042511', verified: true, by: 'payer' }]], PAID_ROW)],
    'pay_1: event 4 (completed) cannot follow: the payer named the transaction, and submitted no reference before',
  ],
  [
    'a second acceptance',
    [payment([...PAID, ACCEPTED], PAID_ROW)],
    'pay_1: event 5 (accepted) cannot follow: the operator had accepted it before',
  ],
  [
    'a resolution of a completed payment',
    [payment([...PAID, resolved('not_received')], PAID_ROW)],
    'pay_1: event 5 (resolved) cannot follow: it is completed, and cannot be recorded as not_received',
  ],
  [
    'a refund of a payment that is not paid',
    [payment([...PENDING, refunded('ref_1', 700)], ACCEPTED_ROW)],
    'pay_1: event 4 (refunded) cannot follow: it is not paid',
  ],
  [
    'a transaction of another payment',
    [payment(PAID, { ...PAID_ROW, transaction_id: '7' })],
    'pay_1: transaction_id is 7; its history and its order lead to 636042511',
  ],
  [
    'a verification that no event has',
    [payment(PENDING, { ...ACCEPTED_ROW, verified: 1 })],
    'pay_1: verified is 1; its history and its order lead to empty',
  ],
  [
    'differences that were removed',
    [payment([...PENDING, differing('amount')], { ...ACCEPTED_ROW })],
    'pay_1: differences is empty; its history and its order lead to amount',
  ],
  [
    'a resolution that nobody recorded',
    [payment(PENDING, { ...ACCEPTED_ROW, resolution: 'not_received' })],
    'pay_1: resolution is not_received; its history and its order lead to empty',
  ],
  [
    'a payment that counts as not sent',
    [payment(PENDING, { ...ACCEPTED_ROW, sent_at: null })],
    'pay_1: sent_at is empty; its history and its order lead to a value',
  ],
  [
    'a receipt number that was removed',
    [payment(PAID, { ...PAID_ROW, receipt_number: null })],
    'pay_1: receipt_number is empty; its history and its order lead to a value',
  ],
  [
    'submitted references that were given back',
    [payment([CREATED, SENDING, UNKNOWN, ['reference_submitted', { attempt: 1 }]], UNRESOLVED_ROW)],
    'pay_1: the number of submitted references is 0; its history and its order lead to 1',
  ],
  [
    'a sum that differs from its refunds',
    [payment([...PAID, refunded('ref_1', 700)], { ...PAID_ROW, amount_refunded: 70, refunds: [ref('ref_1', 700)] })],
    'pay_1: amount_refunded is 70; its refunds add up to 700',
  ],
  [
    'a refund that was deleted with its sum',
    [payment([...PAID, refunded('ref_1', 700)], PAID_ROW)],
    'pay_1: the refund ref_1 of its history is not stored',
  ],
  [
    'a refund without an event',
    [payment(PAID, { ...PAID_ROW, amount_refunded: 700, refunds: [ref('ref_1', 700)] })],
    'pay_1: the refund ref_1 is stored, and its history does not have it',
  ],
  [
    'a voided refund that counts again',
    [
      payment([...PAID, refunded('ref_1', 700), voided('ref_1', 700)], {
        ...{ ...PAID_ROW, amount_refunded: 700, refunds: [ref('ref_1', 700)] },
      }),
    ],
    'pay_1: the refund ref_1 is 700 Ar, recorded; its history says 700 Ar, voided',
  ],
  [
    'a reason for review that the rule does not give',
    [payment(PAID, { ...PAID_ROW, review_reasons: 'overpaid' })],
    'pay_1: review_reasons is overpaid; its history and its order lead to empty',
  ],
  [
    'a payment that hides from review',
    [payment([CREATED, SENDING, UNKNOWN], { status: 'unresolved' })],
    'pay_1: review_reasons is empty; its history and its order lead to unresolved',
  ],
  [
    'a failed payment that supersedes the paid one',
    [payment(PAID, { ...PAID_ROW, superseded: 1 }), second([SENDING, REFUSED], { ...FAILED_ROW, superseded: 1 })],
    'pay_1: superseded is 1; its history and its order lead to empty',
  ],
  [
    'a wrong count of what was sent',
    [payment(PAID, { ...PAID_ROW, sent_attempt_number: 3 })],
    'pay_1: sent_attempt_number is 3; its history and its order lead to 1',
  ],
  [
    'a deleted payment',
    [second([SENDING, ACCEPTED, COMPLETED], { ...PAID_ROW, sent_attempt_number: 1 })],
    'pay_2: it is attempt 2, and its order has 0 payments before it',
  ],
  [
    'an order that is paid twice, and nobody sees it',
    [payment(PAID, { ...PAID_ROW, superseded: 1 }), second([SENDING, ACCEPTED, COMPLETED], PAID_ROW)],
    'pay_2: another payment of its order is paid too, and no event says so',
  ],
  [
    'an overpayment by a payment that was never paid',
    [
      payment([CREATED, SENDING, REFUSED], { ...FAILED_ROW, superseded: 1 }),
      second([SENDING, ACCEPTED, COMPLETED, ['order_overpaid', { also: 'pay_1' }]], PAID_ROW),
    ],
    'pay_2: its history says that pay_1 paid the order too, and that payment was never paid',
  ],
];

describe('findDeviations names', () => {
  it.each(PLANTED)('%s', (_what, attempts, message) => {
    expect(messages(...attempts)).toContain(message);
  });
});
