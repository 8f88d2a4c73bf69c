import { describe, expect, it } from 'vitest';
import {
  ABSENT,
  callbackRow,
  detailsOf,
  MOMENT,
  NOW,
  namedTransaction,
  ownTransaction,
  PARTNER,
  REFERENCE,
  stateOf,
  statusOf,
  unavailable,
} from '../../../../test/support/paymentState.ts';
import { decide } from '../decide.ts';
import type { State } from '../decision.ts';
import type { DetailsOutcome, StatusOutcome } from '../operatorAnswers.ts';
import type { TransactionEvidence } from './evidenceContext.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OTHER = { id: 'pay_2', order_reference: 'ORDER-2' } as NonNullable<State['boundTo']>;
/** The callback of a minute ago names sc-7. */
const CALLBACK = callbackRow({ server_correlation_id: 'sc-7', received_at: NOW - MINUTE });
const TAKEN = { takenBy: new Map([[REFERENCE, OTHER]]) };
const TAKEN_IN_OTHER_SPELLING = { takenBy: new Map([[REFERENCE, { ...OTHER, isOtherSpelling: true as const }]]) };
const NAMED = { callbacks: [{ ...CALLBACK, transaction_reference: REFERENCE }] };
const COMPLETED = statusOf('completed', REFERENCE);
const FAILED = statusOf('failed', REFERENCE);
const ABSENT_STATUS = { ...unavailable(), isAbsent: true } as const;

interface Given {
  readonly values?: Parameters<typeof stateOf>[0];
  readonly state?: Partial<State>;
  readonly moment?: typeof MOMENT;
}

/** What is decided of an unresolved payment by what its callback names. */
function check(
  answer: StatusOutcome | null,
  transactions: readonly TransactionEvidence[] = [],
  { values, state, moment = MOMENT }: Given = {},
) {
  const unresolved = { status: 'unresolved', created_at: NOW - 10 * MINUTE, ...values } as const;
  const status = { serverCorrelationId: 'sc-7', isNamedByCallback: true, answer };
  const input = { kind: 'evidence', fence: 1, status, transactions, partnerMsisdn: PARTNER } as const;
  return decide(stateOf(unresolved, { callbacks: [CALLBACK], ...state }), input, moment);
}

const done = { kind: 'done' };
const waits = (sinceMs: number, retryAfterMs: number | null = null) => ({
  changes: [],
  outcome: { kind: 'again', sinceMs, retryAfterMs },
});
const OWN = { server_correlation_id: 'sc-1', correlation_source: 'initiation' } as const;
const old = (more: object = {}) => ({ callbacks: [{ ...CALLBACK, received_at: NOW - 10 * MINUTE - 1, ...more }] });
const review = (fields: string, transactionReference?: string) => ({
  set: { differences: fields },
  event: {
    kind: 'details_mismatch',
    data: { fields, ...(transactionReference === undefined ? {} : { transactionReference }) },
  },
  webhook: 'payment.review_required',
});
const reported = (data: object) => ({
  history: [{ kind: 'details_unavailable', data: JSON.stringify(data) } as const],
});

