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

interface Given {
  readonly values?: Parameters<typeof stateOf>[0];
  readonly state?: Partial<State>;
  readonly alsoFailed?: readonly string[];
  readonly alsoAbsent?: readonly string[];
  readonly moment?: typeof MOMENT;
}

/** What is decided of an unresolved payment by the transaction that its callback names. */
function check(
  answer: StatusOutcome | null,
  transactions: readonly TransactionEvidence[] = [],
  { values, state, alsoFailed = [], alsoAbsent = [], moment = MOMENT }: Given = {},
) {
  const unresolved = { status: 'unresolved', created_at: NOW - 10 * MINUTE, ...values } as const;
  const status = { serverCorrelationId: 'sc-7', isNamedByCallback: true, answer, alsoFailed, alsoAbsent };
  const input = { kind: 'evidence', fence: 1, status, transactions, partnerMsisdn: PARTNER } as const;
  return decide(stateOf(unresolved, { callbacks: [CALLBACK], ...state }), input, moment);
}

const DONE = { kind: 'done' };
const final = { isFinal: true, recheck: DONE };
/** The next callback of the payment is checked too. */
const next = { isFinal: false, recheck: DONE };
const waits = (sinceMs: number, retryAfterMs: number | null = null) => ({
  changes: [],
  outcome: { isFinal: false, recheck: { kind: 'again', sinceMs, retryAfterMs } },
});
const rejected = (why: string) => ({
  changes: [{ rejects: { server_correlation_id: 'sc-7' }, event: { kind: 'callback_rejected', data: { why } } }],
  outcome: next,
});