describe('a serverCorrelationId that a callback names', () => {
  it('completes an unresolved payment, and becomes its own, once the details match', () => {
    expect(check(COMPLETED, [ownTransaction(detailsOf({ fees: [{ feeAmount: '150' }] }))])).toMatchObject({
      changes: [
        {
          to: 'completed',
          set: {
            server_correlation_id: 'sc-7',
            correlation_source: 'callback',
            transaction_id: REFERENCE,
            fees: '150',
            verified: 1,
          },
          event: { kind: 'completed', data: { transactionId: REFERENCE, verified: true } },
          webhook: 'payment.completed',
        },
      ],
      outcome: done,
    });
  });

  it.each(['pending', 'failed'] as const)('completes a %s payment beside its own, which stays its own', (status) => {
    const { changes } = check(COMPLETED, [ownTransaction(detailsOf())], { values: { status, ...OWN } });
    expect(changes).toMatchObject([
      {
        to: 'completed',
        event: { data: { by: 'callback', serverCorrelationId: 'sc-7' } },
        webhook: 'payment.completed',
      },
    ]);
    expect(changes[0]?.set).not.toHaveProperty('server_correlation_id');
  });

  describe('of a payment that is completed', () => {
    const values = { status: 'completed', verified: 1, transaction_id: 'FIRST', ...OWN } as const;

    it('sends it to review once, with the second transaction, and records no second payment', () => {
      const matches = (state = {}) => check(COMPLETED, [ownTransaction(detailsOf())], { values, state });
      const second = review('secondTransaction', REFERENCE);
      expect(matches()).toEqual({
        changes: [{ ...second, rejects: { server_correlation_id: 'sc-7' } }],
        outcome: done,
      });
      const { kind, data } = second.event;
      expect(matches({ history: [{ kind, data: JSON.stringify(data) }] })).toEqual({ changes: [], outcome: done });
    });

    it('changes nothing if it is the transaction that paid it', () => {
      expect(check(COMPLETED, [], { values: { ...values, transaction_id: REFERENCE } })).toEqual({
        changes: [],
        outcome: done,
      });
    });

    it('is rejected if its details are another payment’s', () => {
      const { changes } = check(COMPLETED, [ownTransaction(detailsOf({ amount: '1.00' }))], { values });
      expect(changes).toMatchObject([
        { event: { kind: 'callback_rejected', data: { why: 'the details differ in amount' } } },
      ]);
    });

    it.each([
      ['unreadable', COMPLETED, [ownTransaction(unavailable())], REFERENCE],
      ['of no transaction', statusOf('completed'), [], undefined],
    ] as const)(
      'needs review if it is completed too, and its details are %s for ten minutes',
      (_what, answer, transactions, reference) => {
        expect(check(answer, transactions, { values }).changes).toEqual([]);
        expect(check(answer, transactions, { values, state: old() }).changes).toEqual([
          review('secondTransaction', reference),
        ]);
      },
    );

    it('needs review if it had completed the payment, and failed since', () => {
      const data = JSON.stringify({
        transactionId: 'FIRST',
        verified: true,
        by: 'callback',
        serverCorrelationId: 'sc-7',
      });
      const state = { history: [{ kind: 'completed', data } as const] };
      expect(check(statusOf('failed'), [], { values, state }).changes).toEqual([review('transactionStatus')]);
    });

    it('is asked about again while it is pending', () => {
      expect(check(statusOf('pending'), [], { values })).toEqual(waits(MINUTE));
    });
  });

  it('never completes a payment without its details', () => {
    const values = { details_unavailable_since: NOW - 3 * HOUR, status: 'pending', ...OWN } as const;
    const state = { ...old(), ...reported({ reason: '503', serverCorrelationId: 'sc-7' }) };
    expect(check(COMPLETED, [ownTransaction(unavailable())], { values, state }).changes).toEqual([review('details')]);
  });

  it.each<readonly [string, StatusOutcome | null, number | null]>([
    ['is pending', statusOf('pending'), null],
    ['is unknown to the operator', ABSENT_STATUS, null],
    ['was not asked about', null, null],
  ])('and that %s is asked about again by the time since the callback came', (_what, answer, retryAfterMs) => {
    expect(check(answer)).toEqual(waits(MINUTE, retryAfterMs));
  });

  describe('while the operator does not answer', () => {
    const word = { reason: '503', by: 'callback', serverCorrelationId: 'sc-7' };

    it.each(['unresolved', 'pending'] as const)(
      'keeps the order of a %s payment from another prompt if its callback says completed',
      (status) => {
        const values = status === 'pending' ? { status, ...OWN } : {};
        expect(check(unavailable(5000), [], { values })).toEqual({
          ...waits(MINUTE, 5000),
          changes: [{ set: { details_unavailable_since: NOW }, event: { kind: 'details_unavailable', data: word } }],
        });
        const state = { callbacks: [{ ...CALLBACK, status: 'pending' }] };
        expect(check(unavailable(), [], { values, state })).toEqual(waits(MINUTE));
      },
    );

    it('needs review after ten minutes by a steady clock', () => {
      const values = { details_unavailable_since: NOW - 10 * MINUTE };
      const state = reported(word);
      expect(check(unavailable(), [], { values, state }).changes).toEqual([review('details')]);
      expect(
        check(unavailable(), [], { values, state, moment: { now: NOW, steadyForMs: 10 * MINUTE - 1 } }).changes,
      ).toEqual([]);
      expect(check(unavailable(), [], { values: { ...values, differences: 'amount' }, state }).changes).toEqual([]);
    });

    it('does not undo what the merchant has recorded', () => {
      expect(check(unavailable(), [], { values: { resolution: 'not_received' } })).toEqual(waits(MINUTE));
    });

    it('frees the order once it answers that it is pending', () => {
      const values = { details_unavailable_since: NOW - MINUTE };
      expect(check(statusOf('pending'), [], { values, state: reported(word) })).toEqual({
        ...waits(MINUTE),
        set: { details_unavailable_since: null },
      });
    });

    it('sends a failed payment to review after ten minutes', () => {
      const values = { status: 'failed', ...OWN } as const;
      expect(check(unavailable(), [], { values }).changes).toEqual([]);
      expect(check(unavailable(), [], { values, state: old() }).changes).toEqual([review('transactionStatus')]);
    });

    it('and refuses for good, records it once', () => {
      const refused = { ...unavailable(), reason: '403', isRefused: true } as const;
      const state = { callbacks: [{ ...CALLBACK, status: 'pending' }] };
      const event = { kind: 'lookups_refused', data: { reason: '403' } } as const;
      expect(check(refused, [], { state }).changes).toEqual([{ event }]);
      const history = [{ kind: event.kind, data: '{"reason":"401"}' }];
      expect(check(refused, [], { state: { ...state, history } }).changes).toEqual([]);
    });
  });

  it.each<readonly [string, DetailsOutcome, string, number | null]>([
    ['no readable details', unavailable(5000), '503', 5000],
    ['no details yet', ABSENT, '404', null],
    [
      'details that say nothing',
      detailsOf({ amount: undefined }),
      'the details lack the amount, the currency or a party',
      null,
    ],
  ])(
    'and that is completed with %s keeps the order from another payment meanwhile',
    (_what, answer, reason, retryAfterMs) => {
      const data = { reason, serverCorrelationId: 'sc-7' };
      const held = { set: { details_unavailable_since: NOW }, event: { kind: 'details_unavailable', data } };
      expect(check(COMPLETED, [ownTransaction(answer)])).toEqual({ ...waits(MINUTE, retryAfterMs), changes: [held] });
      const values = { details_unavailable_since: NOW - MINUTE };
      expect(check(COMPLETED, [ownTransaction(answer)], { values, state: reported(data) })).toEqual(
        waits(MINUTE, retryAfterMs),
      );
    },
  );

  it('and that is rejected frees the order, if it is the one that was reported as paid', () => {
    const free = (serverCorrelationId: string) => {
      const given = {
        values: { details_unavailable_since: NOW - MINUTE },
        state: reported({ reason: '503', serverCorrelationId }),
      };
      return check(COMPLETED, [ownTransaction(detailsOf({ amount: '1.00' }))], given).changes.map(({ set }) => set);
    };
    expect(free('sc-7')).toEqual([{ details_unavailable_since: null }]);
    expect(free('sc-8')).toEqual([undefined]);
  });

  it('and whose transaction has paid another payment frees the order, if it was reported as paid because of it', () => {
    const given = {
      values: { details_unavailable_since: NOW - MINUTE },
      state: { ...reported({ reason: '503', serverCorrelationId: 'sc-7' }), ...TAKEN },
    };
    expect(check(COMPLETED, [ownTransaction(detailsOf())], given).changes.map(({ set }) => set)).toEqual([
      { details_unavailable_since: null },
    ]);
  });

  it.each<readonly [string, StatusOutcome, readonly TransactionEvidence[], Partial<State>, string]>([
    [
      'is completed and differs',
      COMPLETED,
      [ownTransaction(detailsOf({ amount: '1.00', currency: 'EUR' }))],
      {},
      'the details differ in amount, currency',
    ],
    ['failed', FAILED, [], {}, 'the operator reports it as failed'],
    ['was declined', statusOf('declined'), [], {}, 'the operator reports it as failed'],
    [
      'failed, with the completed details of another payment',
      FAILED,
      [ownTransaction(detailsOf({ amount: '1.00' }))],
      {},
      'the details differ in amount',
    ],
    [
      'has paid another payment',
      COMPLETED,
      [ownTransaction(detailsOf())],
      TAKEN,
      'its transaction is another payment’s',
    ],
    ['is another payment’s', COMPLETED, [], { boundTo: OTHER }, 'it is another payment’s'],
  ])('and that %s is rejected, with the reason, and fails nothing', (_what, answer, transactions, state, why) => {
    for (const values of [{}, { status: 'pending', ...OWN }, { status: 'failed', ...OWN }] as const) {
      expect(check(answer, transactions, { state, values })).toEqual({
        changes: [{ rejects: { server_correlation_id: 'sc-7' }, event: { kind: 'callback_rejected', data: { why } } }],
        outcome: done,
      });
    }
  });

  it('is not rejected if a callback has come since the check began: the operator may have corrected itself', () => {
    const values = { lease_until: NOW + 5000, next_check_at: NOW };
    expect(check(FAILED, [], { values })).toEqual(waits(MINUTE));
    expect(
      check(COMPLETED, [namedTransaction(detailsOf({ amount: '1.00' }))], { values, state: NAMED }).changes,
    ).toMatchObject([{ event: { kind: 'details_unavailable' } }]);
  });

  it('and that another payment has in another spelling needs review, and is kept', () => {
    const { changes } = check(COMPLETED, [ownTransaction(detailsOf())], { state: TAKEN_IN_OTHER_SPELLING });
    expect(changes).toEqual([review('transactionReference', REFERENCE)]);
  });

  it('and whose transaction was created at another time needs review, and is not rejected silently', () => {
    const { changes } = check(COMPLETED, [ownTransaction(detailsOf({ creationDate: '2026-11-19T12:00:00Z' }))]);
    expect(changes).toEqual([{ ...review('createDate', REFERENCE), rejects: { server_correlation_id: 'sc-7' } }]);
  });

  it.each([
    ['an error', ABSENT_STATUS],
    ['empty fields', statusOf('unknown', null, '')],
  ])('is rejected once the operator has not known it for ten minutes by a steady clock, by %s', (_what, answer) => {
    const why = 'the operator does not know it';
    const rejection = {
      rejects: { server_correlation_id: 'sc-7' },
      event: { kind: 'callback_rejected', data: { why } },
    };
    expect(check(answer)).toEqual(waits(MINUTE));
    expect(check(answer, [], { state: old() })).toEqual({ changes: [rejection], outcome: done });
    expect(check(answer, [], { state: old(), moment: { now: NOW, steadyForMs: 10 * MINUTE - 1 } }).changes).toEqual([]);
    // Only its callback had said completed.
    const values = { details_unavailable_since: NOW - 10 * MINUTE };
    const state = { ...old(), ...reported({ reason: '503', by: 'callback', serverCorrelationId: 'sc-7' }) };
    expect(check(answer, [], { state, values }).changes).toEqual([
      { ...rejection, set: { details_unavailable_since: null } },
    ]);
  });

  it('needs review if the operator reported it as completed and then does not know it', () => {
    const state = { ...old(), ...reported({ reason: '503', serverCorrelationId: 'sc-7' }) };
    const given = { state, values: { details_unavailable_since: NOW - 10 * MINUTE } };
    expect(check(ABSENT_STATUS, [], given)).toMatchObject({
      changes: [review('transactionStatus')],
      outcome: { kind: 'again' },
    });
  });

  it('that has an unknown status has it recorded once', () => {
    const answer = statusOf('unknown', null, 'on hold');
    const event = { kind: 'unknown_status', data: { status: 'on hold' } } as const;
    expect(check(answer)).toEqual({ ...waits(MINUTE), changes: [{ event }] });
    const history = [{ kind: event.kind, data: JSON.stringify(event.data) }];
    expect(check(answer, [], { state: { history } })).toEqual(waits(MINUTE));
  });

  it('is not decided again after its callback was rejected', () => {
    const state = { callbacks: [{ ...CALLBACK, rejected: 1 }] };
    expect(check(COMPLETED, [ownTransaction(detailsOf())], { state })).toEqual({ changes: [], outcome: done });
  });

  it('that is completed without a transaction needs review at once', () => {
    expect(check(statusOf('completed'))).toEqual({ ...waits(MINUTE), changes: [review('objectReference')] });
    expect(check(statusOf('completed'), [], { values: { status: 'failed' } })).toEqual({
      ...waits(MINUTE),
      changes: [review('transactionStatus')],
    });
  });

  it.each([
    ['the status names no transaction', statusOf('completed')],
    ['the status is pending still', statusOf('pending')],
    ['the status cannot be read', unavailable()],
    ['the operator does not know it', ABSENT_STATUS],
  ] as const)('completes the payment by the transaction that its callback names if %s', (_what, answer) => {
    const { changes } = check(answer, [namedTransaction(detailsOf())], { state: NAMED });
    expect(changes).toMatchObject([
      { to: 'completed', set: { transaction_id: REFERENCE }, event: { data: { by: 'callback' } } },
    ]);
  });

  it('finds a second transaction beside the one that completes the payment', () => {
    const two = [ownTransaction(detailsOf()), namedTransaction(detailsOf(), 'OTHER')];
    const state = { callbacks: [{ ...CALLBACK, transaction_reference: 'OTHER' }] };
    expect(check(COMPLETED, two, { state }).changes).toMatchObject([
      { to: 'completed', set: { transaction_id: 'OTHER' } },
      { set: { differences: 'secondTransaction' }, event: { data: { transactionReference: REFERENCE } } },
    ]);
  });

  it('completes the payment, and its callback’s other transaction, which could not be read, is asked about again', () => {
    const two = [ownTransaction(detailsOf()), namedTransaction(unavailable(), 'OTHER')];
    const state = { callbacks: [{ ...CALLBACK, transaction_reference: 'OTHER' }] };
    expect(check(COMPLETED, two, { state })).toMatchObject({
      changes: [{ to: 'completed', set: { transaction_id: REFERENCE } }],
      outcome: { kind: 'again', sinceMs: MINUTE },
    });
  });

  it('that failed sends the payment to review if its details say completed', () => {
    expect(check(FAILED, [ownTransaction(detailsOf())]).changes).toEqual([review('transactionStatus')]);
    expect(check(statusOf('failed'), [namedTransaction(detailsOf())], { state: NAMED }).changes).toEqual([
      review('transactionStatus'),
    ]);
  });
});