describe('a transaction that a callback names', () => {
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
            transaction_created_at: NOW,
            transaction_proven: 1,
          },
          webhook: 'payment.completed',
        },
      ],
      outcome: final,
    });
  });

  it.each<readonly [string, StatusOutcome | null, readonly TransactionEvidence[], number | null]>([
    ['is pending', statusOf('pending'), [], null],
    ['is unknown to the operator', statusOf('unknown'), [], null],
    ['was not asked about', null, [], null],
    ['has no readable status', unavailable(5000), [], 5000],
  ])('and that %s is checked again by the time since the callback came', (_what, answer, transactions, retryAfterMs) => {
    expect(check(answer, transactions)).toEqual(waits(MINUTE, retryAfterMs));
  });

  it.each<readonly [string, DetailsOutcome, string, number | null]>([
    ['no readable details', unavailable(5000), '503', 5000],
    ['no details yet', ABSENT, '404', null],
    ['details that say nothing', detailsOf({ amount: undefined }), 'the details lack the amount, the currency or a party', null],
  ])('and that is completed with %s keeps the order from another payment meanwhile', (_what, answer, reason, retryAfterMs) => {
    const held = { set: { details_unavailable_since: NOW }, event: { kind: 'details_unavailable', data: { reason } } };
    expect(check(COMPLETED, [ownTransaction(answer)])).toEqual({ ...waits(MINUTE, retryAfterMs), changes: [held] });
    const values = { details_unavailable_since: NOW - MINUTE };
    expect(check(COMPLETED, [ownTransaction(answer)], { values })).toEqual(waits(MINUTE, retryAfterMs));
  });

  it('and that is rejected after it was reported as paid frees the order, unless another callback is open', () => {
    const free = (callbacks: State['callbacks']) => {
      const given = { values: { details_unavailable_since: NOW - MINUTE }, state: { callbacks } };
      return check(COMPLETED, [ownTransaction(detailsOf({ amount: '1.00' }))], given).changes.map(({ set }) => set);
    };
    expect(free([CALLBACK, callbackRow({ server_correlation_id: '' })])).toEqual([{ details_unavailable_since: null }]);
    expect(free([CALLBACK, callbackRow({ server_correlation_id: 'sc-8' })])).toEqual([undefined]);
  });

  it.each<readonly [string, StatusOutcome, DetailsOutcome, Partial<State>, string]>([
    ['is completed and differs', COMPLETED, detailsOf({ amount: '1.00', currency: 'EUR' }), {}, 'the details differ in amount, currency'],
    ['failed and differs', FAILED, detailsOf({ amount: '1.00' }), {}, 'the details differ in amount'],
    ['has paid another payment', COMPLETED, detailsOf(), TAKEN, 'its transaction is another payment’s'],
    ['is another payment’s', COMPLETED, detailsOf(), { boundTo: OTHER }, 'it is another payment’s'],
  ])('and that %s is rejected, with the reason', (_what, answer, details, state, why) => {
    expect(check(answer, [ownTransaction(details)], { state })).toEqual(rejected(why));
  });

  it('and that another payment has in another spelling needs review, and is kept', () => {
    const { changes, outcome } = check(COMPLETED, [ownTransaction(detailsOf())], { state: TAKEN_IN_OTHER_SPELLING });
    expect(changes).toMatchObject([{ set: { differences: 'transactionReference' }, webhook: 'payment.review_required' }]);
    expect(outcome.isFinal).toBe(false);
  });

  it('is rejected once the operator has not known it for ten minutes by a steady clock', () => {
    const unknownFor = (ageMs: number, moment = MOMENT) =>
      check(statusOf('unknown'), [], { state: { callbacks: [{ ...CALLBACK, received_at: NOW - ageMs }] }, moment });
    expect(unknownFor(10 * MINUTE)).toEqual(waits(10 * MINUTE));
    expect(unknownFor(10 * MINUTE + 1)).toEqual(rejected('the operator does not know it'));
    const absent = { ...unavailable(), isAbsent: true } as const;
    const state = { callbacks: [{ ...CALLBACK, received_at: NOW - 10 * MINUTE - 1 }] };
    expect(check(absent)).toEqual(waits(MINUTE));
    expect(check(absent, [], { state })).toEqual(rejected('the operator does not know it'));
    expect(unknownFor(20 * MINUTE, { now: NOW, steadyForMs: 10 * MINUTE - 1 })).toEqual(waits(20 * MINUTE));
  });

  it('needs review if the operator reported it as completed and then does not know it', () => {
    const state = { callbacks: [{ ...CALLBACK, received_at: NOW - 11 * MINUTE }] };
    const reported = { state, values: { details_unavailable_since: NOW - 10 * MINUTE } };
    for (const answer of [statusOf('unknown'), { ...unavailable(), isAbsent: true } as const]) {
      expect(check(answer, [], reported)).toMatchObject({
        changes: [{ set: { differences: 'transactionStatus' }, webhook: 'payment.review_required' }],
        outcome: { isFinal: false, recheck: { kind: 'again' } },
      });
    }
  });

  it('is not decided again after its callback was rejected', () => {
    const state = { callbacks: [{ ...CALLBACK, rejected: 1 }] };
    expect(check(COMPLETED, [ownTransaction(detailsOf())], { state })).toEqual({ changes: [], outcome: next });
  });

  it('that is completed without a name needs review', () => {
    expect(check(statusOf('completed'))).toMatchObject({
      changes: [{ set: { differences: 'objectReference' }, webhook: 'payment.review_required' }],
      outcome: { isFinal: false, recheck: { kind: 'again', sinceMs: MINUTE } },
    });
  });

  it('that only its callback names completes the payment, or waits for details', () => {
    const named = (answer: DetailsOutcome) => check(statusOf('completed'), [namedTransaction(answer)], { state: NAMED });
    expect(named(detailsOf())).toMatchObject({ changes: [{ to: 'completed', set: { transaction_id: REFERENCE } }], outcome: final });
    const reason = 'only a callback names it';
    const held = { set: { details_unavailable_since: NOW }, event: { kind: 'details_unavailable', data: { reason } } };
    expect(named(unavailable(5000))).toEqual({ ...waits(MINUTE, 5000), changes: [held] });
    // Callbacks that name the same transaction under other ids are rejected with it.
    const twin = callbackRow({ server_correlation_id: 'sc-8', transaction_reference: REFERENCE });
    const reported = { state: { callbacks: [...NAMED.callbacks, twin] }, values: { details_unavailable_since: NOW } };
    expect(check(statusOf('completed'), [namedTransaction(detailsOf({ amount: '1.00' }))], reported).changes).toMatchObject([
      { event: { kind: 'callback_rejected' }, set: { details_unavailable_since: null } },
    ]);
  });

  it.each([
    ['unreadable', unavailable(), 1],
    ['absent', ABSENT, 1],
    ['those of a failure', detailsOf({ transactionStatus: 'failed' }), 1],
    ['of another amount', detailsOf({ amount: '1.00' }), 0],
  ] as const)('that only its callback names needs review, once, if its details are %s after ten minutes', (_what, answer, reviews) => {
    const after = (ms: number, values = {}) => {
      const state = { callbacks: [{ ...CALLBACK, transaction_reference: REFERENCE, received_at: NOW - ms }] };
      const { changes } = check(statusOf('completed'), [namedTransaction(answer)], { values, state });
      return changes.filter(({ webhook }) => webhook === 'payment.review_required').map(({ set }) => set?.differences);
    };
    expect(after(10 * MINUTE)).toEqual([]);
    expect(after(10 * MINUTE + 1)).toEqual(Array(reviews).fill('objectReference'));
    expect(after(HOUR, { differences: 'objectReference' })).toEqual([]);
  });
});

describe('a failed transaction that a callback names', () => {
  it.each([
    ['failed', 'payment_failed'],
    ['declined', 'payment_declined'],
  ] as const)('as %s, fails a payment if its details agree; other callbacks are checked too', (status, code) => {
    const read = [ownTransaction(detailsOf({ transactionStatus: 'failed' }))];
    expect(check(statusOf(status, REFERENCE), read)).toMatchObject({
      changes: [{ to: 'failed', set: { failure_code: code }, webhook: 'payment.failed' }],
      outcome: next,
    });
  });

  it.each<readonly [string, readonly TransactionEvidence[]]>([
    ['absent', [ownTransaction(ABSENT)]],
    ['unavailable', [ownTransaction(unavailable())]],
    ['not named', []],
  ])('fails the payment if its details are %s and no other callback is open', (_what, transactions) => {
    expect(check(FAILED, transactions)).toMatchObject({ changes: [{ to: 'failed' }], outcome: final });
    const state = { callbacks: [CALLBACK, callbackRow({ server_correlation_id: 'sc-own' })] };
    expect(check(FAILED, transactions, { state })).toEqual(waits(MINUTE));
    expect(check(FAILED, transactions, { state, alsoFailed: ['sc-own'] })).toMatchObject({ changes: [{ to: 'failed' }] });
    // It is the transaction of one of the payments that callbacks name it for.
    expect(check(FAILED, transactions, { state, alsoAbsent: ['sc-own'] })).toMatchObject({ changes: [{ to: 'failed' }] });
    // Another callback may have been replaced.
    const full = Array.from({ length: 20 }, (_, index) => callbackRow({ server_correlation_id: 'sc-7', rejected: Number(index > 0) }));
    expect(check(FAILED, transactions, { state: { callbacks: full } })).toMatchObject({ changes: [], outcome: { isFinal: false } });
    const shared = { ...state, namedElsewhere: new Set(['sc-7']) };
    expect(check(FAILED, transactions, { state: { ...shared, callbacks: [CALLBACK] } })).toEqual(waits(MINUTE));
    expect(check(FAILED, transactions, { state: shared, alsoFailed: ['sc-own'] })).toMatchObject({ changes: [{ to: 'failed' }] });
  });

  it('sends the payment to review if its details say completed, whatever other callbacks name', () => {
    const contradiction = callbackRow({ server_correlation_id: 'sc-7', transaction_reference: REFERENCE });
    const other = { callbacks: [contradiction, callbackRow({ server_correlation_id: 'sc-8', status: 'pending' })] };
    expect(check(statusOf('failed'), [namedTransaction(detailsOf())], { state: other }).changes).toMatchObject([
      { set: { differences: 'transactionStatus' }, webhook: 'payment.review_required' },
    ]);
  });

  it.each([
    ['are unreadable', unavailable()],
    ['say that it failed', detailsOf({ transactionStatus: 'failed' })],
  ] as const)('that is completed needs review, once, if after ten minutes its details %s', (_what, answer) => {
    const after = (ms: number, values = {}) =>
      check(COMPLETED, [ownTransaction(answer)], { values, state: { callbacks: [{ ...CALLBACK, received_at: NOW - ms }] } }).changes;
    expect(after(10 * MINUTE, { details_unavailable_since: NOW })).toEqual([]);
    expect(after(10 * MINUTE + 1)).toMatchObject([{ set: { differences: 'transactionStatus' }, webhook: 'payment.review_required' }]);
    expect(after(HOUR, { differences: 'transactionStatus' })).toEqual([]);
  });

  it('sends the payment to review if its details say completed', () => {
    expect(check(FAILED, [ownTransaction(detailsOf())])).toMatchObject({
      changes: [{ set: { differences: 'transactionStatus' }, webhook: 'payment.review_required' }],
      outcome: { recheck: { kind: 'again', sinceMs: 10 * MINUTE } },
    });
  });
});

describe('a refused payment whose callback names a transaction', () => {
  const values = { status: 'failed', failure_code: 'request_refused' } as const;

  it('completes if the details match', () => {
    expect(check(COMPLETED, [ownTransaction(detailsOf())], { values })).toMatchObject({
      changes: [{ to: 'completed', set: { server_correlation_id: 'sc-7', failure_code: null } }],
      outcome: final,
    });
  });

  it.each<readonly [string, StatusOutcome, readonly TransactionEvidence[], Partial<State>]>([
    ['no transaction', statusOf('completed'), [], {}],
    ['a transaction without readable details', COMPLETED, [ownTransaction(unavailable())], {}],
    ['a transaction without details yet', COMPLETED, [ownTransaction(ABSENT)], {}],
    ['only that of its callback, without readable details', statusOf('completed'), [namedTransaction(unavailable())], NAMED],
  ])('needs review, once, if the operator reports it as completed with %s', (_what, answer, transactions, state) => {
    const taken = { set: { differences: 'transactionStatus' }, event: { kind: 'details_mismatch' }, webhook: 'payment.review_required' };
    expect(check(answer, transactions, { values, state })).toMatchObject({ changes: [taken], outcome: waits(MINUTE).outcome });
    expect(check(answer, transactions, { values: { ...values, differences: 'amount' }, state })).toEqual(waits(MINUTE));
  });

  it('stays as it is if the transaction failed, and its other callbacks are checked', () => {
    expect(check(FAILED, [], { values })).toEqual({ changes: [], outcome: next });
  });
});
